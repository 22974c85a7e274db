#include "puzzles/flows/solve/opponent/think.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/flows/model/decide.h"
#include "puzzles/flows/solve/opponent/chances.h"
#include "puzzles/flows/solve/opponent/distance.h"
#include "puzzles/flows/solve/opponent/expectimax.h"
#include "puzzles/flows/solve/opponent/playout.h"
#include "puzzles/flows/solve/opponent/tree.h"

enum { ENOUGH_PLAYOUTS = 200 };

static const char *const names[FLOWS_LEVELS] = {"random", "greedy", "strong"};

const char *flows_level_name(enum flows_level level) {
    return names[level];
}

enum flows_level flows_level_find(const char *name) {
    unsigned level = 0;
    while (level < FLOWS_LEVELS && strcmp(names[level], name) != 0)
        level++;
    return (enum flows_level)level;
}

/* ---- candidates ---- */

struct option_move {
    struct flows_candidate seen;
    struct flows_quick after;
    double prior;             /* what it looks like before any playout: the less, the better */
    size_t order;             /* at random, for equals */
    struct flows_worth worth; /* if it was worked out exactly */
    uint8_t mover;            /* axis of who thinks */
};

struct thinking {
    const struct flows_game *game;
    struct flows_game open; /* the same, without the draws to come */
    unsigned axis;          /* who thinks */
    struct random random;
    qd_control *control;
    struct option_move *options;
    size_t count;
    bool exact; /* the wins are proven */
    bool wins;  /* the first option wins at once, and nothing is known of the others */
};

static double prior_of(const struct thinking *thinking, const struct option_move *option) {
    double others = FLOWS_FAR;
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        if (axis != thinking->axis && option->after.net.axes >> axis & 1 &&
            option->seen.distance[axis] < others)
            others = option->seen.distance[axis];
    if (option->after.over)
        return FLOWS_FAR *
               (1 - 4 * flows_share(option->after.winners, option->after.net.axes, thinking->axis));
    return option->seen.distance[thinking->axis] - others / 128;
}

static void look_at(struct thinking *thinking, struct option_move *option, struct flows_move move) {
    struct flows_game after = thinking->open;
    flows_game_play(&after, move, NULL, NULL);
    flows_quick_start(&option->after, &after);
    option->after.setup = &thinking->open.setup;
    option->seen = (struct flows_candidate){.move = move};
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        option->seen.distance[axis] =
            after.board.axes >> axis & 1 ? flows_distance(&option->after.net, axis) : FLOWS_FAR;
    option->prior = prior_of(thinking, option);
    option->mover = (uint8_t)thinking->axis;
}

static void shuffle(struct random *random, struct flows_move *moves, size_t count) {
    for (size_t i = count; i > 1; i--) {
        size_t other = (size_t)random_below(random, i);
        struct flows_move move = moves[other];
        moves[other] = moves[i - 1];
        moves[i - 1] = move;
    }
}

/* In random order, so that equals are. */
static void list_options(struct thinking *thinking) {
    struct flows_move *moves = mem_new(FLOWS_MOST_MOVES, sizeof *moves);
    thinking->count = flows_game_moves(thinking->game, moves, FLOWS_MOST_MOVES);
    thinking->options = mem_new(thinking->count, sizeof *thinking->options);
    shuffle(&thinking->random, moves, thinking->count);
    for (size_t i = 0; i < thinking->count; i++) {
        look_at(thinking, &thinking->options[i], moves[i]);
        thinking->options[i].order = i;
    }
    free(moves);
}

/* ---- the levels ---- */

static int by_prior(const void *a, const void *b) {
    const struct option_move *one = a, *two = b;
    if (one->prior != two->prior)
        return one->prior > two->prior ? 1 : -1;
    return (one->order > two->order) - (one->order < two->order);
}

/* A move that wins at once, and alone, needs no thinking. */
static bool wins_at_once(struct thinking *thinking) {
    struct option_move *best = &thinking->options[0];
    if (!best->after.over || best->after.winners != 1U << thinking->axis)
        return false;
    best->seen.win[thinking->axis] = 1;
    thinking->exact = true;
    thinking->wins = true;
    return true;
}

/* ---- by playouts ---- */

/* A limit of time is a budget that was spent, if it was enough for some thought. */
static bool has_thought_enough(const struct thinking *thinking, uint64_t playouts) {
    return thinking->control && control_end(thinking->control) == QD_END_SECONDS &&
           playouts >= ENOUGH_PLAYOUTS;
}

/* Half the width of the interval that covers 19 of 20 estimates of this kind (Agresti and Coull
 * 1998: with two more wins and two more losses, so that few playouts say little). */
