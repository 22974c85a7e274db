/* The part of a solution that is printed: --from and --moves. */
#ifndef CLI_PRINT_MOVES_H
#define CLI_PRINT_MOVES_H

#include "cli/options/args.h"

struct move_range {
    const char *from; /* decimal, without leading zeros */
    uint64_t limit;   /* UINT64_MAX: all */
};

/* What an iterator over a range found. */
struct range_end {
    uint64_t count; /* moves that were handed out */
    bool more;      /* others follow */
};

/* Reads --from and --moves. Returns false with an error. */
bool range_choose(const struct request *request, struct move_range *range, qd_error *error);

/* Hands the next moves of the iterator, limit at the most, to put; ends early when standard output
 * takes no more. */
struct range_end range_print(const struct puzzle *puzzle, struct move_iterator *iterator,
                             uint64_t limit, void (*put)(void *context, const char *move),
                             void *context);

/* True if the range that was walked is the whole solution. */
bool range_complete(const struct move_range *range, const struct range_end *end);

/* Appends "moves 0 to 4095 of 65535"; fields holds the total as "length", else it is left out. */
void range_describe(const struct move_range *range, const struct range_end *end,
                    const json_t *fields, struct buf *out);

#endif
