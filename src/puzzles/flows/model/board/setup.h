/* What the players of Flows agree on before a game: the board, who sits where, the tiles, the
 * variants, and the seed of the draws. */
#ifndef PUZZLES_FLOWS_MODEL_BOARD_SETUP_H
#define PUZZLES_FLOWS_MODEL_BOARD_SETUP_H

#include "base/buf.h"
#include "base/random.h"
#include "puzzles/flows/model/board/board.h"

enum {
    FLOWS_MOST_PLAYERS = 6,
    FLOWS_MOST_TILES = 91 /* of one type */
};

/* The variants in which every empty hex is legal, and a team that is cut off may have a tile
 * replaced. */
enum flows_supermove {
    FLOWS_NO_SUPERMOVE,     /* the standard */
    FLOWS_DOUBLE_SUPERMOVE, /* the replaced tile is laid at once by the same player */
    FLOWS_SINGLE_SUPERMOVE  /* the replaced tile goes back into the bag */
};

struct flows_setup {
    uint8_t radius;
    uint8_t players;                  /* 2 to 6; 1 is for practice */
    uint8_t seat[FLOWS_MOST_PLAYERS]; /* the edge of each player, in turn order */
    uint8_t tiles[FLOWS_TYPES];       /* how many of each type there are */
    uint8_t supermove;                /* enum flows_supermove */
    bool tiles_left; /* a way for each team must be made of the tiles left; standard: of any */
    bool for_anyone; /* supermove: a player may free any team, not only their own */
    bool seeded;     /* the seed decides the draws; otherwise a move tells what was drawn */
    uint64_t seed;
};

/* The standard game for this many players (1 to FLOWS_MOST_PLAYERS) on a board of that radius, with
 * seats from edge 0 on; no seed. */
void flows_setup_start(struct flows_setup *setup, unsigned radius, unsigned players);
/* Seats as the rules allow them, at random: who sits where, and who begins. */
void flows_setup_seats(struct flows_setup *setup, struct random *random);
/* Returns false and says why (a clause, no full stop) if the rules do not allow these seats. */
bool flows_setup_fits(const struct flows_setup *setup, struct buf *why);

/* The axes that are played: bit a for edges a and a+3. */
unsigned flows_setup_axes(const struct flows_setup *setup);
/* The player who sits at the edge; FLOWS_NONE if nobody does. */
unsigned flows_player_at(const struct flows_setup *setup, unsigned edge);
/* The player whose turn it is when the turn comes to the edge: who sits there, or, for the empty
 * seat of a game of five, the player opposite. FLOWS_NONE: the turn passes the edge by. */
unsigned flows_player_for(const struct flows_setup *setup, unsigned edge);
/* The edge to which the turn passes from this one, if the teams of these axes still play. */
unsigned flows_next_edge(const struct flows_setup *setup, unsigned axes, unsigned edge);
/* The player's axis: the team. */
static inline unsigned flows_axis_of(const struct flows_setup *setup, unsigned player) {
    return setup->seat[player] % 3u;
}
/* Appends the names of the players of the teams whose axes are set: "P1", "P1 and P4". */
void flows_team_names(const struct flows_setup *setup, unsigned axes, struct buf *out);

#endif
