/* Reasons that lines gave before. Finding a line's reason takes as long as propagating ten lines;
 * but a reason is a set of literals that imply another one, and it stays valid whenever all of them
 * are false. The last reason of each literal by its row and by its column is cached, and two times
 * out of three one of them can be used again. */
#include <string.h>

#include "puzzles/nonogram/solve/engine.h"

#define FIRST_ROOM 512

/* The two cached reasons of a literal, by its row and by its column. */
static uint32_t *cached_of(const struct engine *engine, uint32_t literal) {
    return engine->cached_reasons + 2 * (size_t)literal;
}

static struct literals reason_at(const struct engine *engine, uint32_t place) {
    const uint32_t *first = engine->reasons.at + place;
    assert(place >= 1 && place + *first < engine->reasons.count);
    return (struct literals){first + 1, *first};
}

/* One more than the place on the trail of the latest literal of the reason, or UINT32_MAX if not
 * all of them were false before `before`. */
static uint32_t false_since(const struct engine *engine, uint32_t place, uint32_t before) {
    struct literals reason = reason_at(engine, place);
    uint32_t since = 0;
    for (size_t i = 0; i < reason.count; i++) {
        const struct assignment *known = &engine->assignments[reason.at[i]];
        if (!literal_is_false(engine, reason.at[i]) || (known->level > 0 && known->trail >= before))
            return UINT32_MAX;
        since = known->level > 0 && known->trail >= since ? known->trail + 1 : since;
    }
    return since;
}

/* The cached reason that became false first, 0 if none can be used. */
static uint32_t find_cached(const struct engine *engine, uint32_t literal, uint32_t before) {
    const uint32_t *kept = cached_of(engine, literal);
    uint32_t best = 0, first = UINT32_MAX;
    for (unsigned i = 0; i < 2; i++) {
        uint32_t since = kept[i] != 0 ? false_since(engine, kept[i], before) : UINT32_MAX;
        if (since < first) {
            first = since;
            best = kept[i];
        }
    }
    return best;
}

static void clear_reasons(struct engine *engine) {
    memset(engine->cached_reasons, 0, 2 * engine->literal_count * sizeof *engine->cached_reasons);
    engine->stats.cleared_reasons++;
    engine->reasons.count = 1;
}

/* Enlarges the stack to `needed` numbers. Returns false if the memory limit is reached. */
static bool lengthen(struct engine *engine, size_t needed) {
    struct stack *list = &engine->reasons;
    size_t size = sizeof *list->at, room = list->room == 0 ? FIRST_ROOM : list->room;
    while (room < needed)
        room *= 2;
    uint32_t *literals =
        engine_enlarge(engine, list->at, list->count * size, list->room * size, room * size);
    if (literals == NULL)
        return false;
    list->at = literals;
    list->room = room;
    return true;
}

/* Reserves room for `more` numbers. Returns false if the memory limit is reached. */
static bool make_room(struct engine *engine, size_t more) {
    struct stack *list = &engine->reasons;
    if (engine->cached_reasons == NULL) {
        engine->cached_reasons = control_reserve(
            engine->counter.control, 2 * engine->literal_count * sizeof *engine->cached_reasons);
        if (engine->cached_reasons == NULL || !lengthen(engine, FIRST_ROOM))
            return false;
        list->count = 1; /* place 0 means none */
    }
    if (list->count + more > engine->tuning->most_reasons)
        clear_reasons(engine);
    return list->count + more <= list->room || lengthen(engine, list->count + more);
}

/* Has the line explain a literal, and caches that. Returns its place. */
static uint32_t ask_line(struct engine *engine, uint32_t literal) {
    const struct assignment *known = &engine->assignments[literal];
    struct stack *list = &engine->reasons;
    uint32_t place = (uint32_t)list->count;
    engine->stats.reasons++;
    stack_push(list, 0);
    engine_explain_line(engine, known->reason, literal, known->trail, list);
    list->at[place] = (uint32_t)list->count - place - 1;
    assert(list->count <= list->room);
    assert(false_since(engine, place, known->trail) != UINT32_MAX);
    cached_of(engine, literal)[known->reason >= engine->height] = place;
    return place;
}

struct literals engine_line_reason(struct engine *engine, uint32_t literal) {
    const struct assignment *known = &engine->assignments[literal];
    assert(literal_is_false(engine, literal));
    assert(known->level > 0 && known->reason < engine->line_count);
    uint32_t place =
        engine->cached_reasons != NULL ? find_cached(engine, literal, known->trail) : 0;
    if (place != 0) {
        engine->stats.reused_reasons++;
        return reason_at(engine, place);
    }
    if (!make_room(engine, engine->lines[known->reason].assigned_count + 1)) {
        engine->stopped = true;
        return (struct literals){0};
    }
    return reason_at(engine, ask_line(engine, literal));
}

void engine_free_reasons(struct engine *engine) {
    qd_control *control = engine->counter.control;
    struct stack *list = &engine->reasons;
    control_release(control, list->at, list->room * sizeof *list->at);
    control_release(control, engine->cached_reasons,
                    2 * engine->literal_count * sizeof *engine->cached_reasons);
}
