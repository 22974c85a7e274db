#include "puzzles/flows/model/game.h"

#include <string.h>

#include "puzzles/flows/model/legality/legal.h"
#include "puzzles/flows/model/legality/reason.h"

/* ---- turns ---- */

static unsigned next_edge(const struct flows_game *game) {
    return flows_next_edge(&game->setup, game->board.axes, game->edge);
}

unsigned flows_game_usual_edge(const struct flows_game *game) {
    struct flows_game all = {.setup = game->setup, .edge = game->setup.seat[0]};
    unsigned round = game->setup.players == 5 ? 6 : game->setup.players;
    all.board.axes = FLOWS_ALL_AXES;
    for (unsigned turns = game->turn % round; turns > 0; turns--)
        all.edge = (uint8_t)next_edge(&all);
    all.board.axes = game->board.axes;
    return all.board.axes >> all.edge % 3 & 1 ? all.edge : next_edge(&all);
}

unsigned flows_game_player(const struct flows_game *game) {
    return flows_player_for(&game->setup, game->edge);
}

/* ---- draws ---- */

/* The edge is part of it so that whoever comes after one who resigned does not get the tile that
 * everybody may have seen. */
static unsigned draw(const struct flows_game *game) {
    struct random random;
    uint64_t which = game->turn * UINT64_C(8) + game->edge;
    random_seed(&random, game->setup.seed ^ (which * UINT64_C(0x9E3779B97F4A7C15)));
    uint64_t number = random_below(&random, flows_count_left(&game->board));
    unsigned type = 0;
    while (number >= game->board.left[type])
        number -= game->board.left[type++];
    return type;
}

/* ---- what is legal ---- */

bool flows_game_blocked(const struct flows_game *game, unsigned axis) {
    struct flows_board alone = game->board;
    alone.axes = (uint8_t)(1U << axis);
    return flows_has_distinct_potential_paths(&alone, game->setup.tiles_left, NULL) != QD_YES;
}

/* The teams that whoever moves may free by a replacement: bits of axes. */
static unsigned teams_to_free(const struct flows_game *game) {
    unsigned blocked = 0;
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++) {
        bool mine = axis == game->edge % 3u;
        if ((mine || game->setup.for_anyone) && game->board.axes >> axis & 1 &&
            flows_game_blocked(game, axis))
            blocked |= 1U << axis;
    }
    return blocked;
}

static void replace(struct flows_board *board, unsigned hex, unsigned tile) {
    flows_remove(board, hex);
    flows_place(board, hex, tile);
}

/* True if the replacement frees one of the teams. */
static bool frees(const struct flows_game *game, unsigned hex, unsigned tile, unsigned blocked) {
    struct flows_game after = *game;
    replace(&after.board, hex, tile);
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        if (blocked >> axis & 1 && !flows_game_blocked(&after, axis))
            return true;
    return false;
}

static bool may_lay(const struct flows_game *game, unsigned hex, unsigned tile) {
    return game->setup.supermove != FLOWS_NO_SUPERMOVE ||
           flows_is_move_legal(&game->board, hex, tile, game->setup.tiles_left, NULL) == QD_YES;
}

static bool refuse(struct buf *why, const char *text) {
    if (why)
        buf_add(why, text);
    return false;
}

static bool allow_replacement(const struct flows_game *game, struct flows_move move,
                              struct buf *why) {
    if (game->setup.supermove == FLOWS_NO_SUPERMOVE)
        return refuse(why, "there is a tile on that hex");
    if (game->carried)
        return refuse(why,
                      "there is a tile on that hex, and the one that was replaced must be laid "
                      "on an empty one");
    unsigned blocked = teams_to_free(game);
    if (!blocked)
        return refuse(why, game->setup.for_anyone
                               ? "there is a tile on that hex, and no team is cut off"
                               : "there is a tile on that hex, and the player is not cut off");
    return frees(game, move.hex, move.tile, blocked) ||
           refuse(why, "replacing that tile frees no team that is cut off");
}

/* The reason why a tile may not be laid on an empty hex. */
static bool refuse_cut(const struct flows_game *game, struct flows_move move, struct buf *why) {
    struct flows_board after = game->board;
    flows_place(&after, move.hex, move.tile);
    if (why)
        flows_reason_add(&after, &game->setup, game->setup.tiles_left,
                         game->setup.seat[move.player], why);
    return false;
}

