/* How hard a nonogram is for a person: by the techniques that it takes, the easiest first. */
#ifndef PUZZLES_NONOGRAM_EXPLAIN_RATE_H
#define PUZZLES_NONOGRAM_EXPLAIN_RATE_H

#include <quandary/types.h>

#include "puzzles/nonogram/explain/techniques.h"
#include "search/control.h"

/* docs/nonogram-techniques.md has the scale and the figures it was calibrated on. */
enum nonogram_level {
    NONOGRAM_LEVEL_EASY,
    NONOGRAM_LEVEL_MEDIUM,
    NONOGRAM_LEVEL_HARD,
    NONOGRAM_LEVEL_EXPERT,
    NONOGRAM_LEVEL_EXTREME,
    NONOGRAM_LEVELS
};

struct nonogram_rating {
    bool unique; /* one solution; if not, only what is certain was rated */
    enum nonogram_technique hardest;
    unsigned used[NONOGRAM_TECHNIQUES]; /* how often each technique */
    unsigned steps;                     /* all together */
    unsigned longest;                   /* the longest chain of lines, 0 if there was none */
    double front;                       /* lines with something to give, on the average of steps */
    double narrow;                      /* the share of steps with at most one such line */
    size_t cells, deduced;              /* unknown at first; those of them that the steps gave */
    double score;
    enum nonogram_level level;
};

const char *nonogram_level_name(enum nonogram_level level);

/* The score of a hardest technique, the longest chain and a share of narrow steps; and its level.
 */
double nonogram_score(enum nonogram_technique hardest, unsigned longest, double narrow);
enum nonogram_level nonogram_level_of(double score);

/* Solves it as a person would, from the cells that are known (row by row, or NULL: none). QD_YES:
 * rated; QD_NO: it has no solution; QD_LIMIT. */
qd_status nonogram_rating_find(const struct nonogram_puzzle *puzzle, const uint8_t *cells,
                               qd_control *control, struct nonogram_rating *rating);

#endif