static double margin_of(const struct flows_candidate *seen, unsigned axis) {
    double trials = (double)seen->playouts + 4;
    double share = (seen->win[axis] * (double)seen->playouts + 2) / trials;
    return 1.96 * sqrt(share * (1 - share) / trials);
}

static double least_win(const struct flows_candidate *seen, unsigned axis) {
    return seen->playouts ? seen->win[axis] - seen->margin : -1;
}

/* By the lower bounds of the mover's share; -1, 0 or 1 as qsort wants it. */
static int by_least_win(const void *a, const void *b) {
    const struct option_move *one = a, *two = b;
    double first = least_win(&one->seen, one->mover), second = least_win(&two->seen, two->mover);
    if (first != second)
        return first < second ? 1 : -1;
    return by_prior(a, b);
}

static void take_over(struct thinking *thinking, const struct flows_tree_root *root) {
    for (size_t i = 0; i < thinking->count; i++) {
        struct flows_candidate *seen = &thinking->options[i].seen;
        seen->playouts = root[i].visits;
        for (unsigned axis = 0; axis < FLOWS_AXES && root[i].visits; axis++)
            seen->win[axis] = root[i].win[axis] / (double)root[i].visits;
        seen->margin = margin_of(seen, thinking->axis);
    }
}

static qd_status think_hard(struct thinking *thinking, uint64_t playouts) {
    struct flows_tree_root *root = mem_new(thinking->count, sizeof *root);
    for (size_t i = 0; i < thinking->count; i++) {
        root[i].after = thinking->options[i].after;
        root[i].prior = flows_tree_prior(&root[i].after.net, thinking->axis);
    }
    uint64_t done = flows_tree_search(root, thinking->count, thinking->axis, playouts,
                                      &thinking->random, thinking->control);
    take_over(thinking, root);
    free(root);
    qsort(thinking->options, thinking->count, sizeof *thinking->options, by_least_win);
    return done >= playouts || has_thought_enough(thinking, done) ? QD_YES : QD_LIMIT;
}

/* ---- exactly ---- */

/* The order that puzzles/flows/solve/opponent/expectimax.h states. */
static int by_worth(const void *a, const void *b) {
    const struct option_move *one = a, *two = b;
    if (flows_exact_prefers(one->mover, &one->worth, &two->worth))
        return -1;
    if (flows_exact_prefers(one->mover, &two->worth, &one->worth))
        return 1;
    if (one->seen.move.hex != two->seen.move.hex)
        return one->seen.move.hex < two->seen.move.hex ? -1 : 1;
    return one->seen.move.tile < two->seen.move.tile ? -1 : 1;
}

static void set_wins(const struct flows_worth *worth, double win[FLOWS_AXES]) {
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        win[axis] = (double)worth->share[axis] / (double)worth->whole;
}

static qd_status think_exactly(struct thinking *thinking) {
    struct flows_exact *exact = flows_exact_new(&thinking->open, thinking->control);
    bool done = true;
    for (size_t i = 0; i < thinking->count && done; i++) {
        struct option_move *option = &thinking->options[i];
        done = flows_exact_move(exact, &thinking->open, option->seen.move, &option->worth);
        set_wins(&option->worth, option->seen.win);
    }
    flows_exact_free(exact);
    thinking->exact = done;
    if (done)
        qsort(thinking->options, thinking->count, sizeof *thinking->options, by_worth);
    return done ? QD_YES : QD_LIMIT;
}

static qd_status think_well(struct thinking *thinking, uint64_t playouts) {
    if (wins_at_once(thinking))
        return QD_YES;
    if (flows_exact_reaches(&thinking->open, FLOWS_EXACT_AT_ONCE))
        return think_exactly(thinking);
    return think_hard(thinking, playouts);
}

/* ---- the report ---- */

/* Leaves out moves of which nothing is known, and moves that only look better than the choice
 * because they had too few playouts. */
static bool is_told(const struct thinking *thinking, size_t i) {
    const struct flows_candidate *choice = &thinking->options[0].seen;
    const struct flows_candidate *seen = &thinking->options[i].seen;
    if (i == 0)
        return true;
    if (thinking->wins)
        return false;
    return thinking->exact ||
           (seen->playouts > 0 && seen->win[thinking->axis] <= choice->win[thinking->axis]);
}

/* Turns averages into chances, which keeps their order. */
static struct flows_candidate calibrate(const struct thinking *thinking,
                                        struct flows_candidate seen) {
    unsigned axes = thinking->open.board.axes, teams = (unsigned)__builtin_popcount(axes);
    seen.average = seen.win[thinking->axis];
    if (thinking->exact || seen.playouts == 0 || teams < 2)
        return seen;
    seen.margin = (flows_calibrated(fmin(seen.average + seen.margin, 1), teams) -
                   flows_calibrated(fmax(seen.average - seen.margin, 0), teams)) /
                  2;
    flows_calibrate(thinking->axis, axes, seen.win);
    return seen;
}

