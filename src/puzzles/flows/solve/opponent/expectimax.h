/* Endgames, exactly: what a position with few empty hexes is worth under perfect play, over all
 * draws (expectimax). The next tile is any of those left, all equally likely; every player
 * maximises the share of the win of their own team, where a tie counts as a part. Among moves that
 * are equally good for that team, the player takes the one that leaves least to the strongest other
 * team, then the first by hex and rotation: with three teams, what the others get depends on this.
 * Games with supermoves are out of reach. */
#ifndef PUZZLES_FLOWS_SOLVE_OPPONENT_EXPECTIMAX_H
#define PUZZLES_FLOWS_SOLVE_OPPONENT_EXPECTIMAX_H

#include "puzzles/flows/model/game.h"
#include "search/control.h"

enum {
    FLOWS_EXACT_AT_ONCE = 5, /* empty hexes with which hints, ratings and opponents are exact */
    FLOWS_EXACT_MOST = 7     /* with more it is not even tried: it would take hours */
};

/* Exact numbers: a team gets share / whole of the win. The whole is the same for all moves of a
 * position. */
struct flows_worth {
    uint64_t share[FLOWS_AXES], whole;
};

/* True if the game goes on, has no supermoves, and has at most this many empty hexes. */
bool flows_exact_reaches(const struct flows_game *game, unsigned most_empty);

/* Remembers positions of one endgame. */
struct flows_exact;

/* For a game that flows_exact_reaches with FLOWS_EXACT_MOST, and all that follow from it. control
 * may be NULL: no limit; its memory is used while there is room, and what has no room is worked out
 * again. Never NULL. The game's setup and the control must outlive it. */
struct flows_exact *flows_exact_new(const struct flows_game *game, qd_control *control);
void flows_exact_free(struct flows_exact *exact);

/* What the position is worth, which must go on; a tile in hand that is not known is drawn. Returns
 * false if the control ended it. */
bool flows_exact_value(struct flows_exact *exact, const struct flows_game *game,
                       struct flows_worth *worth);
/* What the position is worth after a legal move that lays the tile in hand. Returns false if the
 * control ended it. */
bool flows_exact_move(struct flows_exact *exact, const struct flows_game *game,
                      struct flows_move move, struct flows_worth *worth);
/* True if the team of axis takes the first rather than the second, by shares alone. */
bool flows_exact_prefers(unsigned axis, const struct flows_worth *first,
                         const struct flows_worth *second);

/* What was done, for tests and statistics. */
struct flows_exact_work {
    uint64_t positions;  /* whose value was worked out */
    uint64_t remembered; /* times that a value was known already */
    uint64_t illegal;    /* tiles that could not be laid */
    uint64_t unplayable; /* draws that won for want of a legal place */
    uint64_t ties;       /* tiles laid that joined several teams */
};
struct flows_exact_work flows_exact_work(const struct flows_exact *exact);
/* Asserts that what is remembered makes sense. */
void flows_exact_check(const struct flows_exact *exact);

#endif
