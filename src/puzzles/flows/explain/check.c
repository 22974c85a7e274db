/* Checking a record or a position. The moves of a record are legal: they have been played by now.
 */
#include <string.h>

#include "puzzles/flows/format/format.h"
#include "puzzles/flows/model/legality/legal.h"
#include "puzzles/flows/model/legality/reason.h"
#include "puzzles/flows/model/legality/routes.h"
#include "puzzles/flows/model/position.h"

static void set_text(struct finding *finding, const char *name, const char *text) {
    fields_set(&finding->fields, name, json_string(text));
}

/* ---- the position ---- */

static void tell_winners(const struct flows_game *game, struct finding *finding) {
    json_t *winners = json_array();
    for (unsigned player = 0; player < game->setup.players; player++)
        if (game->winners >> flows_axis_of(&game->setup, player) & 1)
            json_array_append_new(winners, json_sprintf("P%u", player + 1));
    fields_set(&finding->fields, "winners", winners);
}

static void tell_state(const struct flows_game *game, size_t moves, struct finding *finding) {
    struct buf code = {0};
    if (moves)
        buf_printf(&finding->text, "%zu move%s, all legal.\n", moves, moves == 1 ? "" : "s");
    if (game->outcome != FLOWS_IMPOSSIBLE) { /* reported below, with its reason */
        flows_game_describe(game, &finding->text);
        buf_add(&finding->text, ".\n");
    }
    fields_set(&finding->fields, "played", json_integer((json_int_t)moves));
    set_text(finding, "outcome", flows_outcome_word(game));
    tell_winners(game, finding);
    if (game->outcome == FLOWS_GOES_ON)
        fields_set(&finding->fields, "next", json_sprintf("P%u", flows_game_player(game) + 1));
    if (game->hand != FLOWS_NONE)
        fields_set(&finding->fields, "hand", json_integer(game->hand));
    flows_print_code(game, &code);
    fields_set(&finding->fields, "code", json_sprintf("%.*s", (int)code.size - 1, code.text));
    buf_free(&code);
}

/* ---- can all still win? ---- */

static bool wants_tiles_left(const struct flows_game *game, const struct options *options) {
    return game->setup.tiles_left || options_flag(options, "tiles-left");
}

static void explain(const struct flows_game *game, bool tiles_left,
                    const struct flows_refusal *refusal, struct finding *finding) {
    struct buf why = {0};
    flows_reason_add(game->board.grid, &game->setup, refusal,
                     game->setup.seat[flows_game_player(game)], &why);
    /* A game in which any tiles count for ways may well come to it. */
    buf_printf(&finding->text,
               tiles_left == game->setup.tiles_left
                   ? "This cannot come up in a game: %s.\n"
                   : "This could not come up if ways were to be made of the tiles left: %s.\n",
               buf_text(&why));
    set_text(finding, "reason", buf_text(&why));
    buf_free(&why);
}

/* The proof that all can still win. */
static void tell_filling(const struct flows_board *board, bool tiles_left,
                         struct finding *finding) {
    struct flows_board filled;
    struct buf text = {0};
    if (!flows_reason_fill(board, tiles_left, &filled))
        return;
    flows_print_code_board(&filled, &text);
    set_text(finding, "filling", buf_text(&text));
    buf_free(&text);
}

/* A position that goes on must leave every team a way, unless the variant allows anything. */
static qd_status check_ways(const struct flows_game *game, const struct options *options,
                            qd_control *control, struct finding *finding) {
    bool tiles_left = wants_tiles_left(game, options);
    bool must = game->outcome != FLOWS_JOINED && game->setup.supermove == FLOWS_NO_SUPERMOVE;
    struct flows_refusal refusal;
    qd_status status = flows_explain(&game->board, tiles_left, control, &refusal);
    if (status == QD_LIMIT)
        return status;
    fields_set(&finding->fields, "joinable", json_boolean(status == QD_YES));
    if (status == QD_YES)
        tell_filling(&game->board, tiles_left, finding);
    if (status == QD_YES || !must)
        return QD_YES;
    explain(game, tiles_left, &refusal, finding);
    return QD_NO;
}

/* ---- placements ---- */

static void tell_map(const struct flows_placements *map, struct finding *finding) {
    json_t *rows = json_array();
    for (unsigned rotation = 0; rotation < FLOWS_PORTS; rotation++) {
        buf_printf(&finding->text, "rotation %u: %s\n", rotation, map->at[rotation]);
        json_array_append_new(rows, json_string(map->at[rotation]));
    }
    fields_set(&finding->fields, "map", rows);
}

