#include "puzzles/flows/tests/flows_expectimax.h"

#include <stdlib.h>
#include <string.h>

#include "puzzles/flows/tests/flows_oracle.h"

enum { MOST_EMPTY = 7, NO_END = 2000000000 };
static const double little = 1e-9;

/* What is known of a board: whether all teams can be joined, and the value before the draw. */
struct seen {
    uint64_t key; /* the tiles on the hexes that were empty, 0: none here */
    int joinable; /* -1: not known */
    bool valued;
    double share[3];
};

struct expectimax {
    struct oracle oracle;
    int left[4];
    int players, seat[6], edge, hand, turn;
    unsigned axes;
    bool any;
    int empty[MOST_EMPTY], count;
    struct seen *table;
    size_t size, used;
};

/* ---- memory ---- */

static uint64_t key_of(const struct expectimax *max) {
    uint64_t key = 1;
    for (int i = 0; i < max->count; i++)
        key = key * 25 + (uint64_t)(max->oracle.tile[max->empty[i]] + 1);
    return key;
}

static struct seen *place_in(struct seen *table, size_t size, uint64_t key) {
    size_t at = (key * UINT64_C(0x9E3779B97F4A7C15) >> 20) & (size - 1);
    while (table[at].key != 0 && table[at].key != key)
        at = (at + 1) & (size - 1);
    return &table[at];
}

static void grow(struct expectimax *max) {
    size_t size = max->size ? 4 * max->size : 4096;
    struct seen *table = calloc(size, sizeof *table);
    for (size_t i = 0; i < max->size; i++)
        if (max->table[i].key)
            *place_in(table, size, max->table[i].key) = max->table[i];
    free(max->table);
    max->table = table;
    max->size = size;
}

static struct seen *look_up(struct expectimax *max) {
    if (2 * max->used >= max->size)
        grow(max);
    struct seen *seen = place_in(max->table, max->size, key_of(max));
    if (seen->key == 0) {
        *seen = (struct seen){.key = key_of(max), .joinable = -1};
        max->used++;
    }
    return seen;
}

/* ---- the rules ---- */

static int player_at(const struct expectimax *max, int edge) {
    for (int i = 0; i < max->players; i++)
        if (max->seat[i] == edge)
            return i;
    return -1;
}

/* Turns go round the edges; the empty seat of five has one too. Who resigned has none. */
static int next_edge(const struct expectimax *max, int edge) {
    do
        edge = (edge + 1) % 6;
    while (!(max->axes >> edge % 3 & 1) || (player_at(max, edge) < 0 && max->players != 5));
    return edge;
}

static void split(unsigned winners, double share[3]) {
    for (int axis = 0; axis < 3; axis++)
        share[axis] = winners >> axis & 1 ? 1.0 / __builtin_popcount(winners) : 0;
}

static unsigned joined(const struct expectimax *max) {
    unsigned axes = 0;
    for (int axis = 0; axis < 3; axis++)
        if (max->axes >> axis & 1 && oracle_joined(&max->oracle, axis))
            axes |= 1U << axis;
    return axes;
}

static bool can_all_win(struct expectimax *max) {
    struct seen *seen = look_up(max);
    if (seen->joinable < 0) {
        struct oracle oracle = max->oracle;
        oracle.nodes = NO_END;
        for (int type = 0; type < 4; type++)
            oracle.left[type] = max->any ? ORACLE_HEXES : max->left[type];
        seen->joinable = oracle_can_join(&oracle, max->axes);
    }
    return seen->joinable == 1;
}

/* ---- expectimax ---- */

static double rival(const double share[3], int axis) {
    double most = 0;
    for (int other = 0; other < 3; other++)
        if (other != axis && share[other] > most)
            most = share[other];
    return most;
}

static bool better(const double one[3], const double two[3], int axis) {
    if (one[axis] > two[axis] + little || one[axis] < two[axis] - little)
        return one[axis] > two[axis];
    return rival(one, axis) < rival(two, axis) - little;
}

static void value_before_draw(struct expectimax *max, double share[3]);

static bool value_after(struct expectimax *max, int hex, int tile, double share[3]) {
    int edge = max->edge;
    bool legal = true;
    if (max->oracle.tile[hex] >= 0)
        return false;
    max->oracle.tile[hex] = tile;
    max->left[tile / 6]--;
    max->turn++;
    max->edge = next_edge(max, edge);
    if (joined(max))
        split(joined(max), share);
    else if (can_all_win(max))
        value_before_draw(max, share);
    else
        legal = false;
    max->edge = edge;
    max->turn--;
    max->left[tile / 6]++;
    max->oracle.tile[hex] = -1;
    return legal;
}

static void value_with(struct expectimax *max, int type, double best[3]) {
    static const int looks[4] = {3, 6, 3, 2};
    int axis = max->edge % 3;
    bool found = false;
    split(1U << axis, best);
    for (int i = 0; i < max->count; i++)
        for (int rotation = 0; rotation < looks[type]; rotation++) {
            double share[3];
            if (value_after(max, max->empty[i], type * 6 + rotation, share) &&
                (!found || better(share, best, axis))) {
                memcpy(best, share, sizeof share);
                found = true;
            }
        }
}

static void value_before_draw(struct expectimax *max, double share[3]) {
    int all = max->left[0] + max->left[1] + max->left[2] + max->left[3];
    if (all == 0 || max->turn >= 1000) {
        split(max->axes, share);
        return;
    }
    if (look_up(max)->valued) {
        memcpy(share, look_up(max)->share, 3 * sizeof *share);
        return;
    }
    share[0] = share[1] = share[2] = 0;
    for (int type = 0; type < 4; type++) {
        double best[3];
        if (max->left[type] == 0)
            continue;
        value_with(max, type, best);
        for (int axis = 0; axis < 3; axis++)
            share[axis] += best[axis] * max->left[type] / all;
    }
    struct seen *seen = look_up(max);
    seen->valued = true;
    memcpy(seen->share, share, sizeof seen->share);
}

/* ---- the interface ---- */

struct expectimax *expectimax_new(const struct flows_game *game) {
    struct expectimax *max = calloc(1, sizeof *max);
    oracle_read(&max->oracle, &game->board, true, NO_END);
    for (int type = 0; type < 4; type++)
        max->left[type] = game->board.left[type];
    max->players = game->setup.players;
    for (int i = 0; i < max->players; i++)
        max->seat[i] = game->setup.seat[i];
    max->axes = game->board.axes;
    max->edge = game->edge;
    max->hand = game->hand == FLOWS_NONE ? -1 : game->hand;
    max->turn = game->turn;
    max->any = !game->setup.tiles_left;
    for (int hex = 0; hex < max->oracle.hexes; hex++)
        if (max->oracle.tile[hex] < 0)
            max->empty[max->count++] = hex;
    return max;
}

void expectimax_free(struct expectimax *max) {
    free(max->table);
    free(max);
}

void expectimax_value(struct expectimax *max, double share[3]) {
    if (max->hand < 0)
        value_before_draw(max, share);
    else
        value_with(max, max->hand, share);
}

bool expectimax_move(struct expectimax *max, int hex, int tile, double share[3]) {
    return value_after(max, hex, tile, share);
}
