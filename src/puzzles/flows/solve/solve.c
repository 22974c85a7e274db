/* The proven value of an endgame, and the best line. Draws are chance, so the line is the best play
 * of everybody if each draw is the likeliest tile. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/flows/model/decide.h"
#include "puzzles/flows/model/position.h"
#include "puzzles/flows/solve/opponent/chances.h"
#include "puzzles/flows/solve/opponent/expectimax.h"

/* The line: at most a draw and a tile for each hex. */
struct best_line {
    struct flows_setup setup;
    size_t count;
    struct flows_move move[2 * FLOWS_EXACT_MOST + 1];
};

struct move_iterator {
    const struct best_line *line;
    size_t at;
};

/* What the solver may know: the position without the seed of its draws. */
static struct flows_game without_seed(const struct flows_game *game) {
    struct flows_game open = *game;
    open.setup.seeded = false;
    open.shown = game->hand != FLOWS_NONE;
    return open;
}

/* ---- the line ---- */

static unsigned likeliest(const struct flows_game *game) {
    unsigned best = 0;
    for (unsigned type = 1; type < FLOWS_TYPES; type++)
        if (game->board.left[type] > game->board.left[best])
            best = type;
    return best;
}

static void add_to_line(struct best_line *line, struct flows_game *game, struct flows_move move) {
    line->move[line->count++] = move;
    flows_game_play(game, move, NULL, NULL);
}

/* The first of the best moves with the tile in hand. Returns false if the control ended it. */
static bool find_best(struct flows_exact *exact, const struct flows_game *game,
                      struct flows_move *best) {
    struct flows_move *moves = mem_new(FLOWS_MOST_MOVES, sizeof *moves);
    size_t count = flows_game_moves(game, moves, FLOWS_MOST_MOVES);
    struct flows_worth most, worth;
    bool done = true;
    for (size_t i = 0; i < count && done; i++) {
        done = flows_exact_move(exact, game, moves[i], &worth);
        if (i == 0 || flows_exact_prefers(game->edge % 3u, &worth, &most)) {
            most = worth;
            *best = moves[i];
        }
    }
    free(moves);
    return done;
}

/* A tile that has no legal place is drawn by a move of its own. */
static bool extend(struct flows_exact *exact, struct flows_game *game, struct best_line *line) {
    struct flows_move move = {.kind = FLOWS_DRAW, .player = (uint8_t)flows_game_player(game)};
    struct flows_game drawn = *game;
    if (game->hand == FLOWS_NONE) {
        move.tile = (uint8_t)flows_tile(likeliest(game), 0);
        flows_game_draw(&drawn, flows_tile_type(move.tile));
    }
    if (drawn.outcome == FLOWS_GOES_ON && !find_best(exact, &drawn, &move))
        return false;
    add_to_line(line, game, move);
    return true;
}

/* ---- the answer ---- */

static qd_status out_of_reach(const struct flows_game *game, struct answer *answer) {
    unsigned empty = flows_set_count(&game->board.empty);
    answer->verdict = QD_UNKNOWN;
    if (game->setup.supermove != FLOWS_NO_SUPERMOVE)
        buf_add(&answer->text, "The exact value is not worked out for games with supermoves.\n");
    else
        buf_printf(&answer->text,
                   "%u hexes are empty; the exact value is worked out once no more than %d are.\n",
                   empty, FLOWS_EXACT_MOST);
    buf_add(&answer->text,
            "hint gives the best move that a search finds, rate everybody's chances.\n");
    fields_set(&answer->fields, "exact", json_false());
    fields_set(&answer->fields, "empty", json_integer(empty));
    return QD_LIMIT;
}

static qd_status cannot_be(const struct flows_game *game, struct answer *answer) {
    flows_game_describe(game, &answer->text);
    buf_add(&answer->text, ".\n");
    answer->verdict = QD_UNSOLVABLE;
    return QD_NO;
}

static void set_value(const struct flows_game *game, const double win[FLOWS_AXES],
                      struct answer *answer) {
    fields_set(&answer->fields, "exact", json_true());
    if (game->outcome == FLOWS_GOES_ON)
        fields_set(&answer->fields, "win", json_real(win[game->edge % 3u]));
    fields_set(&answer->fields, "chances", flows_chances_json(game, win));
}

static void tell_end(const struct flows_game *game, struct answer *answer) {
    double win[FLOWS_AXES];
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        win[axis] = flows_share(game->winners, game->board.axes, axis);
    flows_game_describe(game, &answer->text);
    buf_add(&answer->text, ".\n");
    set_value(game, win, answer);
}

