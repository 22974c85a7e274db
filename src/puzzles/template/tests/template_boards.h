/* What the tests of the template share: boards, options, and runs of the solver. */
#ifndef TEMPLATE_BOARDS_H
#define TEMPLATE_BOARDS_H

#include "puzzles/template/model/position.h"

extern const struct puzzle template_puzzle;

/* Reads a text; NULL with an error. */
struct position *template_parse(const char *text, struct record *moves, qd_error *error);
/* Reads a text without moves; fails the test if it cannot. */
struct position *template_read(const char *text);
/* The board with these lamps lit. */
struct position *template_board(int rows, int columns, uint64_t lit);
/* The sample of that name. */
struct position *template_sample(const char *name);

/* The options of a call; count and threads may be NULL. */
struct options *template_asked(const char *count, bool unique, const char *threads);

/* Solves with these options and limits; the caller calls template_run_done(). */
struct template_run {
    struct options *options;
    qd_control *control;
    struct answer answer;
    qd_status status;
    uint64_t nodes;
};

struct template_run template_run_solve(const struct position *position, struct options *options,
                                       const qd_limits *limits);
void template_run_done(struct template_run *run);

/* The lamps that a solution of the answer presses. */
uint32_t template_presses(const struct position *position, const struct answer *answer,
                          unsigned solution);

#endif
