#include "puzzles/flows/model/decide.h"

#include "puzzles/flows/model/legality/reason.h"

/* ---- supermoves ---- */

/* Can the team of that axis join its edges, whatever the others do? */
static qd_status has_way(const struct flows_game *game, unsigned axis, qd_control *control) {
    struct flows_board alone = game->board;
    alone.axes = (uint8_t)(1U << axis);
    return flows_has_distinct_potential_paths(&alone, game->setup.tiles_left, control);
}

/* The teams that the player may free by a replacement: bits of axes. QD_YES or QD_LIMIT. */
static qd_status teams_to_free(const struct flows_game *game, qd_control *control,
                               unsigned *blocked) {
    *blocked = 0;
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++) {
        bool mine = axis == game->edge % 3u;
        if (!(mine || game->setup.for_anyone) || !(game->board.axes >> axis & 1))
            continue;
        qd_status status = has_way(game, axis, control);
        if (status == QD_LIMIT)
            return QD_LIMIT;
        *blocked |= (unsigned)(status == QD_NO) << axis;
    }
    return QD_YES;
}

/* Does the replacement free one of the teams? */
static qd_status frees(const struct flows_game *game, unsigned hex, unsigned tile, unsigned blocked,
                       qd_control *control) {
    struct flows_game after = *game;
    flows_remove(&after.board, hex);
    flows_place(&after.board, hex, tile);
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++) {
        qd_status status = blocked >> axis & 1 ? has_way(&after, axis, control) : QD_NO;
        if (status != QD_NO)
            return status;
    }
    return QD_NO;
}

/* ---- one move ---- */

static qd_status may_lay(const struct flows_game *game, unsigned hex, unsigned tile,
                         qd_control *control) {
    if (game->setup.supermove != FLOWS_NO_SUPERMOVE)
        return QD_YES;
    return flows_is_move_legal(&game->board, hex, tile, game->setup.tiles_left, control);
}

/* A move that is being decided. */
struct question {
    const struct flows_game *game;
    struct flows_move move;
    qd_control *control;
    struct flows_decision *decision; /* NULL: no reason is looked for */
};

static qd_status breaks(const struct question *ask, enum flows_rule rule) {
    if (ask->decision)
        ask->decision->broken = rule;
    return QD_NO;
}

static qd_status decide_replacement(const struct question *ask) {
    const struct flows_game *game = ask->game;
    unsigned blocked;
    if (game->setup.supermove == FLOWS_NO_SUPERMOVE)
        return breaks(ask, FLOWS_RULE_OCCUPIED);
    if (game->carried)
        return breaks(ask, FLOWS_RULE_CARRIED);
    if (teams_to_free(game, ask->control, &blocked) == QD_LIMIT)
        return QD_LIMIT;
    if (!blocked)
        return breaks(ask, game->setup.for_anyone ? FLOWS_RULE_NOBODY_CUT : FLOWS_RULE_NOT_CUT);
    qd_status status = frees(game, ask->move.hex, ask->move.tile, blocked, ask->control);
    return status == QD_NO ? breaks(ask, FLOWS_RULE_FREES_NONE) : status;
}

/* A tile on an empty hex. The verdict and the reason are found together. */
static qd_status decide_ways(const struct question *ask) {
    const struct flows_game *game = ask->game;
    if (!ask->decision || game->setup.supermove != FLOWS_NO_SUPERMOVE)
        return may_lay(game, ask->move.hex, ask->move.tile, ask->control);
    struct flows_board after = game->board;
    flows_place(&after, ask->move.hex, ask->move.tile);
    if (flows_joined_axes(&after))
        return QD_YES;
    qd_status status =
        flows_explain(&after, game->setup.tiles_left, ask->control, &ask->decision->refusal);
    return status == QD_NO ? breaks(ask, FLOWS_RULE_WAYS) : status;
}

static qd_status decide_tile(const struct question *ask) {
    unsigned type = flows_tile_type(ask->move.tile);
    if (ask->game->hand != FLOWS_NONE && ask->game->hand != type)
        return breaks(ask, FLOWS_RULE_HAND);
    return ask->game->board.left[type] > 0 ? QD_YES : breaks(ask, FLOWS_RULE_BAG);
}

