#include "puzzles/flows/solve/opponent/expectimax.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/flows/solve/opponent/endgame.h"

enum {
    FIRST_TABLE = 1 << 10,
    MOST_TABLE = 1 << 20, /* 64 MB */
    WORDS = 5,
    PORTS_IN_WORD = 10, /* of 6 bits each, below 4 bits for something else */
    SPEND_STEP = 64,
    SHARES = 6 /* the least whole: a win is shared by one, two or three */
};

/* A position before a draw. Who moves follows from the number of empty hexes. */
struct entry {
    uint64_t key[WORDS];
    uint64_t share[FLOWS_AXES]; /* all 0: nothing is here */
};

struct flows_exact {
    qd_control *control; /* may be NULL */
    bool stopped, full;  /* full: the table may not grow any more */
    bool tiles_left;
    unsigned axes;
    unsigned first_count;                  /* empty hexes at first */
    uint8_t first[FLOWS_TYPES];            /* the tiles left at first */
    uint8_t mover[FLOWS_SMALL_HEXES + 1];  /* axis that moves, by the number of empty hexes */
    uint64_t whole[FLOWS_SMALL_HEXES + 1]; /* the whole before a draw, by the same */
    bool ends[FLOWS_SMALL_HEXES + 1];      /* no more draw: the bag is empty, or it was too long */
    struct entry *table;
    size_t size, count;
    unsigned unspent;
    struct flows_exact_work work;
};

/* Somebody to draw. */
struct stage {
    struct flows_small small;
    uint8_t left[FLOWS_TYPES];
};

/* ---- what is the same for all positions ---- */

bool flows_exact_reaches(const struct flows_game *game, unsigned most_empty) {
    return game->outcome == FLOWS_GOES_ON && game->setup.supermove == FLOWS_NO_SUPERMOVE &&
           flows_set_count(&game->board.empty) <= most_empty;
}

/* Every turn takes a hex and a tile, so everything but the links follows from the number of hexes
 * that are left. A draw divides the whole by the number of tiles. */
static void plan_turns(struct flows_exact *exact, const struct flows_game *game) {
    unsigned tiles = flows_count_left(&game->board), edge = game->edge, laid = 0;
    for (unsigned count = exact->first_count + 1; count-- > 0; laid++) {
        exact->mover[count] = (uint8_t)(edge % 3);
        exact->ends[count] = laid >= tiles || game->turn + laid >= FLOWS_MOST_TURNS;
        edge = flows_next_edge(&game->setup, game->board.axes, edge);
    }
    exact->whole[0] = SHARES;
    for (unsigned count = 1; count <= exact->first_count; count++)
        exact->whole[count] =
            exact->ends[count] ? SHARES
                               : exact->whole[count - 1] * (tiles - (exact->first_count - count));
}

static struct entry *new_table(const struct flows_exact *exact, size_t size) {
    if (!exact->control)
        return mem_new(size, sizeof(struct entry));
    return control_has_room(exact->control, size * sizeof(struct entry))
               ? control_reserve(exact->control, size * sizeof(struct entry))
               : NULL;
}

static void free_table(const struct flows_exact *exact, struct entry *table, size_t size) {
    if (exact->control)
        control_release(exact->control, table, size * sizeof *table);
    else
        free(table);
}

struct flows_exact *flows_exact_new(const struct flows_game *game, qd_control *control) {
    assert(flows_exact_reaches(game, FLOWS_EXACT_MOST));
    struct flows_exact *exact = MEM_NEW(struct flows_exact);
    exact->control = control;
    exact->tiles_left = game->setup.tiles_left;
    exact->axes = game->board.axes;
    exact->first_count = flows_set_count(&game->board.empty);
    memcpy(exact->first, game->board.left, sizeof exact->first);
    plan_turns(exact, game);
    return exact;
}

void flows_exact_free(struct flows_exact *exact) {
    if (exact->control && exact->unspent > 0)
        control_spend(exact->control, exact->unspent);
    free_table(exact, exact->table, exact->size);
    free(exact);
}

struct flows_exact_work flows_exact_work(const struct flows_exact *exact) {
    return exact->work;
}

/* ---- memory ---- */

static void make_key(const struct flows_exact *exact, const struct stage *stage,
                     uint64_t key[WORDS]) {
    memset(key, 0, WORDS * sizeof *key);
    for (unsigned i = 0; i < stage->small.count * FLOWS_PORTS; i++)
        key[i / PORTS_IN_WORD] |= (uint64_t)stage->small.link[i] << 6 * (i % PORTS_IN_WORD);
    for (unsigned type = 0; type < FLOWS_TYPES; type++)
        key[type] |= (uint64_t)(exact->first[type] - stage->left[type]) << 60;
    key[WORDS - 1] |= (uint64_t)stage->small.count << 60;
}

