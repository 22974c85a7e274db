#include "flows_opponent.h"

#include <stdlib.h>
#include <string.h>

#include "flows_distance.h"
#include "flows_playout.h"
#include "mem.h"

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
    double prior; /* what it looks like before any playout: the less, the better */
    size_t order; /* at random, for equals */
};

struct thinking {
    const struct flows_game *game;
    struct flows_game open; /* the same, without what the seed has in store */
    unsigned axis;          /* who thinks */
    struct random random;
    qd_control *control;
    struct option_move *options;
    size_t count;
};

/* What each team gets of a game that is over. A game that nobody won is like a tie of all. */
static void add_outcome(const struct flows_quick *quick, double win[FLOWS_AXES]) {
    unsigned winners = quick->winners ? quick->winners : quick->net.axes;
    double share = 1.0 / __builtin_popcount(winners);
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        if (winners >> axis & 1)
            win[axis] += share;
}

static double prior_of(const struct thinking *thinking, const struct option_move *option) {
    double others = FLOWS_FAR;
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        if (axis != thinking->axis && option->after.net.axes >> axis & 1 &&
            option->seen.distance[axis] < others)
            others = option->seen.distance[axis];
    if (option->after.over)
        return option->after.winners >> thinking->axis & 1 ? -2 * FLOWS_FAR : 2 * FLOWS_FAR;
    return option->seen.distance[thinking->axis] - others / 128;
}

static void look_at(struct thinking *thinking, struct option_move *option, struct flows_move move) {
    struct flows_game after = thinking->open;
    flows_game_play(&after, move, NULL);
    flows_quick_start(&option->after, &after);
    option->after.setup = &thinking->open.setup;
    option->seen = (struct flows_candidate){.move = move};
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        option->seen.distance[axis] =
            after.board.axes >> axis & 1 ? flows_distance(&option->after.net, axis) : FLOWS_FAR;
    option->prior = prior_of(thinking, option);
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

static double value(const struct option_move *option, unsigned axis) {
    return option->seen.playouts ? option->seen.win[axis] / (double)option->seen.playouts : 0;
}

/* Insertion sort of the first ones by value, the best first: it keeps the order of equals. */
static void sort_by_value(struct thinking *thinking, size_t count) {
    for (size_t i = 1; i < count; i++) {
        struct option_move moving = thinking->options[i];
        size_t at = i;
        for (; at > 0 &&
               value(&thinking->options[at - 1], thinking->axis) < value(&moving, thinking->axis);
             at--)
            thinking->options[at] = thinking->options[at - 1];
        thinking->options[at] = moving;
    }
}

static bool play_out(struct thinking *thinking, struct option_move *option, uint64_t playouts) {
    for (uint64_t i = 0; i < playouts; i++) {
        struct flows_quick quick = option->after;
        if (thinking->control && !control_spend(thinking->control, 1))
            return false;
        flows_playout(&quick, &thinking->random);
        add_outcome(&quick, option->seen.win);
        option->seen.playouts++;
    }
    return true;
}

/* Sequential halving (Karnin, Koren and Somekh 2013): all that look good get the same number of
 * playouts, the better half goes on to the next round. */
static qd_status halve(struct thinking *thinking, size_t alive, uint64_t playouts) {
    unsigned rounds = 1;
    while (alive >> rounds > 1)
        rounds++;
    for (; alive > 1; alive = (alive + 1) / 2) {
        uint64_t each = playouts / rounds / alive;
        for (size_t i = 0; i < alive; i++)
            if (!play_out(thinking, &thinking->options[i], each > 0 ? each : 1)) {
                sort_by_value(thinking, alive);
                return QD_LIMIT;
            }
        sort_by_value(thinking, alive);
    }
    return QD_YES;
}

enum { MOST_ALIVE = 48 };

static qd_status think_hard(struct thinking *thinking, uint64_t playouts) {
    size_t alive = thinking->count < MOST_ALIVE ? thinking->count : MOST_ALIVE;
    while (alive > 4 && alive * 16 > playouts)
        alive /= 2;
    if (thinking->options[0].after.over && thinking->options[0].after.winners >> thinking->axis & 1)
        return QD_YES;
    return halve(thinking, alive, playouts);
}

static void tell(const struct thinking *thinking, struct flows_thought *thought) {
    *thought = (struct flows_thought){.legal = (unsigned)thinking->count};
    for (size_t i = 0; i < thinking->count; i++) {
        struct flows_candidate seen = thinking->options[i].seen;
        thought->playouts += seen.playouts;
        if (i >= FLOWS_MOST_TOLD)
            continue;
        for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
            seen.win[axis] = value(&thinking->options[i], axis);
        thought->best[thought->told++] = seen;
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
        status = think_hard(&thinking, playouts);
    tell(&thinking, thought);
    free(thinking.options);
    return status;
}

qd_status flows_chances(const struct flows_game *game, uint64_t playouts, uint64_t seed,
                        qd_control *control, double win[FLOWS_AXES]) {
    struct thinking thinking;
    struct option_move all = {0};
    start_thinking(&thinking, game, seed, control);
    flows_quick_start(&all.after, &thinking.open);
    qd_status status = play_out(&thinking, &all, playouts) ? QD_YES : QD_LIMIT;
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        win[axis] = value(&all, axis);
    return status;
}