static qd_status decide_lay(const struct question *ask) {
    qd_status status = decide_tile(ask);
    if (status != QD_YES)
        return status;
    return flows_is_empty(&ask->game->board, ask->move.hex) ? decide_ways(ask)
                                                            : decide_replacement(ask);
}

static qd_status decide_resign(const struct question *ask) {
    unsigned axis = flows_axis_of(&ask->game->setup, ask->move.player);
    if (!(ask->game->board.axes >> axis & 1))
        return breaks(ask, FLOWS_RULE_RESIGNED);
    return ask->game->board.axes != 1U << axis ? QD_YES : breaks(ask, FLOWS_RULE_ALONE);
}

qd_status flows_decide(const struct flows_game *game, struct flows_move move, qd_control *control,
                       struct flows_decision *decision) {
    const struct question ask = {game, move, control, decision};
    if (game->outcome != FLOWS_GOES_ON)
        return breaks(&ask, FLOWS_RULE_OVER);
    if (move.kind == FLOWS_RESIGN)
        return decide_resign(&ask);
    if (move.player != flows_game_player(game))
        return breaks(&ask, FLOWS_RULE_TURN);
    if (move.kind == FLOWS_LAY)
        return decide_lay(&ask);
    return game->hand == FLOWS_NONE ? decide_tile(&ask) : breaks(&ask, FLOWS_RULE_DRAWN);
}

/* ---- why not ---- */

/* What is said of a broken rule, around a number where there is one. */
static const struct {
    const char *before, *after; /* after is NULL: no number */
} clauses[] = {
    [FLOWS_RULE_OVER] = {"the game is over", NULL},
    [FLOWS_RULE_TURN] = {"it is the turn of P", ""},
    [FLOWS_RULE_HAND] = {"the tile in hand is T", ""},
    [FLOWS_RULE_BAG] = {"no tile T", " is left"},
    [FLOWS_RULE_DRAWN] = {"the tile in hand is known already", NULL},
    [FLOWS_RULE_OCCUPIED] = {"there is a tile on that hex", NULL},
    [FLOWS_RULE_CARRIED] = {"there is a tile on that hex, and the one that was replaced must be "
                            "laid on an empty one",
                            NULL},
    [FLOWS_RULE_NOT_CUT] = {"there is a tile on that hex, and the player is not cut off", NULL},
    [FLOWS_RULE_NOBODY_CUT] = {"there is a tile on that hex, and no team is cut off", NULL},
    [FLOWS_RULE_FREES_NONE] = {"replacing that tile frees no team that is cut off", NULL},
    [FLOWS_RULE_RESIGNED] = {"that team has resigned already", NULL},
    [FLOWS_RULE_ALONE] = {"no other team is left to win", NULL},
};

static unsigned number_for(const struct flows_game *game, struct flows_move move,
                           enum flows_rule rule) {
    if (rule == FLOWS_RULE_TURN)
        return flows_game_player(game) + 1;
    return rule == FLOWS_RULE_HAND ? game->hand : flows_tile_type(move.tile);
}

void flows_decision_text(const struct flows_game *game, struct flows_move move,
                         const struct flows_decision *decision, struct buf *out) {
    enum flows_rule rule = decision->broken;
    if (rule == FLOWS_RULE_WAYS) {
        flows_reason_add(game->board.grid, &game->setup, &decision->refusal,
                         game->setup.seat[move.player], out);
        return;
    }
    buf_add(out, clauses[rule].before);
    if (clauses[rule].after)
        buf_printf(out, "%u%s", number_for(game, move, rule), clauses[rule].after);
}

json_t *flows_decision_fields(const struct flows_game *game,
                              const struct flows_decision *decision) {
    return decision->broken == FLOWS_RULE_WAYS
               ? flows_reason_fields(&game->setup, &decision->refusal)
               : NULL;
}

/* ---- lists ---- */