static bool is_empty(const struct entry *entry) {
    return (entry->share[0] | entry->share[1] | entry->share[2]) == 0;
}

/* The place of a key, or an empty one for it. */
static struct entry *find(const struct flows_exact *exact, const uint64_t key[WORDS]) {
    uint64_t hash = 0;
    for (unsigned i = 0; i < WORDS; i++)
        hash = (hash ^ hash >> 29 ^ key[i]) * UINT64_C(0x9E3779B97F4A7C15);
    size_t at = (hash >> 20) & (exact->size - 1);
    while (!is_empty(&exact->table[at]) &&
           memcmp(exact->table[at].key, key, WORDS * sizeof *key) != 0)
        at = (at + 1) & (exact->size - 1);
    return &exact->table[at];
}

/* Makes room for one more if there may be. */
static bool has_room(struct flows_exact *exact) {
    if (exact->count * 2 < exact->size)
        return true;
    if (exact->full || exact->size == MOST_TABLE)
        return false;
    struct entry *old = exact->table;
    size_t old_size = exact->size, size = old_size ? old_size * 4 : FIRST_TABLE;
    struct entry *table = new_table(exact, size);
    exact->full = table == NULL;
    if (!table)
        return false;
    exact->table = table;
    exact->size = size;
    for (size_t i = 0; i < old_size; i++)
        if (!is_empty(&old[i]))
            *find(exact, old[i].key) = old[i];
    free_table(exact, old, old_size);
    return true;
}

static bool recall(struct flows_exact *exact, const uint64_t key[WORDS],
                   uint64_t share[FLOWS_AXES]) {
    if (exact->size == 0)
        return false;
    const struct entry *entry = find(exact, key);
    if (is_empty(entry))
        return false;
    memcpy(share, entry->share, sizeof entry->share);
    exact->work.remembered++;
    return true;
}

static void remember(struct flows_exact *exact, const uint64_t key[WORDS],
                     const uint64_t share[FLOWS_AXES]) {
    if (!has_room(exact))
        return;
    struct entry *entry = find(exact, key);
    assert(is_empty(entry));
    memcpy(entry->key, key, sizeof entry->key);
    memcpy(entry->share, share, sizeof entry->share);
    exact->count++;
}

/* ---- expectimax ---- */

static bool may_go_on(struct flows_exact *exact) {
    exact->work.positions++;
    if (exact->stopped || !exact->control || ++exact->unspent < SPEND_STEP)
        return !exact->stopped;
    exact->stopped = !control_spend(exact->control, exact->unspent);
    exact->unspent = 0;
    return !exact->stopped;
}

/* The winners share the whole. */
static void divide(uint64_t whole, unsigned winners, uint64_t share[FLOWS_AXES]) {
    assert(winners != 0 && whole % SHARES == 0);
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        share[axis] = winners >> axis & 1 ? whole / (unsigned)__builtin_popcount(winners) : 0;
}

static uint64_t strongest_other(const uint64_t share[FLOWS_AXES], unsigned axis) {
    uint64_t most = 0;
    for (unsigned other = 0; other < FLOWS_AXES; other++)
        if (other != axis && share[other] > most)
            most = share[other];
    return most;
}

static bool is_better(unsigned axis, const uint64_t one[FLOWS_AXES],
                      const uint64_t two[FLOWS_AXES]) {
    if (one[axis] != two[axis])
        return one[axis] > two[axis];
    return strongest_other(one, axis) < strongest_other(two, axis);
}

static void value_of_draw(struct flows_exact *exact, const struct stage *stage,
                          uint64_t share[FLOWS_AXES]);

/* What follows after a tile was laid. Returns false if it may not be. */
static bool value_of_tile(struct flows_exact *exact, const struct stage *stage, unsigned hex,
                          unsigned tile, uint64_t share[FLOWS_AXES]) {
    struct stage after;
    flows_small_place(&stage->small, hex, tile, &after.small);
    memcpy(after.left, stage->left, sizeof after.left);
    assert(after.left[flows_tile_type(tile)] > 0);
    after.left[flows_tile_type(tile)]--;
    if (after.small.joined) {
        exact->work.ties += (after.small.joined & (after.small.joined - 1)) != 0;
        divide(exact->whole[after.small.count], after.small.joined, share);
        return true;
    }
    if (!flows_small_can_join(&after.small, exact->tiles_left ? after.left : NULL)) {
        exact->work.illegal++;
        return false;
    }
    value_of_draw(exact, &after, share);
    return true;
}

