/* Which moves are legal now. A move is decided once: the verdict, the sentence and the fields for
 * the page come from the same decision. */
#ifndef PUZZLES_FLOWS_MODEL_DECIDE_H
#define PUZZLES_FLOWS_MODEL_DECIDE_H

#include <jansson.h>

#include "puzzles/flows/model/game.h"
#include "puzzles/flows/model/legality/legal.h"

/* The rule that a move breaks. */
enum flows_rule {
    FLOWS_RULE_OVER,       /* nobody moves after the end */
    FLOWS_RULE_TURN,       /* it is another player's turn */
    FLOWS_RULE_HAND,       /* another tile is in hand */
    FLOWS_RULE_BAG,        /* no such tile is left */
    FLOWS_RULE_DRAWN,      /* the tile in hand is known already */
    FLOWS_RULE_OCCUPIED,   /* there is a tile on the hex */
    FLOWS_RULE_CARRIED,    /* the same, and the replaced tile needs an empty hex */
    FLOWS_RULE_NOT_CUT,    /* the same, and the player needs no replacement */
    FLOWS_RULE_NOBODY_CUT, /* the same, and nobody does */
    FLOWS_RULE_FREES_NONE, /* the replacement frees nobody */
    FLOWS_RULE_RESIGNED,   /* the team has resigned before */
    FLOWS_RULE_ALONE,      /* a team that plays alone cannot resign */
    FLOWS_RULE_WAYS        /* every team must keep a way */
};

/* Why a move is not legal. */
struct flows_decision {
    enum flows_rule broken;
    struct flows_refusal refusal; /* FLOWS_RULE_WAYS: who is cut off, and by what */
};

/* May the move be played? QD_YES; QD_NO with the decision; QD_LIMIT if the control (NULL: no limit)
 * ended first. decision may be NULL: then no reason is looked for. */
qd_status flows_decide(const struct flows_game *game, struct flows_move move, qd_control *control,
                       struct flows_decision *decision);
/* Appends the reason (a clause, no full stop). */
void flows_decision_text(const struct flows_game *game, struct flows_move move,
                         const struct flows_decision *decision, struct buf *out);
/* The reason as docs/openapi.json describes it, which the caller owns; NULL unless somebody would
 * be cut off. */
json_t *flows_decision_fields(const struct flows_game *game, const struct flows_decision *decision);

/* Lists moves that are legal now, in a fixed order: every tile that may be in hand, on every hex,
 * in every way that looks different; where the hand is unknown also the draws of tiles that have no
 * legal place. Resigning, which is always allowed, and other draws are not listed. Stops at room.
 * *count becomes their number. QD_YES, or QD_LIMIT if the control (NULL: no limit) ended first. */
qd_status flows_list_moves(const struct flows_game *game, qd_control *control,
                           struct flows_move *moves, size_t room, size_t *count);
/* The same without a limit. Returns the number. */
size_t flows_game_moves(const struct flows_game *game, struct flows_move *moves, size_t room);

/* Has a tile of that type a legal place? QD_YES, QD_NO or QD_LIMIT. */
qd_status flows_is_playable(const struct flows_game *game, unsigned type, qd_control *control);

#endif
