/* What the kernel found for lines seen before. A search meets the same states of a line again and
 * again: on a random 30x30 that takes a hundred conflicts, more than half of them. Easy puzzles do
 * without, because touching a new page of memory takes as long as propagating five lines. */
#include "puzzles/nonogram/solve/engine.h"

static size_t size_of(const struct engine *engine) {
    return ((size_t)engine->line_count << engine->cache_bits) * sizeof *engine->cache;
}

void engine_cache_free(struct engine *engine) {
    control_release(engine->counter.control, engine->cache, size_of(engine));
    engine->cache = NULL;
}

/* A smaller cache is dropped with what is in it. */
static bool make(struct engine *engine, unsigned bits) {
    assert(bits >= 1 && bits < 32);
    engine_cache_free(engine);
    engine->cache_bits = bits;
    engine->cache = control_reserve(engine->counter.control, size_of(engine));
    return engine->cache != NULL;
}

bool engine_cache_grow(struct engine *engine) {
    bool short_lines = engine->row_kernel->words == 1 && engine->column_kernel->words == 1;
    if (engine->colours != 2 || !short_lines)
        return true;
    const struct nonogram_solver_tuning *tuning = engine->tuning;
    if (engine->conflicts == tuning->cache_conflicts)
        return make(engine, tuning->cache_bits);
    return engine->conflicts != tuning->larger_conflicts || make(engine, tuning->larger_bits);
}

/* The slot of a state of a line. The factors are odd random numbers. */
static struct cached_line *place_of(const struct engine *engine, unsigned line,
                                    const uint64_t *can) {
    uint64_t mixed = can[0] * UINT64_C(0x9e3779b97f4a7c15) ^ can[1] * UINT64_C(0xc2b2ae3d27d4eb4f);
    return &engine->cache[(size_t)line << engine->cache_bits | mixed >> (64 - engine->cache_bits)];
}

bool engine_cache_narrow(struct engine *engine, unsigned number) {
    const struct engine_line *line = &engine->lines[number];
    const uint64_t *can = line->can;
    uint64_t *found = engine->trial;
    struct cached_line *known = place_of(engine, number, can);
    assert(engine->colours == 2 && line->kernel->words == 1);
    assert(known < engine->cache + ((size_t)(number + 1) << engine->cache_bits));
    assert((can[0] | can[1]) != 0); /* as in a free slot */
    if (known->can[0] == can[0] && known->can[1] == can[1]) {
        found[0] = known->found[0];
        found[1] = known->found[1];
        engine->stats.cache_hits++;
        assert((found[0] & ~can[0]) == 0 && (found[1] & ~can[1]) == 0);
        return (found[0] | found[1]) != 0;
    }
    bool possible = line->kernel->narrow(&line->clues, 2, can, found, engine->scratch);
    engine->stats.cache_evictions += (known->can[0] | known->can[1]) != 0;
    *known = (struct cached_line){{can[0], can[1]}, {0, 0}};
    if (possible) {
        known->found[0] = found[0];
        known->found[1] = found[1];
    }
    return possible;
}
