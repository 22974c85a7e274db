/* Who plays, and what is hidden from whom: only its player sees the tile in hand, and the seed of
 * the draws is secret while the game goes on. */
#include "puzzles/flows/model/position.h"

static unsigned count(const struct position *position) {
    return position->game.setup.players;
}

static unsigned turn(const struct position *position) {
    const struct flows_game *game = &position->game;
    return game->outcome == FLOWS_GOES_ON ? flows_game_player(game) + 1 : 0;
}

static unsigned mover(const struct position *position, const char *text) {
    struct flows_move move;
    struct buf why = {0};
    bool known = flows_move_read(&position->game.setup, text, &move, &why);
    buf_free(&why);
    return known ? move.player + 1u : 0;
}

static bool resign(const struct position *position, unsigned player, struct buf *move) {
    const struct flows_game *game = &position->game;
    if (player < 1 || player > game->setup.players || game->outcome != FLOWS_GOES_ON ||
        !(game->board.axes >> flows_axis_of(&game->setup, player - 1) & 1))
        return false;
    flows_move_add(&game->setup,
                   (struct flows_move){.kind = FLOWS_RESIGN, .player = (uint8_t)(player - 1)},
                   move);
    return true;
}

/* A carried tile lay on the board before, so everybody knows it. */
static void hide(struct position *position, unsigned players) {
    struct flows_game *game = &position->game;
    if (game->outcome != FLOWS_GOES_ON)
        return;
    game->setup.seeded = false;
    game->setup.seed = 0;
    if (game->carried)
        return;
    bool known = game->hand != FLOWS_NONE && players >> flows_game_player(game) & 1;
    game->shown = known;
    if (!known)
        game->hand = FLOWS_NONE;
}

static bool dealt(const struct position *position) {
    return position->game.setup.seeded;
}

static void deal(struct position *position, uint64_t seed) {
    struct flows_game *game = &position->game;
    game->setup.seeded = true;
    game->setup.seed = seed;
    if (!game->shown && !game->carried)
        game->hand = FLOWS_NONE;
    flows_game_settle(game, NULL);
}

const struct puzzle_seats flows_seats = {
    .least = 2,
    .most = FLOWS_MOST_PLAYERS,
    .players = "players",
    .count = count,
    .turn = turn,
    .mover = mover,
    .resign = resign,
    .hide = hide,
    .dealt = dealt,
    .deal = deal,
};
