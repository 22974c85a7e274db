/* The best move that the strong opponent finds, what it promises, and why. */
#include <string.h>

#include "puzzles/flows/model/position.h"
#include "puzzles/flows/solve/opponent/chances.h"
#include "puzzles/flows/solve/opponent/distance.h"
#include "puzzles/flows/solve/opponent/think.h"

/* ---- words ---- */

static double percent(double share) {
    return 100 * share;
}

static void add_move(const struct flows_game *game, struct flows_move move, struct buf *out) {
    flows_move_add(&game->setup, move, out);
}

static const char *tiles(unsigned count) {
    return count == 1 ? "tile" : "tiles";
}

static unsigned team_size(const struct flows_setup *setup, unsigned axis) {
    unsigned size = 0;
    for (unsigned player = 0; player < setup->players; player++)
        size += flows_axis_of(setup, player) == axis;
    return size;
}

/* "P1 needs 3 tiles instead of 4" */
static void add_change(const struct flows_game *game, unsigned axis, unsigned before,
                       unsigned after, struct buf *out) {
    bool several = team_size(&game->setup, axis) > 1;
    flows_team_names(&game->setup, 1U << axis, out);
    if (after >= FLOWS_FAR)
        buf_printf(out, " %s no way left", several ? "have" : "has");
    else
        buf_printf(out, " %s %u %s", several ? "need" : "needs", after, tiles(after));
    if (before != after && before < FLOWS_FAR)
        buf_printf(out, " instead of %u", before);
    else if (after < FLOWS_FAR)
        buf_add(out, " as before");
}

/* Why: what it does to everybody's distance, the mover's first. */
static void add_reason(const struct flows_game *game, const struct flows_candidate *best,
                       struct buf *out) {
    unsigned before[FLOWS_AXES], mine = game->edge % 3u;
    flows_distances(game, before);
    if (best->distance[mine] == 0) {
        buf_add(out, "It completes a line from edge to edge.\n");
        return;
    }
    buf_add(out, "After this move, ");
    add_change(game, mine, before[mine], best->distance[mine], out);
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        if (axis != mine && game->board.axes >> axis & 1) {
            buf_add(out, ", ");
            add_change(game, axis, before[axis], best->distance[axis], out);
        }
    buf_add(out, ".\n");
}

static void add_others(const struct flows_game *game, const struct flows_thought *thought,
                       struct buf *out) {
    unsigned mine = game->edge % 3u;
    for (unsigned i = 1; i < thought->told; i++) {
        const struct flows_candidate *seen = &thought->best[i];
        buf_add(out, i > 1 ? ", " : "Also considered: ");
        add_move(game, seen->move, out);
        if (thought->exact)
            buf_printf(out, " (%.3g %%)", percent(seen->win[mine]));
        else
            buf_printf(out, " (%.0f +/- %.0f %%, %llu games)", percent(seen->win[mine]),
                       percent(seen->margin), (unsigned long long)seen->playouts);
    }
    if (thought->told > 1)
        buf_add(out, ".\n");
}

/* What the best move promises, and how that is known. */
static void add_promise(const struct flows_game *game, const struct flows_thought *thought,
                        struct buf *out) {
    const struct flows_candidate *best = &thought->best[0];
    flows_chances_add(game, best->win, thought->exact, out);
    if (thought->exact)
        buf_add(out, " with perfect play (exact).\n");
    else
        buf_printf(out, ", +/- %.0f, estimated from %llu of %llu games played to the end.\n",
                   percent(best->margin), (unsigned long long)best->playouts,
                   (unsigned long long)thought->playouts);
}

static void tell_move(const struct flows_game *game, const struct flows_thought *thought,
                      struct buf *out) {
    const struct flows_candidate *best = &thought->best[0];
    unsigned mine = game->edge % 3u;
    if (thought->exact && best->distance[mine] == 0 && best->win[mine] == 1)
        buf_add(out, "This wins.\n");
    else if (thought->exact || thought->playouts > 0)
        add_promise(game, thought, out);
    else
        buf_add(out, "There was no time to think about it.\n");
    add_reason(game, best, out);
    if (thought->legal == 1)
        buf_add(out, "It is the only legal move.\n");
    add_others(game, thought, out);
}

/* ---- fields ---- */

static json_t *other_field(const struct flows_game *game, const struct flows_thought *thought,
                           const struct flows_candidate *seen) {
    struct buf text = {0};
    add_move(game, seen->move, &text);
    json_t *field =
        json_pack("{s:s, s:f}", "move", buf_text(&text), "win", seen->win[game->edge % 3u]);
    if (!thought->exact) {
        json_object_set_new(field, "margin", json_real(seen->margin));
        json_object_set_new(field, "visits", json_integer((json_int_t)seen->playouts));
    }
    buf_free(&text);
    return field;
}

