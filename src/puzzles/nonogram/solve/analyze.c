/* Nogoods: learned from conflicts (conflict-driven clause learning, Marques-Silva and Sakallah; the
 * first unique implication point), watched by two of their atoms (Moskewicz and others), forgotten
 * by how many levels they span (Audemard and Simon). That lines are constraints with reasons made
 * on demand is lazy clause generation (Ohrimenko, Stuckey and Codish). */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/solve/engine.h"

#define HEADER (sizeof(struct nogood) / sizeof(uint32_t))

/* ---- the store ---- */

/* Makes room for so many more watchers. Returns false if the control grants none. */
static bool make_watchers(struct engine *engine, size_t more) {
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

/* Moves the watchers of an atom to where there is room for twice as many. */
static bool watch_grow(struct engine *engine, struct watch *watch) {
    uint32_t room = watch->room == 0 ? 4 : 2 * watch->room;
    if (!make_watchers(engine, room))
        return false;
    struct watcher *to = engine->watchers + engine->watchers_used;
    for (uint32_t i = 0; i < watch->count; i++)
        to[i] = engine->watchers[watch->first + i];
    *watch = (struct watch){(uint32_t)engine->watchers_used, watch->count, room};
    engine->watchers_used += room;
    return true;
}

/* If the control grants no memory, the engine is stopped. */
static void watch_add(struct engine *engine, uint32_t atom, uint32_t nogood, uint32_t other) {
    struct watch *watch = &engine->watches[atom];
    assert(atom < engine->atom_count && atom != other);
    assert(watch->count <= watch->room);
    if (watch->count == watch->room && !watch_grow(engine, watch)) {
        engine->stopped = true;
        return;
    }
    engine->watchers[watch->first + watch->count++] = (struct watcher){nogood, other};
}

static void watch_nogood(struct engine *engine, uint32_t place) {
    const struct nogood *nogood = engine_nogood(engine, place);
    assert(nogood->size >= 2);
    watch_add(engine, nogood->atom[0], place, nogood->atom[1]);
    watch_add(engine, nogood->atom[1], place, nogood->atom[0]);
}

/* Makes room for a nogood of so many atoms. Returns false if the control grants none. */
static bool make_room(struct engine *engine, size_t atoms) {
    size_t size = sizeof *engine->store;
    size_t room = engine->store_room == 0 ? 1024 : engine->store_room;
    while (engine->stored + HEADER + atoms > room)
        room *= 2;
    if (engine->watches == NULL)
        engine->watches =
            control_reserve(engine->pace.control, engine->atom_count * sizeof *engine->watches);
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

void engine_free_nogoods(struct engine *engine) {
    qd_control *control = engine->pace.control;
    control_release(control, engine->store, engine->store_room * sizeof *engine->store);
    control_release(control, engine->watches, engine->atom_count * sizeof *engine->watches);
    control_release(control, engine->watchers, engine->watchers_room * sizeof *engine->watchers);
}

/* Keeps a nogood of two atoms or more, for which there is room. Returns its place. */
static uint32_t keep_nogood(struct engine *engine, const struct atom_list *list, uint32_t levels) {
    size_t size = HEADER + list->count;
    uint32_t place = (uint32_t)engine->stored;
    struct nogood *nogood = engine_nogood(engine, place);
    *nogood = (struct nogood){.size = (uint32_t)list->count, .levels = levels};
    memcpy(nogood->atom, list->atom, list->count * sizeof *list->atom);
    engine->stored += size;
    assert(engine->stored <= engine->store_room);
    engine->nogood_count++;
    watch_nogood(engine, place);
    return place;
}

/* ---- propagation ---- */

/* True if the atom can never hold here: its cell has the colour. */
static bool atom_refused(const struct engine *engine, uint32_t atom) {
    return engine->hold[atom] == REFUSED;
}

/* Watches another atom of the nogood instead of atom[1], which holds. Returns false if all others
 * but atom[0] hold. */
static bool watch_another(struct engine *engine, uint32_t place) {
    struct nogood *nogood = engine_nogood(engine, place);
    for (uint32_t i = 2; i < nogood->size; i++)
        if (!atom_holds(engine, nogood->atom[i])) {
            uint32_t atom = nogood->atom[i];
            nogood->atom[i] = nogood->atom[1];
            nogood->atom[1] = atom;
            watch_add(engine, atom, place, nogood->atom[0]);
            return true;
        }
    return false;
}

static void conflict_of_nogood(struct engine *engine, const struct nogood *nogood) {
    engine->conflict.count = 0;
    for (uint32_t i = 0; i < nogood->size; i++)
        atom_list_add(&engine->conflict, nogood->atom[i]);
}

/* All atoms of the nogood but the first hold: the first must not. */
static bool refuse_first(struct engine *engine, uint32_t place) {
    const struct nogood *nogood = engine_nogood(engine, place);
    uint32_t first = nogood->atom[0];
    for (uint32_t i = 1; i < nogood->size; i++)
        assert(atom_holds(engine, nogood->atom[i]));
    if (atom_holds(engine, first)) {
        conflict_of_nogood(engine, nogood);
        return false;
    }
    return engine_fix(engine, atom_cell(engine, first), atom_colour(engine, first),
                      reason_of_nogood(engine, place));
}

/* Looks at a nogood one of whose watched atoms has come to hold. Returns false if there is a
 * conflict; *keep says whether it goes on watching that atom. */
static bool look_at(struct engine *engine, struct watcher *watcher, uint32_t atom, bool *keep) {
    struct nogood *nogood = engine_nogood(engine, watcher->nogood);
    assert(nogood->atom[0] == atom || nogood->atom[1] == atom);
    if (nogood->atom[0] == atom) {
        nogood->atom[0] = nogood->atom[1];
        nogood->atom[1] = atom;
    }
    watcher->other = nogood->atom[0];
    *keep = atom_refused(engine, nogood->atom[0]);
    if (*keep)
        return true;
    *keep = !watch_another(engine, watcher->nogood);
    return !*keep || refuse_first(engine, watcher->nogood);
}

/* Shows one atom that has come to hold to those that watch it. They may be moved meanwhile, when
 * others are added to other atoms. */
static bool show_atom(struct engine *engine, uint32_t atom) {
    struct watch *watch = &engine->watches[atom];
    uint32_t first = watch->first, kept = 0, i = 0;
    assert(atom_holds(engine, atom));
    bool fine = true;
    while (fine && i < watch->count) {
        struct watcher watcher = engine->watchers[first + i++];
        bool keep = atom_refused(engine, watcher.other);
        if (!keep)
            fine = look_at(engine, &watcher, atom, &keep);
        if (keep)
            engine->watchers[first + kept++] = watcher;
    }
    while (i < watch->count)
        engine->watchers[first + kept++] = engine->watchers[first + i++];
    watch->count = kept;
    return fine && !engine->stopped;
}

bool engine_propagate_nogoods(struct engine *engine) {
    if (engine->nogood_count == 0)
        engine->head = engine->trail.count;
    while (engine->head < engine->trail.count)
        if (!show_atom(engine, engine->trail.atom[engine->head++]))
            return false;
    return true;
}

/* ---- learning ---- */

/* The atoms because of which an atom holds, until the next is asked for. */
static struct atoms explain(struct engine *engine, uint32_t atom) {
    const struct atom *known = &engine->atoms[atom];
    if (known->reason < engine->line_count)
        return engine_line_reason(engine, atom);
    assert(known->reason != NO_REASON);
    struct nogood *nogood = engine_nogood(engine, known->reason - engine->line_count);
    assert(atom_cell(engine, nogood->atom[0]) == atom_cell(engine, atom));
    nogood->activity += (float)1;
    /* The first is the one that must not hold; the rest is why. */
    return (struct atoms){nogood->atom + 1, nogood->size - 1};
}

static void take_in(struct engine *engine, struct lesson *lesson, struct atoms from) {
    for (size_t i = 0; i < from.count; i++) {
        uint32_t atom = from.atom[i];
        unsigned level = engine->atoms[atom].level;
        assert(atom_holds(engine, atom));
        if (engine->seen[atom] || level == 0)
            continue;
        assert(level <= engine_level(engine));
        engine->seen[atom] = 1;
        engine_bump(engine, atom_cell(engine, atom));
        if (level == engine_level(engine))
            lesson->open++;
        else
            atom_list_add(&lesson->atoms, atom);
    }
}

/* Back along the trail until one atom of the present level is left that leads to the conflict. */
static void find_first_cause(struct engine *engine, struct lesson *lesson) {
    atom_list_add(&lesson->atoms, NO_ATOM);
    take_in(engine, lesson, (struct atoms){engine->conflict.atom, engine->conflict.count});
    for (size_t at = engine->trail.count; at-- > 0;) {
        uint32_t atom = engine->trail.atom[at];
        if (!engine->seen[atom])
            continue;
        assert(engine->atoms[atom].level == engine_level(engine));
        assert(lesson->open >= 1);
        if (lesson->open == 1) {
            lesson->atoms.atom[0] = atom;
            return;
        }
        engine->seen[atom] = 0;
        lesson->open--;
        take_in(engine, lesson, explain(engine, atom));
    }
}

/* True if all atoms are of the lesson. */
static bool are_seen(const struct engine *engine, struct atoms atoms) {
    for (size_t i = 0; i < atoms.count; i++)
        if (!engine->seen[atoms.atom[i]] && engine->atoms[atoms.atom[i]].level > 0)
            return false;
    return true;
}

static void note_behind(const struct engine *engine, struct lesson *lesson, struct atoms reason) {
    if ((engine->without & NONOGRAM_PART_BEHIND) != 0)
        return;
    for (size_t i = 0; i < reason.count; i++)
        atom_list_add(&lesson->behind, reason.atom[i]);
}

/* How many atoms of the lesson there are of each level. */
static void count_by_level(const struct engine *engine, struct lesson *lesson) {
    const struct atom_list *atoms = &lesson->atoms;
    struct atom_list *of_level = &lesson->of_level;
    while (of_level->count <= engine_level(engine))
        atom_list_add(of_level, 0);
    for (size_t i = 1; i < atoms->count; i++)
        of_level->atom[engine->atoms[atoms->atom[i]].level] = 0;
    for (size_t i = 1; i < atoms->count; i++)
        of_level->atom[engine->atoms[atoms->atom[i]].level]++;
}

/* True if an atom of the lesson follows from others of it. If not, notes why it holds. What follows
 * at a level does so from something new at it, so of an atom that is the only one of its level
 * nobody need ask (as MiniSat of Een and Sorensson does). */
static bool follows_from_others(struct engine *engine, struct lesson *lesson, uint32_t atom) {
    const struct atom *known = &engine->atoms[atom];
    if (known->reason == NO_REASON || lesson->of_level.atom[known->level] == 1)
        return false;
    struct atoms reason = explain(engine, atom);
    bool follows = are_seen(engine, reason);
    if (!follows)
        note_behind(engine, lesson, reason);
    return follows;
}

/* Leaves out what follows from the rest. The order of the trail keeps that from going in circles:
 * an atom follows from earlier ones only. */
static void leave_out_followers(struct engine *engine, struct lesson *lesson) {
    size_t kept = 1;
    count_by_level(engine, lesson);
    for (size_t i = 1; i < lesson->atoms.count; i++) {
        uint32_t atom = lesson->atoms.atom[i];
        if (follows_from_others(engine, lesson, atom))
            atom_list_add(&lesson->left_out, atom);
        else
            lesson->atoms.atom[kept++] = atom;
    }
    engine->stats.minimized += lesson->atoms.count - kept;
    lesson->atoms.count = kept;
}

/* What lies behind the lesson counts as part of the conflict, too (after the reason side rate of
 * Liang and others). It is marked as seen and left out. */
static void bump_behind(struct engine *engine, struct lesson *lesson) {
    for (size_t i = 0; i < lesson->behind.count; i++) {
        uint32_t atom = lesson->behind.atom[i];
        if (engine->seen[atom] || engine->atoms[atom].level == 0)
            continue;
        engine->seen[atom] = 1;
        engine_bump(engine, atom_cell(engine, atom));
        atom_list_add(&lesson->left_out, atom);
    }
}

/* The highest level of a conflict's atoms. */
static unsigned conflict_level(const struct engine *engine) {
    unsigned level = 0;
    for (size_t i = 0; i < engine->conflict.count; i++) {
        unsigned of = engine->atoms[engine->conflict.atom[i]].level;
        level = of > level ? of : level;
    }
    return level;
}

/* Puts an atom of the highest level but the first's second. Returns that level, 0 if there is no
 * second atom. */
static unsigned second_level(const struct engine *engine, struct atom_list *list) {
    unsigned level = 0;
    for (size_t i = 1; i < list->count; i++) {
        unsigned of = engine->atoms[list->atom[i]].level;
        if (of <= level)
            continue;
        uint32_t atom = list->atom[i];
        list->atom[i] = list->atom[1];
        list->atom[1] = atom;
        level = of;
    }
    return level;
}

/* The atom that a level, not 0, begins with. */
static uint32_t first_of_level(const struct engine *engine, uint32_t atom) {
    return engine->trail.atom[engine->level_start.atom[engine->atoms[atom].level - 1]];
}

/* How many levels the atoms are of. Nothing is marked as seen, before and after. */
static uint32_t count_levels(struct engine *engine, const struct atom_list *list) {
    uint32_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        uint32_t first = first_of_level(engine, list->atom[i]);
        count += !engine->seen[first];
        engine->seen[first] = 1;
    }
    for (size_t i = 0; i < list->count; i++)
        engine->seen[first_of_level(engine, list->atom[i])] = 0;
    return count;
}

static bool draw_consequence(struct engine *engine, struct atom_list *list, bool for_good) {
    uint32_t first = list->atom[0], levels = for_good ? 0 : count_levels(engine, list);
    unsigned to = second_level(engine, list);
    assert(to < engine_level(engine));
    engine->stats.learned++;
    engine->stats.backjumps += engine_level(engine) - to > 1;
    engine_pop(engine, to);
    assert(engine->hold[first] == OPEN);
    uint32_t reason = NO_REASON;
    if (list->count > 1)
        reason = reason_of_nogood(engine, keep_nogood(engine, list, levels));
    return engine_fix(engine, atom_cell(engine, first), atom_colour(engine, first), reason);
}

/* Tells a test what was learned. */
static void tell(const struct engine *engine, const struct atom_list *list, bool for_good) {
    struct nonogram_forbidden *told = mem_new(list->count, sizeof *told);
    for (size_t i = 0; i < list->count; i++)
        told[i] = (struct nonogram_forbidden){atom_cell(engine, list->atom[i]),
                                              (uint8_t)atom_colour(engine, list->atom[i])};
    engine->hooks->learned(engine->hooks->context, told, list->count, for_good);
    free(told);
}

static void unmark(struct engine *engine, const struct atom_list *list) {
    for (size_t i = 0; i < list->count; i++)
        engine->seen[list->atom[i]] = 0;
}

bool engine_learn(struct engine *engine, bool for_good) {
    struct lesson *lesson = &engine->lesson;
    unsigned level = conflict_level(engine);
    engine->conflicts++;
    if (level == 0)
        return false;
    engine->stopped = !make_room(engine, engine->trail.count) || !engine_cache_grow(engine);
    if (engine->stopped)
        return false;
    engine_pop(engine, level);
    lesson->open = 0;
    lesson->atoms.count = lesson->left_out.count = lesson->behind.count = 0;
    find_first_cause(engine, lesson);
    leave_out_followers(engine, lesson);
    bump_behind(engine, lesson);
    unmark(engine, &lesson->atoms);
    unmark(engine, &lesson->left_out);
    if (engine->hooks != NULL && engine->hooks->learned != NULL && !engine->stopped)
        tell(engine, &lesson->atoms, for_good);
    bool fine = draw_consequence(engine, &lesson->atoms, for_good);
    /* At the level that it went back to the cell was open, so this can fail only at level 0. */
    engine_decay(engine);
    return fine && !engine->stopped;
}

/* ---- forgetting ---- */

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

static struct rank *rank_nogoods(const struct engine *engine) {
    struct rank *ranks = mem_new(engine->nogood_count + 1, sizeof *ranks);
    size_t count = 0;
    for (size_t place = 0; place < engine->stored;) {
        const struct nogood *nogood = engine_nogood(engine, (uint32_t)place);
        ranks[count++] = (struct rank){(uint32_t)place, nogood->levels, nogood->activity};
        place += HEADER + nogood->size;
    }
    qsort(ranks, count, sizeof *ranks, compare_ranks);
    return ranks;
}

/* Copies a nogood into the new store, unless it is settled at level 0. */
static void copy_nogood(struct engine *engine, const struct nogood *nogood,
                        struct atom_list *list) {
    list->count = 0;
    for (uint32_t i = 0; i < nogood->size; i++) {
        if (atom_refused(engine, nogood->atom[i]))
            return;
        if (!atom_holds(engine, nogood->atom[i]))
            atom_list_add(list, nogood->atom[i]);
    }
    if (list->count < 2)
        return;
    uint32_t place = keep_nogood(engine, list, nogood->levels);
    engine_nogood(engine, place)->activity = nogood->activity / 2;
}

/* The store has room for what is kept: it held more before. If there is none for the watchers, the
 * engine is stopped. */
void engine_forget(struct engine *engine, size_t most) {
    assert(engine_level(engine) == 0);
    assert(engine->head == engine->trail.count);
    if (engine->nogood_count <= most)
        return;
    struct rank *ranks = rank_nogoods(engine);
    size_t count = engine->nogood_count, keep = count / 2;
    engine->stats.reductions++;
    uint32_t *old = mem_copy(engine->store, engine->stored * sizeof *old);
    struct atom_list list = {0};
    memset(engine->watches, 0, engine->atom_count * sizeof *engine->watches);
    engine->stored = engine->nogood_count = engine->watchers_used = 0;
    for (size_t i = 0; i < count && (i < keep || ranks[i].levels == 0); i++)
        copy_nogood(engine, (const struct nogood *)(void *)(old + ranks[i].place), &list);
    free(list.atom);
    free(old);
    free(ranks);
}
