/* A game of Flows as it goes on: the tiles on the board, whose turn it is, what is in hand, and how
 * it ended. Plain memory: a copy by assignment is a game of its own.
 *
 * The draws follow from the seed alone: the tile of a turn is drawn from the tiles left with random
 * numbers that are made from the seed, the number of the turn and the edge whose turn it is. So a
 * position and its seed are enough to go on, a move that is taken back gives the same tile again,
 * and every order of the bag is as likely as every other. Without a seed nobody knows what is in
 * hand before it is laid, and any tile that is left may turn up. */
#ifndef PUZZLES_FLOWS_MODEL_GAME_H
#define PUZZLES_FLOWS_MODEL_GAME_H

#include "puzzles/flows/model/board/notation.h"
#include "search/control.h"

enum {
    /* A game that comes to this many turns ends without a winner: with supermoves into the bag it
     * might go round in circles. Other games are over when the board is full. */
    FLOWS_MOST_TURNS = 1000,
    /* The most moves that there can be in a position. */
    FLOWS_MOST_MOVES = FLOWS_MOST_HEXES * FLOWS_SHAPES + FLOWS_TYPES
};

enum flows_outcome {
    FLOWS_GOES_ON,
    FLOWS_JOINED,     /* lines join the edges of the winners; several winners are a tie */
    FLOWS_UNPLAYABLE, /* the tile in hand has no legal place, so the drawer's team wins */
    FLOWS_GIVEN_UP,   /* all other teams resigned */
    FLOWS_BAG_EMPTY,  /* no tile is left to draw: nobody wins */
    FLOWS_TOO_LONG,   /* FLOWS_MOST_TURNS: nobody wins */
    FLOWS_IMPOSSIBLE  /* a position that was set up: not all teams have a way, and no tile can be
                       * laid. No game comes to it, so nobody wins */
};

struct flows_game {
    struct flows_setup setup;
    struct flows_board board; /* axes: those of the teams that have not resigned */
    uint16_t turn;            /* how many tiles were laid so far */
    uint8_t edge;             /* whose turn it is; an empty edge is the extra turn of five */
    uint8_t hand;             /* the type in hand; FLOWS_NONE: nobody knows */
    bool carried;             /* the tile in hand was replaced, and is laid in the same turn */
    bool shown;               /* a move or a text says what is in hand; the seed did not draw it */
    uint8_t outcome;          /* enum flows_outcome */
    uint8_t winners;          /* their axes; 0: nobody, or not over */
};

/* The beginning of a game; the setup must fit. */
void flows_game_start(struct flows_game *game, const struct flows_setup *setup);
/* Works out what follows from the rest: the tile in hand if it is drawn by seed, the outcome and
 * the winners. Call it after changing the board, the turn, the edge or the hand directly. QD_YES,
 * or QD_LIMIT if the control (NULL: no limit) ended first: the outcome is not known then. */
qd_status flows_game_settle(struct flows_game *game, qd_control *control);
/* The edge whose turn it is at the game's number of turns if every turn was one tile, and those who
 * have resigned did so last: a text may leave that out. */
unsigned flows_game_usual_edge(const struct flows_game *game);
/* The player whose turn it is. */
unsigned flows_game_player(const struct flows_game *game);

/* Plays a move. As flows_decide (puzzles/flows/model/decide.h); unless it is QD_YES, the game is
 * unchanged. What follows from the move is worked out too, and must be known before the control
 * ends. */
struct flows_decision;
qd_status flows_game_play(struct flows_game *game, struct flows_move move, qd_control *control,
                          struct flows_decision *decision);
/* The tile in hand, which nobody knew, is of that type. At least one must be left. */
void flows_game_draw(struct flows_game *game, unsigned type);

/* What a team gets of the win when a game of the teams of axes ends with these winners (mask): 1,
 * its part of a tie, or 0. A game without a winner counts as a tie of all. */
double flows_share(unsigned winners, unsigned axes, unsigned axis);

/* Whose lines run through a tile. */
struct flows_owners {
    uint8_t players[FLOWS_MOST_HEXES][FLOWS_PORTS]; /* bit n for player n, for each port */
};

/* Follows the lines from the ports of each player's edge. A line between two players' edges belongs
 * to both. */
void flows_game_owners(const struct flows_game *game, struct flows_owners *owners);

/* Appends a sentence on where the game stands, without its full stop: who won and how, or whose
 * turn it is. */
void flows_game_describe(const struct flows_game *game, struct buf *out);
/* A word for the outcome: "playing", "won", "tie", "unplayable", "resigned", "bag-empty",
 * "too-long", "impossible". */
const char *flows_outcome_word(const struct flows_game *game);

#endif
