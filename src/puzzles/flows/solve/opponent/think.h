/* The opponents: players that are programs. They see what a player in their seat sees: the board,
 * the tiles left, the tile in hand, but not the draws to come. */
#ifndef PUZZLES_FLOWS_SOLVE_OPPONENT_THINK_H
#define PUZZLES_FLOWS_SOLVE_OPPONENT_THINK_H

#include "puzzles/flows/model/game.h"
#include "search/control.h"

enum flows_level {
    FLOWS_RANDOM, /* any legal move */
    FLOWS_GREEDY, /* the shortest distance for its team, then the longest for the others */
    FLOWS_STRONG, /* what does best in games played to the end */
    FLOWS_LEVELS
};

/* "random", "greedy", "strong". */
const char *flows_level_name(enum flows_level level);
/* The level of that name; FLOWS_LEVELS if there is none. */
enum flows_level flows_level_find(const char *name);

/* The default. A plain number, because the table of options needs it as text. */
#define FLOWS_PLAYOUTS 1000

enum { FLOWS_MOST_TOLD = 5 };

/* A move that was looked at. */
struct flows_candidate {
    struct flows_move move;
    unsigned distance[FLOWS_AXES]; /* of each team after it; FLOWS_FAR: cut off, or not in play */
    uint64_t playouts;             /* that began with it */
    double average;                /* what the mover's team got of them, 0 to 1 */
    double win[FLOWS_AXES]; /* each team's chance, that is its share of the win, 0 to 1: exact, or
                             * from the averages by puzzles/flows/solve/opponent/chances.h */
    double margin;          /* of win, for the mover's team: half of the 95 % interval; 0: exact */
};

/* What was thought before a move. */
struct flows_thought {
    /* The best first; best[0].move is the choice, and no other one listed has a higher win for the
     * mover's team. */
    struct flows_candidate best[FLOWS_MOST_TOLD];
    unsigned told;  /* how many of them there are: 1 or more */
    unsigned legal; /* how many legal moves there are */
    uint64_t playouts;
    bool exact; /* by FLOWS_STRONG: every win is proven (puzzles/flows/solve/opponent/expectimax.h),
                   not an estimate */
};

/* Chooses a move for the player whose turn it is; the tile in hand must be known and the game not
 * over. The same for the same game, level, playouts and seed. playouts is for FLOWS_STRONG, which
 * may add some until the move with the most playouts is also the best; endgames it works out
 * exactly. Returns QD_YES (also if a limit of time ended it after some hundred playouts), or
 * QD_LIMIT if the control ended it before: thought is then the best so far, a legal move in any
 * case. */
qd_status flows_think(const struct flows_game *game, enum flows_level level, uint64_t playouts,
                      uint64_t seed, qd_control *control, struct flows_thought *thought);

/* What the position is worth to each team: how much of the win it gets, 0 to 1, when the strong
 * opponent plays for everybody. exact: it is proven. Returns QD_YES, or QD_LIMIT if the control
 * ended it early. */
qd_status flows_chances(const struct flows_game *game, uint64_t playouts, uint64_t seed,
                        qd_control *control, double win[FLOWS_AXES], bool *exact);

/* A seed for thinking about this position: the same position gets the same thoughts. Nothing of the
 * seed of the draws is in it. */
uint64_t flows_think_seed(const struct flows_game *game);

/* The distance of each team now; FLOWS_FAR: cut off, or not in play. */
void flows_distances(const struct flows_game *game, unsigned distance[FLOWS_AXES]);

#endif