static void set_fields(const struct flows_game *game, const struct flows_thought *thought,
                       struct hint *hint) {
    const struct flows_candidate *best = &thought->best[0];
    json_t *others = json_array();
    for (unsigned i = 1; i < thought->told; i++)
        json_array_append_new(others, other_field(game, thought, &thought->best[i]));
    fields_set(&hint->fields, "move", json_string(hint->moves.moves[0].text));
    fields_set(&hint->fields, "win", json_real(best->win[game->edge % 3u]));
    fields_set(&hint->fields, "exact", json_boolean(thought->exact));
    if (!thought->exact) {
        fields_set(&hint->fields, "margin", json_real(best->margin));
        fields_set(&hint->fields, "visits", json_integer((json_int_t)best->playouts));
    }
    fields_set(&hint->fields, "chances", flows_chances_json(game, best->win));
    fields_set(&hint->fields, "others", others);
    fields_set(&hint->fields, "playouts", json_integer((json_int_t)thought->playouts));
}

static void record_move(const struct flows_game *game, struct flows_move move, struct hint *hint) {
    struct buf text = {0};
    add_move(game, move, &text);
    record_add(&hint->moves, buf_text(&text), 0);
    buf_free(&text);
}

/* ---- the hint ---- */

/* The move for the tile in hand. */
static qd_status hint_for_tile(const struct flows_game *game, const struct options *options,
                               qd_control *control, struct hint *hint) {
    struct flows_thought thought;
    uint64_t playouts = (uint64_t)options_int(options, flows_options, "playouts");
    qd_status status =
        flows_think(game, FLOWS_STRONG, playouts, flows_think_seed(game), control, &thought);
    record_move(game, thought.best[0].move, hint);
    tell_move(game, &thought, &hint->text);
    set_fields(game, &thought, hint);
    return status;
}

static unsigned most_likely(const struct flows_game *game) {
    unsigned best = 0;
    for (unsigned type = 1; type < FLOWS_TYPES; type++)
        if (game->board.left[type] > game->board.left[best])
            best = type;
    return best;
}

/* The tile is unknown: for the one that is most likely to be drawn. */
static qd_status hint_for_draw(const struct flows_game *game, unsigned type, bool asked,
                               const struct options *options, qd_control *control,
                               struct hint *hint) {
    struct flows_game drawn = *game;
    flows_game_draw(&drawn, type);
    if (drawn.outcome != FLOWS_GOES_ON) {
        record_move(game,
                    (struct flows_move){.kind = FLOWS_DRAW,
                                        .player = (uint8_t)flows_game_player(game),
                                        .tile = (uint8_t)flows_tile(type, 0)},
                    hint);
        buf_printf(&hint->text, "a tile T%u has no legal place, which wins.\n", type);
        fields_set(&hint->fields, "move", json_string(hint->moves.moves[0].text));
        fields_set(&hint->fields, "win", json_real(1));
        fields_set(&hint->fields, "exact", json_true());
        return QD_YES;
    }
    qd_status status = hint_for_tile(&drawn, options, control, hint);
    if (!asked)
        options_printf(options, &hint->text,
                       "The tile in hand is not known; this is for T%u, of which most are "
                       "left. " OPTION("tile") " says which it is.\n",
                       type);
    return status;
}

static qd_status say_over(const struct flows_game *game, struct hint *hint) {
    buf_add(&hint->text, "There is no next move. ");
    flows_game_describe(game, &hint->text);
    buf_add(&hint->text, ".\n");
    return QD_NO;
}

/* Returns false with an error if the tile that the option names cannot be in hand. */
static bool may_be_in_hand(const struct flows_game *game, unsigned type,
                           const struct options *options, qd_error *error) {
    if (game->hand != FLOWS_NONE && game->hand != type)
        options_error(options, error, QD_BAD_INPUT,
                      OPTION("tile") ": the tile in hand is known, T%u", game->hand);
    else if (game->board.left[type] == 0)
        options_error(options, error, QD_BAD_INPUT, OPTION("tile") ": no tile T%u is left", type);
    else
        return true;
    return false;
}

static qd_status give_hint(const struct game *view, const struct options *options,
                           qd_control *control, struct hint *hint, qd_error *error) {
    const struct flows_game *game = &view->position->game;
    bool asked = options_given(options, "tile");
    unsigned type = asked ? (unsigned)options_int(options, flows_options, "tile") : 0;
    if (game->outcome != FLOWS_GOES_ON)
        return say_over(game, hint);
    if (asked && !may_be_in_hand(game, type, options, error))
        return QD_BAD_INPUT;
    if (game->hand != FLOWS_NONE)
        return hint_for_tile(game, options, control, hint);
    return hint_for_draw(game, asked ? type : most_likely(game), asked, options, control, hint);
}

const struct puzzle_hint flows_hint = {.hint = give_hint};