static void tell(const struct thinking *thinking, struct flows_thought *thought) {
    *thought = (struct flows_thought){.legal = (unsigned)thinking->count, .exact = thinking->exact};
    for (size_t i = 0; i < thinking->count; i++) {
        thought->playouts += thinking->options[i].seen.playouts;
        if (thought->told < FLOWS_MOST_TOLD && is_told(thinking, i))
            thought->best[thought->told++] = calibrate(thinking, thinking->options[i].seen);
    }
}

static void start_thinking(struct thinking *thinking, const struct flows_game *game, uint64_t seed,
                           qd_control *control) {
    *thinking =
        (struct thinking){.game = game, .open = *game, .axis = game->edge % 3u, .control = control};
    thinking->open.setup.seeded = false;
    random_seed(&thinking->random, seed);
}

qd_status flows_think(const struct flows_game *game, enum flows_level level, uint64_t playouts,
                      uint64_t seed, qd_control *control, struct flows_thought *thought) {
    struct thinking thinking;
    qd_status status = QD_YES;
    start_thinking(&thinking, game, seed, control);
    list_options(&thinking);
    if (level != FLOWS_RANDOM)
        qsort(thinking.options, thinking.count, sizeof *thinking.options, by_prior);
    if (level == FLOWS_STRONG)
        status = think_well(&thinking, playouts);
    tell(&thinking, thought);
    free(thinking.options);
    return status;
}

/* ---- what a position is worth ---- */

static void add_outcome(const struct flows_game *game, double weight, double win[FLOWS_AXES]) {
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        win[axis] += weight * flows_share(game->winners, game->board.axes, axis);
}

/* Adds what the tile in hand promises, weight times. */
static qd_status add_chances(const struct flows_game *game, uint64_t playouts, uint64_t seed,
                             double weight, qd_control *control, double win[FLOWS_AXES],
                             bool *exact) {
    struct flows_thought thought;
    qd_status status = flows_think(game, FLOWS_STRONG, playouts, seed, control, &thought);
    *exact = *exact && thought.exact;
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        win[axis] += weight * thought.best[0].win[axis];
    return status;
}

/* The same over all tiles that may be in hand. */
static qd_status add_draws(const struct flows_game *game, uint64_t playouts, uint64_t seed,
                           qd_control *control, double win[FLOWS_AXES], bool *exact) {
    qd_status status = QD_YES;
    unsigned all = flows_count_left(&game->board);
    for (unsigned type = 0; type < FLOWS_TYPES; type++) {
        double weight = (double)game->board.left[type] / all;
        struct flows_game drawn = *game;
        if (weight == 0)
            continue;
        flows_game_draw(&drawn, type);
        if (drawn.outcome != FLOWS_GOES_ON)
            add_outcome(&drawn, weight, win);
        else if (add_chances(&drawn, (uint64_t)(playouts * weight) + 1, seed, weight, control, win,
                             exact) == QD_LIMIT)
            status = QD_LIMIT;
    }
    return status;
}

static qd_status chances_exactly(const struct flows_game *game, qd_control *control,
                                 double win[FLOWS_AXES], bool *exact) {
    struct flows_worth worth;
    struct flows_exact *solver = flows_exact_new(game, control);
    *exact = flows_exact_value(solver, game, &worth);
    set_wins(&worth, win);
    flows_exact_free(solver);
    return *exact ? QD_YES : QD_LIMIT;
}

qd_status flows_chances(const struct flows_game *game, uint64_t playouts, uint64_t seed,
                        qd_control *control, double win[FLOWS_AXES], bool *exact) {
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        win[axis] = 0;
    *exact = true;
    if (game->outcome != FLOWS_GOES_ON) {
        add_outcome(game, 1, win);
        return QD_YES;
    }
    if (flows_exact_reaches(game, FLOWS_EXACT_AT_ONCE))
        return chances_exactly(game, control, win, exact);
    if (game->hand != FLOWS_NONE)
        return add_chances(game, playouts, seed, 1, control, win, exact);
    return add_draws(game, playouts, seed, control, win, exact);
}

uint64_t flows_think_seed(const struct flows_game *game) {
    uint64_t seed = game->turn;
    for (unsigned hex = 0; hex < game->board.grid->hexes; hex++)
        seed = (seed ^ game->board.tile[hex]) * UINT64_C(0x9E3779B97F4A7C15);
    return seed;
}

void flows_distances(const struct flows_game *game, unsigned distance[FLOWS_AXES]) {
    struct flows_net net;
    flows_net_start(&net, &game->board);
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        distance[axis] = game->board.axes >> axis & 1 ? flows_distance(&net, axis) : FLOWS_FAR;
}