static void tell_value(const struct flows_game *game, const struct flows_worth *worth,
                       struct answer *answer) {
    double win[FLOWS_AXES];
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        win[axis] = (double)worth->share[axis] / (double)worth->whole;
    flows_chances_add(game, win, true, &answer->text);
    buf_add(&answer->text, " with perfect play (exact).\n");
    buf_add(&answer->text, game->hand == FLOWS_NONE
                               ? "The best line if every draw is the likeliest tile:\n"
                               : "The best line if every later draw is the likeliest tile:\n");
    set_value(game, win, answer);
}

static bool work_out(const struct flows_game *game, qd_control *control, struct best_line *line,
                     struct answer *answer) {
    struct flows_worth worth;
    struct flows_game at = *game;
    struct flows_exact *exact = flows_exact_new(game, control);
    bool done = flows_exact_value(exact, game, &worth);
    while (done && at.outcome == FLOWS_GOES_ON)
        done = extend(exact, &at, line);
    flows_exact_free(exact);
    if (done)
        tell_value(game, &worth, answer);
    return done;
}

static qd_status solve(const struct position *position, const struct options *options,
                       qd_control *control, struct answer *answer, qd_error *error) {
    struct flows_game game = without_seed(&position->game);
    (void)options;
    (void)error;
    if (game.outcome == FLOWS_GOES_ON && !flows_exact_reaches(&game, FLOWS_EXACT_MOST))
        return out_of_reach(&game, answer);
    if (game.outcome == FLOWS_IMPOSSIBLE)
        return cannot_be(&game, answer);
    struct best_line *line = MEM_NEW(struct best_line);
    line->setup = game.setup;
    answer->data = line;
    if (game.outcome != FLOWS_GOES_ON) {
        tell_end(&game, answer);
    } else if (!work_out(&game, control, line, answer)) {
        answer->verdict = QD_UNKNOWN;
        buf_add(&answer->text, "The exact value was not found within the limits.\n");
        fields_set(&answer->fields, "exact", json_false());
        return QD_LIMIT;
    }
    answer->verdict = QD_SOLVED;
    answer->solutions = 1;
    return QD_YES;
}

/* ---- the iterator ---- */

/* Reads a decimal number up to count. */
static bool read_from(const char *text, size_t count, size_t *from, qd_error *error) {
    size_t size = text ? strlen(text) : 0;
    *from = 0;
    if (!text)
        return true;
    if (size == 0 || strspn(text, "0123456789") != size)
        return error_set(error, QD_BAD_INPUT, "'%.40s' is no number of moves", text);
    *from = size > 9 ? SIZE_MAX : (size_t)strtoul(text, NULL, 10);
    if (*from > count)
        return error_set(error, QD_BAD_INPUT, "the line has only %zu moves", count);
    return true;
}

static struct move_iterator *iterate(const struct answer *answer, unsigned way, const char *from,
                                     qd_error *error) {
    const struct best_line *line = answer->data;
    size_t at;
    (void)way;
    if (!read_from(from, line->count, &at, error))
        return NULL;
    struct move_iterator *iterator = MEM_NEW(struct move_iterator);
    *iterator = (struct move_iterator){.line = line, .at = at};
    return iterator;
}

static bool next_move(struct move_iterator *iterator, struct buf *move) {
    if (iterator->at == iterator->line->count)
        return false;
    flows_move_add(&iterator->line->setup, iterator->line->move[iterator->at++], move);
    return true;
}

static void end_walk(struct move_iterator *iterator) {
    free(iterator);
}

/* The tiles on the line need not be those that the seed would bring, so it has none. */
static struct position *position_at(const struct position *position, const struct answer *answer,
                                    unsigned way, const char *from, qd_error *error) {
    const struct best_line *line = answer->data;
    size_t count;
    (void)way;
    if (!read_from(from, line->count, &count, error))
        return NULL;
    struct position *reached = flows_rules.copy(position);
    reached->game = without_seed(&position->game);
    for (size_t i = 0; i < count; i++)
        flows_game_play(&reached->game, line->move[i], NULL, NULL);
    return reached;
}

/* The line must be legal and end the game. */
static bool verify(const struct position *position, const struct answer *answer, struct buf *why) {
    const struct best_line *line = answer->data;
    struct flows_game game = without_seed(&position->game);
    struct flows_decision decision;
    for (size_t i = 0; i < line->count; i++)
        if (flows_game_play(&game, line->move[i], NULL, &decision) != QD_YES) {
            flows_decision_text(&game, line->move[i], &decision, why);
            return false;
        }
    if (game.outcome != FLOWS_GOES_ON)
        return true;
    buf_add(why, "the line does not end the game");
    return false;
}

static void release(struct answer *answer) {
    free(answer->data);
}

const struct puzzle_solve flows_solve = {.partial = true,
                                         .solve = solve,
                                         .iterate = iterate,
                                         .next = next_move,
                                         .end = end_walk,
                                         .at = position_at,
                                         .release = release,
                                         .verify = verify};