/* True if some way to lay a tile of that type wins for its player alone. */
static bool wins_at_once(const struct flows_small *small, unsigned type, unsigned axis) {
    struct flows_small after;
    for (unsigned hex = 0; hex < small->count; hex++)
        for (unsigned rotation = 0; rotation < flows_rotations(type); rotation++) {
            flows_small_place(small, hex, flows_tile(type, rotation), &after);
            if (after.joined == 1U << axis)
                return true;
        }
    return false;
}

/* The best that can be done with a tile of that type in hand. */
static void value_of_hand(struct flows_exact *exact, const struct stage *stage, unsigned type,
                          uint64_t best[FLOWS_AXES]) {
    unsigned axis = exact->mover[stage->small.count];
    bool found = false;
    uint64_t share[FLOWS_AXES];
    divide(exact->whole[stage->small.count - 1], 1U << axis, best);
    if (wins_at_once(&stage->small, type, axis))
        return;
    for (unsigned hex = 0; hex < stage->small.count; hex++)
        for (unsigned rotation = 0; rotation < flows_rotations(type) && !exact->stopped; rotation++)
            if (value_of_tile(exact, stage, hex, flows_tile(type, rotation), share) &&
                (!found || is_better(axis, share, best))) {
                memcpy(best, share, sizeof share);
                found = true;
            }
    exact->work.unplayable += !found;
}

static void average_draws(struct flows_exact *exact, const struct stage *stage,
                          uint64_t share[FLOWS_AXES]) {
    uint64_t best[FLOWS_AXES];
    memset(share, 0, FLOWS_AXES * sizeof *share);
    for (unsigned type = 0; type < FLOWS_TYPES && !exact->stopped; type++) {
        if (stage->left[type] == 0)
            continue;
        value_of_hand(exact, stage, type, best);
        for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
            share[axis] += stage->left[type] * best[axis];
    }
}

static void value_of_draw(struct flows_exact *exact, const struct stage *stage,
                          uint64_t share[FLOWS_AXES]) {
    uint64_t key[WORDS];
    if (exact->ends[stage->small.count]) {
        divide(exact->whole[stage->small.count], exact->axes, share);
        return;
    }
    make_key(exact, stage, key);
    if (recall(exact, key, share))
        return;
    if (may_go_on(exact))
        average_draws(exact, stage, share);
    if (exact->stopped)
        divide(exact->whole[stage->small.count], exact->axes, share);
    else
        remember(exact, key, share);
}

/* ---- games ---- */

static struct stage stage_of(const struct flows_game *game) {
    struct stage stage;
    struct flows_net net;
    assert(flows_exact_reaches(game, FLOWS_EXACT_MOST));
    flows_net_start(&net, &game->board);
    flows_small_start(&stage.small, &net);
    memcpy(stage.left, game->board.left, sizeof stage.left);
    return stage;
}

bool flows_exact_value(struct flows_exact *exact, const struct flows_game *game,
                       struct flows_worth *worth) {
    struct stage stage = stage_of(game);
    assert(exact->mover[stage.small.count] == game->edge % 3);
    if (game->hand == FLOWS_NONE) {
        value_of_draw(exact, &stage, worth->share);
        worth->whole = exact->whole[stage.small.count];
    } else {
        value_of_hand(exact, &stage, game->hand, worth->share);
        worth->whole = exact->whole[stage.small.count - 1];
    }
    return !exact->stopped;
}

bool flows_exact_move(struct flows_exact *exact, const struct flows_game *game,
                      struct flows_move move, struct flows_worth *worth) {
    struct stage stage = stage_of(game);
    assert(exact->mover[stage.small.count] == game->edge % 3);
    unsigned hex = 0;
    assert(flows_is_empty(&game->board, move.hex));
    for (unsigned i = 0; i < move.hex; i++)
        hex += flows_is_empty(&game->board, i);
    worth->whole = exact->whole[stage.small.count - 1];
    bool legal = value_of_tile(exact, &stage, hex, move.tile, worth->share);
    assert(legal);
    return legal && !exact->stopped;
}

bool flows_exact_prefers(unsigned axis, const struct flows_worth *first,
                         const struct flows_worth *second) {
    assert(first->whole == second->whole);
    return is_better(axis, first->share, second->share);
}

/* ---- the check ---- */

void flows_exact_check(const struct flows_exact *exact) {
    size_t count = 0;
    for (size_t i = 0; i < exact->size; i++) {
        const struct entry *entry = &exact->table[i];
        if (is_empty(entry))
            continue;
        count++;
        assert(find(exact, entry->key) == entry);
        assert(entry->share[0] + entry->share[1] + entry->share[2] ==
               exact->whole[entry->key[WORDS - 1] >> 60]);
        for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
            assert(entry->share[axis] == 0 || exact->axes >> axis & 1);
    }
    assert(count == exact->count && (exact->size == 0 || count < exact->size));
    (void)count;
}
