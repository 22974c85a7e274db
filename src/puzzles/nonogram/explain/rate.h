/* How hard a nonogram is for a person, by the techniques that it takes. */
#ifndef PUZZLES_NONOGRAM_EXPLAIN_RATE_H
#define PUZZLES_NONOGRAM_EXPLAIN_RATE_H

#include "puzzles/nonogram/explain/techniques.h"

struct nonogram_rating {
    bool unique; /* only one solution; otherwise only the certain part was rated */
    enum nonogram_technique hardest;
    unsigned used[NONOGRAM_TECHNIQUES]; /* how often each technique was used */
    unsigned steps;                     /* in total */
    unsigned longest;                   /* the longest chain of lines, 0 if there was none */
    double front;                       /* how many lines give something, averaged over the steps */
    double narrow;                      /* the share of steps at which at most one line does */
    size_t cells, deduced;              /* unknown at first, and how many of them the steps found */
    double score;
    enum nonogram_level level;
};

const char *nonogram_level_name(enum nonogram_level level);

/* The score by the hardest technique, the longest chain and the share of narrow steps; and the
 * level of a score. */
double nonogram_score(enum nonogram_technique hardest, unsigned longest, double narrow);
enum nonogram_level nonogram_level_of(double score);

/* Solves the puzzle as a person would, from the known cells (row by row, or NULL if there are
 * none). QD_YES: rated; QD_NO: there is no solution; QD_LIMIT. */
qd_status nonogram_rating_find(const struct nonogram_puzzle *puzzle, const uint8_t *cells,
                               qd_control *control, struct nonogram_rating *rating);

#endif
