/* The range of a solution's moves that is printed: --from and --moves. */
#ifndef CLI_PRINT_MOVES_H
#define CLI_PRINT_MOVES_H

#include "cli/options/args.h"

struct move_range {
    const char *from; /* decimal, without leading zeros */
    uint64_t limit;   /* UINT64_MAX: all */
};

/* How printing a range ended. */
struct range_end {
    uint64_t count; /* moves printed */
    bool more;      /* the solution goes on */
};

/* Reads --from and --moves. Returns false with an error. */
bool range_choose(const struct request *request, struct move_range *range, qd_error *error);

/* Calls put for the next moves of the iterator, at most limit; ends early if standard output is
 * closed. */
struct range_end range_print(const struct puzzle *puzzle, struct move_iterator *iterator,
                             uint64_t limit, void (*put)(void *context, const char *move),
                             void *context);

/* True if the range is the whole solution. */
bool range_complete(const struct move_range *range, const struct range_end *end);

/* Appends "moves 0 to 4095 of 65535"; the total is left out unless fields has a "length". */
void range_describe(const struct move_range *range, const struct range_end *end,
                    const json_t *fields, struct buf *out);

#endif
