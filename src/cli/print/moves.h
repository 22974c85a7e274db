/* The part of a solution that is printed: --from and --moves. */
#ifndef CLI_PRINT_MOVES_H
#define CLI_PRINT_MOVES_H

#include "cli/options/args.h"

struct window {
    const char *from; /* decimal, without leading zeros */
    uint64_t limit;   /* UINT64_MAX: all */
};

/* What a walk over a window found. */
struct window_end {
    uint64_t count; /* moves that were handed out */
    bool more;      /* others follow */
};

/* Reads --from and --moves. Returns false with an error. */
bool window_choose(const struct request *request, struct window *window, qd_error *error);

/* Hands the next moves of the walk, limit at the most, to put; ends early when standard output
 * takes no more. */
struct window_end window_walk(const struct puzzle *puzzle, struct walk *walk, uint64_t limit,
                              void (*put)(void *context, const char *move), void *context);

/* True if the window that was walked is the whole way. */
bool window_complete(const struct window *window, const struct window_end *end);

/* Appends "moves 0 to 4095 of 65535"; fields holds the total as "length", else it is left out. */
void window_describe(const struct window *window, const struct window_end *end,
                     const json_t *fields, struct buf *out);

#endif
