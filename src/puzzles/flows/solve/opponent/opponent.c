/* The program as a player: which seats are its own, and its moves. */
#include "puzzles/flows/model/position.h"
#include "puzzles/flows/solve/opponent/distance.h"
#include "puzzles/flows/solve/opponent/think.h"

/* The program plays for all but the player at the screen, and for everybody if "me" is 0. */
static bool moves_next(const struct position *position, const struct options *options) {
    const struct flows_game *game = &position->game;
    return game->outcome == FLOWS_GOES_ON && options_given(options, "opponent") &&
           flows_game_player(game) + 1 != (unsigned)options_int(options, flows_options, "me");
}

/* A tile that only the players would know is drawn by the program. */
static void draw_if_unknown(struct flows_game *game) {
    struct random random;
    if (game->hand != FLOWS_NONE)
        return;
    random_seed(&random, flows_think_seed(game));
    uint64_t number = random_below(&random, flows_count_left(&game->board));
    unsigned type = 0;
    while (number >= game->board.left[type])
        number -= game->board.left[type++];
    flows_game_draw(game, type);
}

static void add_remark(const struct flows_game *game, const struct flows_candidate *chosen,
                       struct buf *out) {
    unsigned distance = chosen->distance[game->edge % 3u];
    buf_printf(out, "P%u ", flows_game_player(game) + 1);
    if (distance == 0)
        buf_add(out, "has joined the edges.\n");
    else if (distance < FLOWS_FAR)
        buf_printf(out, "needs %u more %s.\n", distance, distance == 1 ? "tile" : "tiles");
    else
        buf_add(out, "is cut off.\n");
}

static void add_move(const struct flows_game *game, struct flows_move move, struct hint *hint) {
    struct buf text = {0};
    flows_move_add(&game->setup, move, &text);
    record_add(&hint->moves, buf_text(&text), 0);
    buf_free(&text);
}

static qd_status choose(const struct game *view, const struct options *options, qd_control *control,
                        struct hint *hint, qd_error *error) {
    struct flows_game game = view->position->game;
    struct flows_thought thought;
    enum flows_level level = flows_level_find(options_text(options, flows_options, "opponent"));
    if (game.outcome != FLOWS_GOES_ON) {
        error_set(error, QD_BAD_INPUT, "the game is over");
        return QD_BAD_INPUT;
    }
    draw_if_unknown(&game);
    if (game.outcome != FLOWS_GOES_ON) {
        add_move(&game,
                 (struct flows_move){.kind = FLOWS_DRAW,
                                     .player = (uint8_t)flows_game_player(&game),
                                     .tile = (uint8_t)flows_tile(game.hand, 0)},
                 hint);
        buf_add(&hint->text, "This tile has no legal place.\n");
        return QD_YES;
    }
    qd_status status =
        flows_think(&game, level, (uint64_t)options_int(options, flows_options, "playouts"),
                    flows_think_seed(&game), control, &thought);
    add_move(&game, thought.best[0].move, hint);
    add_remark(&game, &thought.best[0], &hint->text);
    return status;
}

const struct puzzle_opponent flows_opponent = {
    .level = "opponent", .moves_next = moves_next, .choose = choose};