static bool allow_tile(const struct flows_game *game, struct flows_move move, struct buf *why) {
    unsigned type = flows_tile_type(move.tile);
    if (game->hand != FLOWS_NONE && game->hand != type) {
        if (why)
            buf_printf(why, "the tile in hand is T%u", game->hand);
        return false;
    }
    if (game->board.left[type] > 0)
        return true;
    if (why)
        buf_printf(why, "no tile T%u is left", type);
    return false;
}

static bool allow_lay(const struct flows_game *game, struct flows_move move, struct buf *why) {
    if (!allow_tile(game, move, why))
        return false;
    if (!flows_is_empty(&game->board, move.hex))
        return allow_replacement(game, move, why);
    return may_lay(game, move.hex, move.tile) || refuse_cut(game, move, why);
}

static bool allow_draw(const struct flows_game *game, struct flows_move move, struct buf *why) {
    if (game->hand == FLOWS_NONE)
        return allow_tile(game, move, why);
    return refuse(why, "the tile in hand is known already");
}

static bool allow_player(const struct flows_game *game, struct flows_move move, struct buf *why) {
    unsigned player = flows_game_player(game);
    if (move.player == player)
        return true;
    if (why)
        buf_printf(why, "it is the turn of P%u", player + 1);
    return false;
}

/* Who plays alone has nobody to give the win to. */
static bool allow_resign(const struct flows_game *game, unsigned axis, struct buf *why) {
    if (!(game->board.axes >> axis & 1))
        return refuse(why, "that team has resigned already");
    return game->board.axes != 1U << axis || refuse(why, "there is nobody else to win");
}

static bool allow(const struct flows_game *game, struct flows_move move, struct buf *why) {
    if (game->outcome != FLOWS_GOES_ON)
        return refuse(why, "the game is over");
    if (move.kind == FLOWS_RESIGN)
        return allow_resign(game, flows_axis_of(&game->setup, move.player), why);
    if (!allow_player(game, move, why))
        return false;
    return move.kind == FLOWS_DRAW ? allow_draw(game, move, why) : allow_lay(game, move, why);
}

/* ---- lists ---- */

struct list {
    const struct flows_game *game;
    struct flows_move *moves;
    size_t count, room;
    unsigned blocked;                   /* teams that a replacement may free */
    const struct flows_placements *map; /* the verdicts on this type; NULL: ask one by one */
};

static bool may_go(const struct list *list, unsigned hex, unsigned tile) {
    if (list->map)
        return list->map->at[flows_tile_rotation(tile)][hex] >= FLOWS_PLACE_LEGAL;
    if (flows_is_empty(&list->game->board, hex))
        return may_lay(list->game, hex, tile);
    return list->blocked && frees(list->game, hex, tile, list->blocked);
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
            if (may_go(list, hex, tile))
                list->moves[list->count++] = (struct flows_move){.kind = FLOWS_LAY,
                                                                 .player = player,
                                                                 .hex = (uint8_t)hex,
                                                                 .tile = (uint8_t)tile};
        }
}

static struct list begin_list(const struct flows_game *game, struct flows_move *moves,
                              size_t room) {
    bool replaces = game->setup.supermove != FLOWS_NO_SUPERMOVE && !game->carried;
    return (struct list){
        .game = game, .moves = moves, .room = room, .blocked = replaces ? teams_to_free(game) : 0};
}

static bool is_playable(const struct flows_game *game, unsigned type) {
    struct flows_move one;
    struct list list = begin_list(game, &one, 1);
    list_type(&list, type);
    return list.count > 0;
}

/* The draw of a tile that cannot be laid ends the game, so it is a move of its own. */
static void list_draw(struct list *list, unsigned type) {
    if (list->count < list->room)
        list->moves[list->count++] =
            (struct flows_move){.kind = FLOWS_DRAW,
                                .player = (uint8_t)flows_game_player(list->game),
                                .tile = (uint8_t)flows_tile(type, 0)};
}

