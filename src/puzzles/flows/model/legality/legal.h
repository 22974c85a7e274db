/* Which moves of Flows are legal, exactly: a move must complete a win for anyone, or leave a
 * filling of the empty hexes that joins the edges of every team at the same time. Two readings: the
 * filling may take any tiles, or (tiles_left) only those in board->left. */
#ifndef PUZZLES_FLOWS_MODEL_LEGALITY_LEGAL_H
#define PUZZLES_FLOWS_MODEL_LEGALITY_LEGAL_H

#include "puzzles/flows/model/legality/cut.h"
#include "puzzles/flows/model/legality/stats.h"
#include "search/control.h"

/* Decides whether the teams of axes can all be joined in this net. left: the tiles for the empty
 * hexes by type; NULL: any. control may be NULL: no limit. Returns QD_YES with routes, QD_NO, or
 * QD_LIMIT if the control ended it. work may be NULL. */
qd_status flows_join(const struct flows_net *net, unsigned axes, const uint8_t *left,
                     qd_control *control, struct flows_routes *routes, struct flows_work *work);

/* The axes (mask) in play whose edges are joined on the board. */
unsigned flows_find_winning_players(const struct flows_board *board);

/* Can all teams in play still be joined at the same time? QD_YES, QD_NO or QD_LIMIT. */
qd_status flows_has_distinct_potential_paths(const struct flows_board *board, bool tiles_left,
                                             qd_control *control);

/* The same with a witness for QD_YES: a canonical tile for every empty hex, so that all teams are
 * joined; FLOWS_NONE for occupied hexes, and for hexes that no route needs if no tiles are left for
 * them. routes (may be NULL) takes the pairs of ports that the routes use. */
qd_status flows_find_witness(const struct flows_board *board, bool tiles_left, qd_control *control,
                             uint8_t tile[FLOWS_MOST_HEXES], struct flows_routes *routes);

/* May this tile be laid on this hex? QD_NO if the hex is occupied. */
qd_status flows_is_move_legal(const struct flows_board *board, unsigned hex, unsigned tile,
                              bool tiles_left, qd_control *control);

/* ---- why not ---- */

enum flows_refusal_kind {
    FLOWS_TEAM_IS_CUT,   /* one team has no way at all */
    FLOWS_NO_ROOM,       /* a cut has fewer links than there are teams that must cross it */
    FLOWS_TEAMS_COLLIDE, /* no single cut shows it, but there are no routes for these teams */
    FLOWS_TILES_LACK     /* any tiles would do; those that are left do not */
};

struct flows_refusal {
    enum flows_refusal_kind kind;
    /* The smallest set of teams that cannot be joined together; the first such set. All teams, if
     * the control ended before it was found: the kind is then one of the last two. */
    uint8_t axes;
    /* Only FLOWS_TEAM_IS_CUT and FLOWS_NO_ROOM: */
    struct flows_cut cut;                   /* a side that the teams cannot leave together */
    unsigned ports;                         /* links out of it: fewer than teams */
    struct flows_port port[FLOWS_CUT_MOST]; /* each as a port of an empty hex */
    /* Occupied hexes that turn the side's lines back, or end them. Of FLOWS_TEAM_IS_CUT no more
     * than it takes: these tiles alone cut the team off, and any of them taken away leaves it a way
     * (unless the control ended it early). */
    struct flows_set wall;
};

/* Decides whether all teams can be joined, and if not, why: once that is decided, the reason adds
 * what smaller sets of teams take. Returns QD_NO with the refusal, QD_YES if they can be, or
 * QD_LIMIT. */
qd_status flows_explain(const struct flows_board *board, bool tiles_left, qd_control *control,
                        struct flows_refusal *refusal);

/* ---- all placements of a tile ---- */

enum flows_place_verdict {
    FLOWS_PLACE_OCCUPIED = '.',
    FLOWS_PLACE_ILLEGAL = '0',
    FLOWS_PLACE_LEGAL = '1',
    FLOWS_PLACE_WINS = 'W',
    FLOWS_PLACE_UNKNOWN = '?' /* the control ended it */
};

struct flows_placements {
    char at[FLOWS_PORTS][FLOWS_MOST_HEXES + 1]; /* [rotation][hex], each a text */
    unsigned legal;                             /* distinct legal placements, wins included */
    unsigned wins;                              /* of them: those that join a team's edges */
    unsigned unknown;                           /* distinct placements that were not decided */
};

/* The verdicts for all hexes and rotations of a tile of this type. Returns QD_YES if there is a
 * legal placement, QD_NO if there is none, QD_LIMIT if not all were decided. */
qd_status flows_place_everywhere(const struct flows_board *board, unsigned type, bool tiles_left,
                                 qd_control *control, struct flows_placements *placements);

#endif
