/* The learned clauses: stored one after the other, watched by two of their literals (Moskewicz and
 * others, with the blocking literals of MiniSat), and reduced by how many levels they span
 * (Audemard and Simon). */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/solve/engine.h"

#define HEADER (sizeof(struct clause) / sizeof(uint32_t))

/* ---- the store ---- */

/* Reserves room for `more` watchers. Returns false if the memory limit is reached. */
static bool reserve_watchers(struct engine *engine, size_t more) {
    size_t size = sizeof *engine->watchers, room = engine->watchers_room;
    if (engine->watchers_used + more <= room)
        return true;
    size_t wanted = room == 0 ? 256 : 2 * room;
    wanted = wanted < engine->watchers_used + more ? engine->watchers_used + more : wanted;
    struct watcher *watchers = engine_enlarge(
        engine, engine->watchers, engine->watchers_used * size, room * size, wanted * size);
    if (watchers == NULL)
        return false;
    engine->watchers = watchers;
    engine->watchers_room = wanted;
    return true;
}

/* Moves the watchers of a literal to where there is room for twice as many. */
static bool watch_grow(struct engine *engine, struct watch *watch) {
    uint32_t room = watch->room == 0 ? 4 : 2 * watch->room;
    if (!reserve_watchers(engine, room))
        return false;
    struct watcher *to = engine->watchers + engine->watchers_used;
    for (uint32_t i = 0; i < watch->count; i++)
        to[i] = engine->watchers[watch->first + i];
    *watch = (struct watch){(uint32_t)engine->watchers_used, watch->count, room};
    engine->watchers_used += room;
    return true;
}

/* Stops the engine if the memory limit is reached. */
static void watch_add(struct engine *engine, uint32_t literal, uint32_t clause, uint32_t other) {
    struct watch *watch = &engine->watches[literal];
    assert(literal < engine->literal_count && literal != other);
    assert(watch->count <= watch->room);
    if (watch->count == watch->room && !watch_grow(engine, watch)) {
        engine->stopped = true;
        return;
    }
    engine->watchers[watch->first + watch->count++] = (struct watcher){clause, other};
}

static void watch_clause(struct engine *engine, uint32_t place) {
    const struct clause *clause = engine_clause(engine, place);
    assert(clause->size >= 2);
    watch_add(engine, clause->literal[0], place, clause->literal[1]);
    watch_add(engine, clause->literal[1], place, clause->literal[0]);
}

bool engine_reserve_clause(struct engine *engine, size_t literals) {
    size_t size = sizeof *engine->store;
    size_t room = engine->store_room == 0 ? 1024 : engine->store_room;
    while (engine->stored + HEADER + literals > room)
        room *= 2;
    if (engine->watches == NULL)
        engine->watches = control_reserve(engine->counter.control,
                                          engine->literal_count * sizeof *engine->watches);
    if (room == engine->store_room || engine->watches == NULL)
        return engine->watches != NULL;
    uint32_t *store = engine_enlarge(engine, engine->store, engine->stored * size,
                                     engine->store_room * size, room * size);
    if (store == NULL)
        return false;
    engine->store = store;
    engine->store_room = room;
    return true;
}

void engine_free_clauses(struct engine *engine) {
    qd_control *control = engine->counter.control;
    control_release(control, engine->store, engine->store_room * sizeof *engine->store);
    control_release(control, engine->watches, engine->literal_count * sizeof *engine->watches);
    control_release(control, engine->watchers, engine->watchers_room * sizeof *engine->watchers);
}

uint32_t engine_add_clause(struct engine *engine, const struct stack *list, uint32_t levels) {
    size_t size = HEADER + list->count;
    uint32_t place = (uint32_t)engine->stored;
    struct clause *clause = engine_clause(engine, place);
    *clause = (struct clause){.size = (uint32_t)list->count, .levels = levels};
    memcpy(clause->literal, list->at, list->count * sizeof *list->at);
    engine->stored += size;
    assert(engine->stored <= engine->store_room);
    engine->clause_count++;
    watch_clause(engine, place);
    return place;
}

/* ---- propagation ---- */

/* Watches another literal of the clause in place of literal[1], which is false. Returns false if
 * all others but literal[0] are false. */
static bool watch_replacement(struct engine *engine, uint32_t place) {
    struct clause *clause = engine_clause(engine, place);
    for (uint32_t i = 2; i < clause->size; i++)
        if (!literal_is_false(engine, clause->literal[i])) {
            uint32_t literal = clause->literal[i];
            clause->literal[i] = clause->literal[1];
            clause->literal[1] = literal;
            watch_add(engine, literal, place, clause->literal[0]);
            return true;
        }
    return false;
}

static void conflict_in_clause(struct engine *engine, const struct clause *clause) {
    engine->conflict.count = 0;
    for (uint32_t i = 0; i < clause->size; i++)
        stack_push(&engine->conflict, clause->literal[i]);
}