size_t flows_game_moves(const struct flows_game *game, struct flows_move *moves, size_t room) {
    struct list list = begin_list(game, moves, room);
    if (game->outcome != FLOWS_GOES_ON || room == 0)
        return 0;
    for (unsigned type = 0; type < FLOWS_TYPES; type++) {
        size_t before = list.count;
        struct flows_placements map;
        if (game->hand == FLOWS_NONE ? game->board.left[type] == 0 : game->hand != type)
            continue;
        if (game->setup.supermove == FLOWS_NO_SUPERMOVE) {
            flows_place_everywhere(&game->board, type, game->setup.tiles_left, NULL, &map);
            list.map = &map;
        }
        list_type(&list, type);
        if (list.count == before)
            list_draw(&list, type);
    }
    return list.count;
}

/* ---- the end ---- */

static void end(struct flows_game *game, enum flows_outcome outcome, unsigned winners) {
    game->outcome = (uint8_t)outcome;
    game->winners = (uint8_t)winners;
}

/* The tile in hand, or every tile that may be in hand, has no legal place. */
static bool is_stuck(const struct flows_game *game) {
    for (unsigned type = 0; type < FLOWS_TYPES; type++)
        if ((game->hand == FLOWS_NONE ? game->board.left[type] > 0 : game->hand == type) &&
            is_playable(game, type))
            return false;
    return true;
}

/* What follows if the tile in hand has no legal place: by the rules its player wins, but only where
 * everybody has a way, as after every legal move. */
static void end_stuck(struct flows_game *game) {
    bool free = game->setup.supermove != FLOWS_NO_SUPERMOVE;
    if (free ||
        flows_has_distinct_potential_paths(&game->board, game->setup.tiles_left, NULL) == QD_YES)
        end(game, FLOWS_UNPLAYABLE, 1U << game->edge % 3);
    else
        end(game, FLOWS_IMPOSSIBLE, 0);
}

/* All others have resigned. A game for one has no others. */
static bool is_given_up(const struct flows_game *game) {
    unsigned axes = game->board.axes;
    return axes != flows_setup_axes(&game->setup) && (axes & (axes - 1)) == 0;
}

void flows_game_settle(struct flows_game *game) {
    unsigned joined = flows_joined_axes(&game->board);
    end(game, FLOWS_GOES_ON, 0);
    if (!game->shown && !game->carried)
        game->hand = FLOWS_NONE;
    if (joined)
        end(game, FLOWS_JOINED, joined);
    else if (is_given_up(game))
        end(game, FLOWS_GIVEN_UP, game->board.axes);
    else if (game->turn >= FLOWS_MOST_TURNS)
        end(game, FLOWS_TOO_LONG, 0);
    else if (flows_count_left(&game->board) == 0)
        end(game, FLOWS_BAG_EMPTY, 0);
    if (game->outcome != FLOWS_GOES_ON)
        return;
    if (game->setup.seeded && game->hand == FLOWS_NONE)
        game->hand = (uint8_t)draw(game);
    if (is_stuck(game))
        end_stuck(game);
}

void flows_game_start(struct flows_game *game, const struct flows_setup *setup) {
    *game = (struct flows_game){.setup = *setup, .edge = setup->seat[0], .hand = FLOWS_NONE};
    flows_board_start(&game->board, setup->radius, flows_setup_axes(setup));
    memcpy(game->board.left, setup->tiles, sizeof game->board.left);
    flows_game_settle(game);
}

/* ---- playing ---- */

static void pass_turn(struct flows_game *game) {
    game->edge = (uint8_t)next_edge(game);
    game->carried = false;
    game->shown = false;
}

/* What was replaced stays in hand if it is to be laid at once and there is room for it. */
static void play_lay(struct flows_game *game, struct flows_move move) {
    unsigned old = game->board.tile[move.hex];
    game->turn++;
    if (old == FLOWS_NONE) {
        flows_place(&game->board, move.hex, move.tile);
        pass_turn(game);
        return;
    }
    replace(&game->board, move.hex, move.tile);
    if (game->setup.supermove == FLOWS_DOUBLE_SUPERMOVE && !flows_set_empty(&game->board.empty)) {
        game->carried = true;
        game->shown = false;
        game->hand = (uint8_t)flows_tile_type(old);
    } else {
        pass_turn(game);
    }
}

/* The team's axis counts no more: neither can it win, nor must a way be left for it. */
static void play_resign(struct flows_game *game, unsigned player) {
    unsigned axis = flows_axis_of(&game->setup, player);
    game->board.axes &= (uint8_t) ~(1U << axis);
    if (game->edge % 3u == axis)
        pass_turn(game);
}

