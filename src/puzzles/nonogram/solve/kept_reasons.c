/* Reasons that lines gave before. A line's reason is found by trying, which takes as long as ten
 * lines; but it is a set of atoms from which another follows, and so it is one again whenever all
 * of them hold. Of each atom the last reason of its row and that of its column are kept: two of
 * three times one of them will do. */
#include <string.h>

#include "puzzles/nonogram/solve/engine.h"

#define FIRST_ROOM 512

/* Where the reasons of an atom are kept. */
static uint32_t *kept_of(const struct engine *engine, uint32_t atom) {
    return engine->kept + 2 * (size_t)atom;
}

static struct atoms reason_at(const struct engine *engine, uint32_t place) {
    const uint32_t *first = engine->reasons.atom + place;
    assert(place >= 1 && place + *first < engine->reasons.count);
    return (struct atoms){first + 1, *first};
}

/* One more than the place on the trail of the latest atom of the reason, or UINT32_MAX if not all
 * of them held before that place. */
static uint32_t held_since(const struct engine *engine, uint32_t place, uint32_t before) {
    struct atoms reason = reason_at(engine, place);
    uint32_t since = 0;
    for (size_t i = 0; i < reason.count; i++) {
        const struct atom *known = &engine->atoms[reason.atom[i]];
        if (!atom_holds(engine, reason.atom[i]) || (known->level > 0 && known->when >= before))
            return UINT32_MAX;
        since = known->level > 0 && known->when >= since ? known->when + 1 : since;
    }
    return since;
}

/* The one that held first, 0 if none does. */
static uint32_t find_kept(const struct engine *engine, uint32_t atom, uint32_t before) {
    const uint32_t *kept = kept_of(engine, atom);
    uint32_t best = 0, first = UINT32_MAX;
    for (unsigned i = 0; i < 2; i++) {
        uint32_t since = kept[i] != 0 ? held_since(engine, kept[i], before) : UINT32_MAX;
        if (since < first) {
            first = since;
            best = kept[i];
        }
    }
    return best;
}

static void forget_reasons(struct engine *engine) {
    memset(engine->kept, 0, 2 * engine->atom_count * sizeof *engine->kept);
    engine->stats.forgotten_reasons++;
    engine->reasons.count = 1;
}

/* Makes the list long enough for so many numbers. Returns false if the control grants no memory. */
static bool lengthen(struct engine *engine, size_t needed) {
    struct atom_list *list = &engine->reasons;
    size_t size = sizeof *list->atom, room = list->room == 0 ? FIRST_ROOM : list->room;
    while (room < needed)
        room *= 2;
    uint32_t *atoms =
        engine_enlarge(engine, list->atom, list->count * size, list->room * size, room * size);
    if (atoms == NULL)
        return false;
    list->atom = atoms;
    list->room = room;
    return true;
}

/* Makes room for so many more numbers. Returns false if the control grants no memory. */
static bool make_room(struct engine *engine, size_t more) {
    struct atom_list *list = &engine->reasons;
    if (engine->kept == NULL) {
        engine->kept =
            control_reserve(engine->pace.control, 2 * engine->atom_count * sizeof *engine->kept);
        if (engine->kept == NULL || !lengthen(engine, FIRST_ROOM))
            return false;
        list->count = 1; /* place 0 means none */
    }
    if (list->count + more > engine->tuning->most_reasons)
        forget_reasons(engine);
    return list->count + more <= list->room || lengthen(engine, list->count + more);
}

/* Asks the line, and keeps what it says. Returns its place. */
static uint32_t ask_line(struct engine *engine, uint32_t atom) {
    const struct atom *known = &engine->atoms[atom];
    struct atom_list *list = &engine->reasons;
    uint32_t place = (uint32_t)list->count;
    engine->stats.reasons++;
    atom_list_add(list, 0);
    engine_explain_line(engine, known->reason, atom, known->when, list);
    list->atom[place] = (uint32_t)list->count - place - 1;
    assert(list->count <= list->room);
    assert(held_since(engine, place, known->when) != UINT32_MAX);
    kept_of(engine, atom)[known->reason >= engine->height] = place;
    return place;
}

struct atoms engine_line_reason(struct engine *engine, uint32_t atom) {
    const struct atom *known = &engine->atoms[atom];
    assert(atom_holds(engine, atom));
    assert(known->level > 0 && known->reason < engine->line_count);
    uint32_t place = engine->kept != NULL ? find_kept(engine, atom, known->when) : 0;
    if (place != 0) {
        engine->stats.reused_reasons++;
        return reason_at(engine, place);
    }
    if (!make_room(engine, engine->lines[known->reason].held_count + 1)) {
        engine->stopped = true;
        return (struct atoms){0};
    }
    return reason_at(engine, ask_line(engine, atom));
}

void engine_free_reasons(struct engine *engine) {
    qd_control *control = engine->pace.control;
    struct atom_list *list = &engine->reasons;
    control_release(control, list->atom, list->room * sizeof *list->atom);
    control_release(control, engine->kept, 2 * engine->atom_count * sizeof *engine->kept);
}
