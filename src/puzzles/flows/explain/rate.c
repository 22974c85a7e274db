/* What a position is worth to each team, and how much of the game is left. */
#include "puzzles/flows/model/legality/legal.h"
#include "puzzles/flows/model/position.h"
#include "puzzles/flows/solve/opponent/chances.h"
#include "puzzles/flows/solve/opponent/distance.h"
#include "puzzles/flows/solve/opponent/think.h"

/* ---- distances ---- */

static void tell_distances(const struct flows_game *game, struct finding *finding) {
    unsigned distance[FLOWS_AXES];
    uint8_t axes[FLOWS_AXES];
    json_t *fields = json_object();
    unsigned count = flows_teams_in_order(game, axes);
    flows_distances(game, distance);
    for (unsigned i = 0; i < count; i++) {
        struct buf name = {0};
        flows_team_names(&game->setup, 1U << axes[i], &name);
        buf_printf(&finding->text, "%s%s %u", i ? ", " : "Tiles still needed: ", buf_text(&name),
                   distance[axes[i]]);
        json_object_set_new(fields, buf_text(&name), json_integer(distance[axes[i]]));
        buf_free(&name);
    }
    buf_add(&finding->text, ".\n");
    fields_set(&finding->fields, "needed", fields);
}

/* ---- freedom ---- */

/* How many ways to lay a tile there are, and how many of them are legal. */
struct freedom {
    unsigned legal, all;
};

static qd_status count_type(const struct flows_game *game, unsigned type, qd_control *control,
                            struct freedom *freedom) {
    struct flows_placements map;
    if (game->hand == FLOWS_NONE ? game->board.left[type] == 0 : game->hand != type)
        return QD_YES;
    qd_status status =
        flows_place_everywhere(&game->board, type, game->setup.tiles_left, control, &map);
    freedom->legal += map.legal;
    freedom->all += flows_set_count(&game->board.empty) * flows_rotations(type);
    return status == QD_LIMIT ? QD_LIMIT : QD_YES;
}

/* How narrow the game has become. With supermoves everything is legal, and nothing is counted. */
static qd_status count_freedom(const struct flows_game *game, qd_control *control,
                               struct freedom *freedom) {
    qd_status status = QD_YES;
    *freedom = (struct freedom){0};
    if (game->outcome != FLOWS_GOES_ON || game->setup.supermove != FLOWS_NO_SUPERMOVE)
        return QD_YES;
    for (unsigned type = 0; type < FLOWS_TYPES && status == QD_YES; type++)
        status = count_type(game, type, control, freedom);
    return status;
}

static void tell_freedom(const struct freedom *freedom, struct finding *finding) {
    if (freedom->all == 0)
        return;
    buf_printf(&finding->text, "%u of %u placements are legal.\n", freedom->legal, freedom->all);
    fields_set(&finding->fields, "legal", json_integer(freedom->legal));
    fields_set(&finding->fields, "placements", json_integer(freedom->all));
}

/* ---- the rating ---- */

/* How far the first is ahead of the second. */
static const struct {
    double lead;
    const char *word, *text;
} balances[] = {
    {0.10, "even", "The game is even"},
    {0.35, "edge", "An edge for "},
    {0.70, "advantage", "An advantage for "},
    {2.00, "decided", "As good as decided for "},
};

/* Who is ahead of the next best, and by how much. */
static void tell_balance(const struct flows_game *game, const double win[FLOWS_AXES],
                         struct finding *finding) {
    unsigned best = FLOWS_AXES;
    double second = 0;
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        if (game->board.axes >> axis & 1 && (best == FLOWS_AXES || win[axis] > win[best]))
            best = axis;
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        if (axis != best && win[axis] > second)
            second = win[axis];
    unsigned which = 0;
    while (win[best] - second >= balances[which].lead)
        which++;
    fields_set(&finding->fields, "balance", json_string(balances[which].word));
    buf_add(&finding->text, balances[which].text);
    if (which > 0)
        flows_team_names(&game->setup, 1U << best, &finding->text);
    buf_add(&finding->text, ": ");
}

static void tell_chances(const struct flows_game *game, const double win[FLOWS_AXES], bool exact,
                         struct finding *finding) {
    tell_balance(game, win, finding);
    flows_chances_add(game, win, exact, &finding->text);
    buf_add(&finding->text, exact ? " with perfect play (exact).\n"
                                  : ", estimated from games played to the end.\n");
}

static qd_status rate(const struct position *position, const struct options *options,
                      qd_control *control, struct finding *finding, qd_error *error) {
    (void)error;
    const struct flows_game *game = &position->game;
    struct freedom freedom;
    double win[FLOWS_AXES];
    bool exact;
    uint64_t playouts = (uint64_t)options_int(options, flows_options, "playouts");
    flows_game_describe(game, &finding->text);
    buf_add(&finding->text, ".\n");
    fields_set(&finding->fields, "outcome", json_string(flows_outcome_word(game)));
    if (count_freedom(game, control, &freedom) == QD_LIMIT ||
        flows_chances(game, playouts, flows_think_seed(game), control, win, &exact) == QD_LIMIT)
        return QD_LIMIT;
    if (game->outcome == FLOWS_IMPOSSIBLE)
        return QD_NO;
    fields_set(&finding->fields, "chances", flows_chances_json(game, win));
    fields_set(&finding->fields, "exact", json_boolean(exact));
    if (game->outcome != FLOWS_GOES_ON)
        return QD_YES;
    tell_chances(game, win, exact, finding);
    tell_distances(game, finding);
    tell_freedom(&freedom, finding);
    return QD_YES;
}

const struct puzzle_rate flows_rate = {.rate = rate};