void flows_game_draw(struct flows_game *game, unsigned type) {
    game->hand = (uint8_t)type;
    game->shown = true;
    flows_game_settle(game);
}

bool flows_game_play(struct flows_game *game, struct flows_move move, struct buf *why) {
    if (!allow(game, move, why))
        return false;
    if (move.kind == FLOWS_RESIGN) {
        play_resign(game, move.player);
        flows_game_settle(game);
    } else if (move.kind == FLOWS_DRAW) {
        flows_game_draw(game, flows_tile_type(move.tile));
    } else {
        play_lay(game, move);
        flows_game_settle(game);
    }
    return true;
}

double flows_share(unsigned winners, unsigned axes, unsigned axis) {
    unsigned sharing = winners ? winners : axes;
    return sharing >> axis & 1 ? 1.0 / __builtin_popcount(sharing) : 0;
}

/* ---- what there is to see ---- */

static void follow_line(const struct flows_board *board, struct flows_port start, uint8_t mark,
                        struct flows_owners *owners) {
    struct flows_step steps[FLOWS_MOST_STEPS];
    struct flows_end line = flows_follow(board, start, steps);
    for (unsigned i = 0; i < line.steps; i++) {
        owners->players[steps[i].hex][steps[i].in] |= mark;
        owners->players[steps[i].hex][steps[i].out] |= mark;
    }
}

void flows_game_owners(const struct flows_game *game, struct flows_owners *owners) {
    const struct flows_grid *grid = game->board.grid;
    *owners = (struct flows_owners){0};
    for (unsigned player = 0; player < game->setup.players; player++)
        for (unsigned place = 0; place < flows_edge_ports(grid); place++)
            follow_line(&game->board, flows_edge_port(grid, game->setup.seat[player], place),
                        (uint8_t)(1U << player), owners);
}

const char *flows_outcome_word(const struct flows_game *game) {
    static const char *const words[] = {"playing",   "won",      "unplayable", "resigned",
                                        "bag-empty", "too-long", "impossible"};
    bool tie = game->outcome == FLOWS_JOINED && (game->winners & (game->winners - 1)) != 0;
    return tie ? "tie" : words[game->outcome];
}

static void describe_turn(const struct flows_game *game, struct buf *out) {
    unsigned player = flows_game_player(game);
    bool extra = game->setup.seat[player] != game->edge;
    buf_printf(out, "P%u to move", player + 1);
    if (extra)
        buf_add(out, " (the extra turn)");
    if (game->hand != FLOWS_NONE)
        buf_printf(out, ", with a tile T%u in hand", game->hand);
    if (game->carried)
        buf_add(out, " that was replaced");
}

static void describe_joined(const struct flows_game *game, struct buf *out) {
    bool tie = (game->winners & (game->winners - 1)) != 0;
    flows_team_names(&game->setup, game->winners, out);
    buf_add(out, tie ? " joined their edges at once: a tie" : " joined their edges and won");
}

static void describe_unplayable(const struct flows_game *game, const char *winners,
                                struct buf *out) {
    unsigned player = flows_game_player(game) + 1;
    if (game->hand == FLOWS_NONE)
        buf_printf(out, "Whatever tile P%u draws has no legal place", player);
    else
        buf_printf(out, "The tile T%u that P%u drew has no legal place", game->hand, player);
    buf_printf(out, ", so the win goes to %s", winners);
}

void flows_game_describe(const struct flows_game *game, struct buf *out) {
    struct buf names = {0};
    flows_team_names(&game->setup, game->winners, &names);
    switch (game->outcome) {
    case FLOWS_JOINED:
        describe_joined(game, out);
        break;
    case FLOWS_UNPLAYABLE:
        describe_unplayable(game, buf_text(&names), out);
        break;
    case FLOWS_GIVEN_UP:
        buf_printf(out, "The others resigned, so the win goes to %s", buf_text(&names));
        break;
    case FLOWS_BAG_EMPTY:
        buf_add(out, "No tile is left to draw: nobody wins");
        break;
    case FLOWS_IMPOSSIBLE:
        buf_add(out, "This cannot come up in a game: not every team can still win");
        break;
    case FLOWS_TOO_LONG:
        buf_printf(out, "After %d turns nobody has won", FLOWS_MOST_TURNS);
        break;
    default:
        describe_turn(game, out);
    }
    buf_free(&names);
}