/* All literals of the clause but the first are false, so the first must be true. */
static bool assign_unit(struct engine *engine, uint32_t place) {
    const struct clause *clause = engine_clause(engine, place);
    uint32_t first = clause->literal[0];
    for (uint32_t i = 1; i < clause->size; i++)
        assert(literal_is_false(engine, clause->literal[i]));
    if (literal_is_false(engine, first)) {
        conflict_in_clause(engine, clause);
        return false;
    }
    return engine_assign_true(engine, literal_cell(engine, first), literal_colour(engine, first),
                              reason_of_clause(engine, place));
}

/* Visits a clause one of whose watched literals has become false. Returns false if there is a
 * conflict; *keep says whether the clause goes on watching that literal. */
static bool visit_clause(struct engine *engine, struct watcher *watcher, uint32_t literal,
                         bool *keep) {
    struct clause *clause = engine_clause(engine, watcher->clause);
    assert(clause->literal[0] == literal || clause->literal[1] == literal);
    if (clause->literal[0] == literal) {
        clause->literal[0] = clause->literal[1];
        clause->literal[1] = literal;
    }
    watcher->other = clause->literal[0];
    *keep = literal_is_true(engine, clause->literal[0]);
    if (*keep)
        return true;
    *keep = !watch_replacement(engine, watcher->clause);
    return !*keep || assign_unit(engine, watcher->clause);
}

/* Visits the clauses that watch a literal that has become false. The array of watchers may move
 * meanwhile, when watchers of other literals are added. */
static bool propagate_literal(struct engine *engine, uint32_t literal) {
    struct watch *watch = &engine->watches[literal];
    uint32_t first = watch->first, kept = 0, i = 0;
    assert(literal_is_false(engine, literal));
    bool fine = true;
    while (fine && i < watch->count) {
        struct watcher watcher = engine->watchers[first + i++];
        bool keep = literal_is_true(engine, watcher.other);
        if (!keep)
            fine = visit_clause(engine, &watcher, literal, &keep);
        if (keep)
            engine->watchers[first + kept++] = watcher;
    }
    while (i < watch->count)
        engine->watchers[first + kept++] = engine->watchers[first + i++];
    watch->count = kept;
    return fine && !engine->stopped;
}

bool engine_propagate_clauses(struct engine *engine) {
    if (engine->clause_count == 0)
        engine->propagated = engine->trail.count;
    while (engine->propagated < engine->trail.count)
        if (!propagate_literal(engine, engine->trail.at[engine->propagated++]))
            return false;
    return true;
}

/* ---- reduction ---- */

struct rank {
    uint32_t place, levels;
    float activity;
};

static int compare_ranks(const void *a, const void *b) {
    const struct rank *x = a, *y = b;
    if (x->levels != y->levels)
        return x->levels < y->levels ? -1 : 1;
    if (x->activity != y->activity)
        return x->activity > y->activity ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

static struct rank *rank_clauses(const struct engine *engine) {
    struct rank *ranks = mem_new(engine->clause_count + 1, sizeof *ranks);
    size_t count = 0;
    for (size_t place = 0; place < engine->stored;) {
        const struct clause *clause = engine_clause(engine, (uint32_t)place);
        ranks[count++] = (struct rank){(uint32_t)place, clause->levels, clause->activity};
        place += HEADER + clause->size;
    }
    qsort(ranks, count, sizeof *ranks, compare_ranks);
    return ranks;
}

/* Copies a clause into the new store, unless it is satisfied or falsified down to one literal at
 * level 0. */
static void copy_clause(struct engine *engine, const struct clause *clause, struct stack *list) {
    list->count = 0;
    for (uint32_t i = 0; i < clause->size; i++) {
        if (literal_is_true(engine, clause->literal[i]))
            return;
        if (!literal_is_false(engine, clause->literal[i]))
            stack_push(list, clause->literal[i]);
    }
    if (list->count < 2)
        return;
    uint32_t place = engine_add_clause(engine, list, clause->levels);
    engine_clause(engine, place)->activity = clause->activity / 2;
}

/* The store has room for what is kept, as it held more before. */
void engine_reduce(struct engine *engine, size_t limit) {
    assert(engine_level(engine) == 0);
    assert(engine->propagated == engine->trail.count);
    if (engine->clause_count <= limit)
        return;
    struct rank *ranks = rank_clauses(engine);
    size_t count = engine->clause_count, keep = count / 2;
    engine->stats.reductions++;
    uint32_t *old = mem_copy(engine->store, engine->stored * sizeof *old);
    struct stack list = {0};
    memset(engine->watches, 0, engine->literal_count * sizeof *engine->watches);
    engine->stored = engine->clause_count = engine->watchers_used = 0;
    for (size_t i = 0; i < count && (i < keep || ranks[i].levels == 0); i++)
        copy_clause(engine, (const struct clause *)(void *)(old + ranks[i].place), &list);
    free(list.at);
    free(old);
    free(ranks);
}