struct list {
    const struct flows_game *game;
    qd_control *control;
    struct flows_move *moves;
    size_t count, room;
    unsigned blocked;                   /* teams that a replacement may free */
    const struct flows_placements *map; /* the verdicts on this type; NULL: decide each placement */
    bool limited;                       /* the control ended before all was decided */
};

static qd_status may_go(const struct list *list, unsigned hex, unsigned tile) {
    if (list->map) {
        char verdict = list->map->at[flows_tile_rotation(tile)][hex];
        return verdict == FLOWS_PLACE_UNKNOWN ? QD_LIMIT
               : verdict >= FLOWS_PLACE_LEGAL ? QD_YES
                                              : QD_NO;
    }
    if (flows_is_empty(&list->game->board, hex))
        return may_lay(list->game, hex, tile, list->control);
    return list->blocked ? frees(list->game, hex, tile, list->blocked, list->control) : QD_NO;
}

/* Adds what a tile of a type can do. */
static void list_type(struct list *list, unsigned type) {
    const struct flows_game *game = list->game;
    uint8_t player = (uint8_t)flows_game_player(game);
    for (unsigned hex = 0; hex < game->board.grid->hexes; hex++)
        for (unsigned rotation = 0; rotation < flows_rotations(type); rotation++) {
            unsigned tile = flows_tile(type, rotation);
            if (list->count == list->room)
                return;
            qd_status status = may_go(list, hex, tile);
            list->limited |= status == QD_LIMIT;
            if (status == QD_YES)
                list->moves[list->count++] = (struct flows_move){.kind = FLOWS_LAY,
                                                                 .player = player,
                                                                 .hex = (uint8_t)hex,
                                                                 .tile = (uint8_t)tile};
        }
}

static struct list begin_list(const struct flows_game *game, qd_control *control,
                              struct flows_move *moves, size_t room) {
    struct list list = {.game = game, .control = control, .moves = moves, .room = room};
    if (game->setup.supermove != FLOWS_NO_SUPERMOVE && !game->carried)
        list.limited = teams_to_free(game, control, &list.blocked) == QD_LIMIT;
    return list;
}

qd_status flows_is_playable(const struct flows_game *game, unsigned type, qd_control *control) {
    struct flows_move one;
    struct list list = begin_list(game, control, &one, 1);
    list_type(&list, type);
    return list.count > 0 ? QD_YES : list.limited ? QD_LIMIT : QD_NO;
}

/* The draw of a tile that cannot be laid ends the game, so it is a move of its own. */
static void list_draw(struct list *list, unsigned type) {
    if (list->count < list->room && !list->limited)
        list->moves[list->count++] =
            (struct flows_move){.kind = FLOWS_DRAW,
                                .player = (uint8_t)flows_game_player(list->game),
                                .tile = (uint8_t)flows_tile(type, 0)};
}

/* Adds the moves of a type that may be in hand. */
static void list_if_held(struct list *list, unsigned type) {
    const struct flows_game *game = list->game;
    size_t before = list->count;
    struct flows_placements map;
    if (game->hand == FLOWS_NONE ? game->board.left[type] == 0 : game->hand != type)
        return;
    if (game->setup.supermove == FLOWS_NO_SUPERMOVE) {
        flows_place_everywhere(&game->board, type, game->setup.tiles_left, list->control, &map);
        list->map = &map;
    }
    list_type(list, type);
    list->map = NULL;
    if (list->count == before)
        list_draw(list, type);
}

qd_status flows_list_moves(const struct flows_game *game, qd_control *control,
                           struct flows_move *moves, size_t room, size_t *count) {
    *count = 0;
    if (game->outcome != FLOWS_GOES_ON || room == 0)
        return QD_YES;
    struct list list = begin_list(game, control, moves, room);
    for (unsigned type = 0; type < FLOWS_TYPES; type++)
        list_if_held(&list, type);
    *count = list.count;
    return list.limited ? QD_LIMIT : QD_YES;
}

size_t flows_game_moves(const struct flows_game *game, struct flows_move *moves, size_t room) {
    size_t count;
    flows_list_moves(game, NULL, moves, room, &count);
    return count;
}
