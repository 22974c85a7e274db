#include "puzzles/flows/model/game.h"

#include <string.h>

#include "puzzles/flows/model/decide.h"

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

/* The edge is part of it so that the player after one who resigned does not get the tile that
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

/* ---- the end ---- */

static void end(struct flows_game *game, enum flows_outcome outcome, unsigned winners) {
    game->outcome = (uint8_t)outcome;
    game->winners = (uint8_t)winners;
}

/* Has the tile in hand, or every tile that may be in hand, no legal place? */
static qd_status is_stuck(const struct flows_game *game, qd_control *control) {
    for (unsigned type = 0; type < FLOWS_TYPES; type++) {
        if (game->hand == FLOWS_NONE ? game->board.left[type] == 0 : game->hand != type)
            continue;
        qd_status status = flows_is_playable(game, type, control);
        if (status != QD_NO)
            return status == QD_YES ? QD_NO : QD_LIMIT;
    }
    return QD_YES;
}

/* What follows if the tile in hand has no legal place: by the rules its player wins, but only where
 * everybody has a way, as after every legal move. QD_YES or QD_LIMIT. */
static qd_status end_stuck(struct flows_game *game, qd_control *control) {
    qd_status status = QD_YES;
    if (game->setup.supermove == FLOWS_NO_SUPERMOVE)
        status = flows_has_distinct_potential_paths(&game->board, game->setup.tiles_left, control);
    if (status == QD_LIMIT)
        return QD_LIMIT;
    if (status == QD_YES)
        end(game, FLOWS_UNPLAYABLE, 1U << game->edge % 3);
    else
        end(game, FLOWS_IMPOSSIBLE, 0);
    return QD_YES;
}

/* All others have resigned. A game for one has no others. */
static bool is_given_up(const struct flows_game *game) {
    unsigned axes = game->board.axes;
    return axes != flows_setup_axes(&game->setup) && (axes & (axes - 1)) == 0;
}

qd_status flows_game_settle(struct flows_game *game, qd_control *control) {
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
        return QD_YES;
    if (game->setup.seeded && game->hand == FLOWS_NONE)
        game->hand = (uint8_t)draw(game);
    qd_status stuck = is_stuck(game, control);
    if (stuck == QD_YES)
        return end_stuck(game, control);
    return stuck == QD_NO ? QD_YES : QD_LIMIT;
}

void flows_game_start(struct flows_game *game, const struct flows_setup *setup) {
    *game = (struct flows_game){.setup = *setup, .edge = setup->seat[0], .hand = FLOWS_NONE};
    flows_board_start(&game->board, setup->radius, flows_setup_axes(setup));
    memcpy(game->board.left, setup->tiles, sizeof game->board.left);
    flows_game_settle(game, NULL);
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
    flows_remove(&game->board, move.hex);
    flows_place(&game->board, move.hex, move.tile);
    if (game->setup.supermove == FLOWS_DOUBLE_SUPERMOVE && !flows_set_empty(&game->board.empty)) {
        game->carried = true;
        game->shown = false;
        game->hand = (uint8_t)flows_tile_type(old);
    } else {
        pass_turn(game);
    }
}

/* The team's axis no longer counts: it cannot win, and nobody must leave it a way. */
static void play_resign(struct flows_game *game, unsigned player) {
    unsigned axis = flows_axis_of(&game->setup, player);
    game->board.axes &= (uint8_t) ~(1U << axis);
    if (game->edge % 3u == axis)
        pass_turn(game);
}

static void play_draw(struct flows_game *game, unsigned type) {
    game->hand = (uint8_t)type;
    game->shown = true;
}

void flows_game_draw(struct flows_game *game, unsigned type) {
    play_draw(game, type);
    flows_game_settle(game, NULL);
}

qd_status flows_game_play(struct flows_game *game, struct flows_move move, qd_control *control,
                          struct flows_decision *decision) {
    qd_status status = flows_decide(game, move, control, decision);
    if (status != QD_YES)
        return status;
    struct flows_game after = *game;
    if (move.kind == FLOWS_RESIGN)
        play_resign(&after, move.player);
    else if (move.kind == FLOWS_DRAW)
        play_draw(&after, flows_tile_type(move.tile));
    else
        play_lay(&after, move);
    status = flows_game_settle(&after, control);
    if (status == QD_YES)
        *game = after;
    return status;
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
        buf_printf(out, "No tile that P%u can draw has a legal place", player);
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
