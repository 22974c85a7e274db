/* How hard a board is: by the effort of the search, and by how many of the legal swaps along a
 * solution keep it solvable. */
#ifndef PUZZLES_HARMONY_EXPLAIN_RATE_H
#define PUZZLES_HARMONY_EXPLAIN_RATE_H

#include "puzzles/harmony/model/board.h"
#include "puzzles/harmony/solve/outlook.h"

enum harmony_difficulty {
    HARMONY_EASY,
    HARMONY_MEDIUM,
    HARMONY_HARD,
    HARMONY_EXPERT,
    HARMONY_DIFFICULTIES
};

/* What was seen along one solution. A good swap keeps the board solvable. */
struct harmony_rating {
    unsigned swaps;     /* of the solution */
    unsigned forced;    /* of these: perfect swaps */
    uint64_t nodes;     /* that the search for the solution took, tree and beam */
    uint64_t legal;     /* swaps that were legal, over all positions of the solution */
    uint64_t good;      /* of these: good ones */
    uint64_t unknown;   /* of these: neither found good nor proven bad */
    double share;       /* good / (legal - unknown); 1 if there was nothing to do */
    double luck;        /* sum over all positions of log2((legal - unknown) / good) */
    unsigned narrowest; /* the position, from 1, with the smallest such share; 0: there is none */
    unsigned narrowest_good, narrowest_legal; /* there */
    double score;                             /* see harmony_score */
    enum harmony_difficulty difficulty;
};

/* "easy", "medium", "hard", "expert". */
const char *harmony_difficulty_name(enum harmony_difficulty difficulty);

/* What the difficulty is read from: luck + log2(1 + nodes). luck is the number of times that a
 * player would have to win the toss of a coin to stay on a way to the end by chance. */
double harmony_score(double luck, uint64_t nodes);
enum harmony_difficulty harmony_difficulty_of(double score);

/* Finds a solution and rates the board by it, on one thread and with one seed: the same board
 * always has the same rating unless the control ends the call early. Returns QD_YES: rated; QD_NO:
 * there is no solution; QD_LIMIT: none was found in time, or the rating was not finished. */
qd_status harmony_rating_find(const struct harmony_board *board, qd_control *control,
                              struct harmony_rating *rating);

#endif