static void count_type(const struct flows_placements *map, unsigned type, unsigned all,
                       struct finding *finding) {
    buf_printf(&finding->text, "T%u: %u of %u placements legal", type, map->legal, all);
    if (map->wins)
        buf_printf(&finding->text, ", %u of them wins", map->wins);
    buf_add(&finding->text, ".\n");
}

/* Puts the heuristic's verdicts in the place of the exact ones. Returns how many differ, each look
 * of a tile counted once. */
static unsigned judge_by_heuristic(const struct flows_board *board, unsigned type,
                                   struct flows_placements *map) {
    unsigned wrong = 0;
    for (unsigned hex = 0; hex < board->grid->hexes; hex++)
        for (unsigned rotation = 0; rotation < FLOWS_PORTS; rotation++) {
            char *verdict = &map->at[rotation][hex];
            bool legal = flows_heuristic_is_move_legal(board, hex, flows_tile(type, rotation));
            bool differs = legal != (*verdict >= FLOWS_PLACE_LEGAL);
            if (differs)
                *verdict = legal ? FLOWS_PLACE_LEGAL : FLOWS_PLACE_ILLEGAL;
            if (differs && rotation < flows_rotations(type)) {
                map->legal += legal ? 1 : -1U;
                wrong++;
            }
        }
    return wrong;
}

static void tell_wrong(unsigned type, unsigned wrong, struct finding *finding) {
    buf_printf(&finding->text, "T%u: the heuristic is wrong about %u placement%s.\n", type, wrong,
               wrong == 1 ? "" : "s");
    json_int_t before = json_integer_value(json_object_get(finding->fields, "wrong"));
    fields_set(&finding->fields, "wrong", json_integer(before + wrong));
}

/* The types that may be in hand, or the one that is asked for. */
static bool is_asked(const struct flows_game *game, const struct options *options, unsigned type) {
    if (options_given(options, "tile"))
        return options_int(options, flows_options, "tile") == (int64_t)type;
    return game->outcome == FLOWS_GOES_ON &&
           (game->hand == FLOWS_NONE ? game->board.left[type] > 0 : game->hand == type);
}

/* Maps one type and reports the result. */
static qd_status tell_type(const struct flows_game *game, unsigned type,
                           const struct options *options, qd_control *control,
                           struct finding *finding, json_t *counts) {
    struct flows_placements map;
    char name[] = {'T', (char)('0' + type), 0};
    bool heuristic = strcmp(options_text(options, flows_options, "method"), "heuristic") == 0;
    unsigned wrong = 0;
    qd_status status =
        flows_place_everywhere(&game->board, type, wants_tiles_left(game, options), control, &map);
    if (heuristic)
        wrong = judge_by_heuristic(&game->board, type, &map);
    count_type(&map, type, flows_set_count(&game->board.empty) * flows_rotations(type), finding);
    json_object_set_new(counts, name, json_integer(map.legal));
    if (heuristic)
        tell_wrong(type, wrong, finding);
    if (options_given(options, "tile"))
        tell_map(&map, finding);
    return status;
}

static qd_status tell_placements(const struct flows_game *game, const struct options *options,
                                 qd_control *control, struct finding *finding) {
    json_t *counts = json_object();
    qd_status worst = QD_YES;
    for (unsigned type = 0; type < FLOWS_TYPES; type++)
        if (is_asked(game, options, type) &&
            tell_type(game, type, options, control, finding, counts) == QD_LIMIT)
            worst = QD_LIMIT;
    fields_set(&finding->fields, "legal", counts);
    return worst;
}

static qd_status check(const struct game *played, const struct options *options,
                       qd_control *control, struct finding *finding, qd_error *error) {
    (void)error;
    const struct flows_game *game = &played->position->game;
    bool free = game->setup.supermove != FLOWS_NO_SUPERMOVE && !options_given(options, "tile");
    tell_state(game, played->moves->count, finding);
    qd_status status = check_ways(game, options, control, finding);
    if (status == QD_LIMIT || free)
        return status;
    return tell_placements(game, options, control, finding) == QD_LIMIT ? QD_LIMIT : status;
}

const struct puzzle_check flows_check = {.check = check};
