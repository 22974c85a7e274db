/* First a quick way: change the open cell after which lines alone leave the least unknown, again
 * and again; then take back what is not needed, and replace two changes by fewer where that can be
 * done. That gives an upper bound, and the exact search (puzzles/nonogram/generate/repair_exact.c)
 * looks for fewer from below. */
#include "puzzles/nonogram/generate/repair.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/random.h"
#include "puzzles/nonogram/generate/line_solvable.h"
#include "puzzles/nonogram/generate/repair_search.h"

/* Of so many possible changes the quick way takes the best. */
enum { SAMPLE = 64 };

struct choice {
    size_t cell;
    uint8_t value;
};

/* Cells that were changed once are not changed again, so the quick way comes to an end. */
static size_t list_choices(const struct nonogram_repair_work *work, bool open_only,
                           struct choice *choices) {
    size_t count = 0;
    for (size_t cell = 0; cell < work->cells; cell++) {
        if ((open_only && !work->open[cell]) || work->picture[cell] != work->original[cell])
            continue;
        for (unsigned value = 0; value <= work->colours; value++)
            if (value != work->picture[cell])
                choices[count++] = (struct choice){.cell = cell, .value = (uint8_t)value};
    }
    return count;
}

/* A random part of them, in front. */
static size_t draw_sample(struct choice *choices, size_t count, struct random *random) {
    size_t size = count < SAMPLE ? count : SAMPLE;
    for (size_t i = 0; i < size && count > SAMPLE; i++) {
        size_t at = i + (size_t)random_below(random, count - i);
        struct choice choice = choices[i];
        choices[i] = choices[at];
        choices[at] = choice;
    }
    return size;
}

static bool best_of(struct nonogram_repair_work *work, const struct choice *choices, size_t count,
                    struct choice *best) {
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < count && least > 0; i++) {
        if (!control_spend(work->control, 1))
            return false;
        nonogram_repair_set(work, choices[i].cell, choices[i].value);
        size_t unknown = nonogram_lines_alone(work->puzzle, work->known, NULL);
        nonogram_repair_set(work, choices[i].cell, work->original[choices[i].cell]);
        work->looked++;
        if (unknown < least) {
            least = unknown;
            *best = choices[i];
        }
    }
    return least < SIZE_MAX;
}

static bool change_best(struct nonogram_repair_work *work, struct random *random) {
    struct choice *choices = mem_new(work->cells * work->colours, sizeof *choices), best = {0};
    size_t count = list_choices(work, true, choices);
    if (count == 0)
        count = list_choices(work, false, choices);
    bool found = best_of(work, choices, draw_sample(choices, count, random), &best);
    free(choices);
    if (found)
        nonogram_repair_set(work, best.cell, best.value);
    return found && nonogram_repair_changed(work) <= work->wish->most;
}

/* Takes back, one by one, what turns out not to be needed. */
static void drop_needless(struct nonogram_repair_work *work) {
    for (size_t cell = 0; cell < work->cells; cell++) {
        uint8_t value = work->picture[cell];
        if (value == work->original[cell])
            continue;
        nonogram_repair_set(work, cell, work->original[cell]);
        if (nonogram_repair_glance(work) != NONOGRAM_GOOD)
            nonogram_repair_set(work, cell, value);
    }
}

static void allow_looks(struct nonogram_repair_work *work) {
    work->tested = 0;
    work->looks_end = work->looked + work->wish->effort;
}

/* Of the cells that changed, those that come first among their mirrors. */
static size_t list_changed(const struct nonogram_repair_work *work, size_t *list) {
    size_t count = 0;
    for (size_t cell = 0; cell < work->cells; cell++) {
        size_t mirrors[NONOGRAM_MIRRORS], first = cell;
        unsigned alike =
            nonogram_mirrors(work->wish->symmetry, work->width, work->height, cell, mirrors);
        for (unsigned i = 1; i < alike; i++)
            first = mirrors[i] < first ? mirrors[i] : first;
        if (first == cell && work->picture[cell] != work->original[cell])
            list[count++] = cell;
    }
    return count;
}

/* Takes back two changes and looks for fewer in their place. Returns whether there are. */
static bool replace_two(struct nonogram_repair_work *work, size_t one, size_t other) {
    uint8_t value = work->picture[one], other_value = work->picture[other];
    unsigned before = nonogram_repair_changed(work);
    nonogram_repair_set(work, one, work->original[one]);
    nonogram_repair_set(work, other, work->original[other]);
    unsigned left = before - nonogram_repair_changed(work) - 1;
    if (nonogram_repair_exact(work, left))
        return true;
    nonogram_repair_set(work, one, value);
    nonogram_repair_set(work, other, other_value);
    return false;
}

static bool replace_any_two(struct nonogram_repair_work *work) {
    size_t *list = mem_new(work->cells, sizeof *list);
    size_t count = list_changed(work, list);
    bool replaced = false;
    for (size_t i = 0; i < count && !replaced; i++)
        for (size_t k = i + 1; k < count && !replaced && !nonogram_repair_worn_out(work); k++)
            replaced = replace_two(work, list[i], list[k]);
    free(list);
    return replaced;
}

/* Where the solver cannot tell, all that lines alone leave unknown is open. */
static void open_unknown(struct nonogram_repair_work *work) {
    for (size_t cell = 0; cell < work->cells; cell++)
        work->open[cell] = work->known[cell] == NONOGRAM_UNKNOWN;
}

/* Returns whether the picture is good now. */
static bool change_quickly(struct nonogram_repair_work *work, enum nonogram_good good) {
    struct random random;
    random_seed(&random, work->wish->seed);
    while (good != NONOGRAM_GOOD) {
        if (good == NONOGRAM_UNDECIDED)
            open_unknown(work);
        if (!change_best(work, &random))
            return false;
        control_note(work->control, "%u cells changed", nonogram_repair_changed(work));
        good = nonogram_repair_glance(work);
        if (!control_going(work->control))
            return false;
    }
    drop_needless(work);
    allow_looks(work);
    while (replace_any_two(work))
        control_note(work->control, "%u cells changed", nonogram_repair_changed(work));
    return control_going(work->control);
}

/* Looks for fewer changes than `best`. Returns whether the picture is good; *at_least is how many
 * changes are needed for certain. */
static bool change_exactly(struct nonogram_repair_work *work, unsigned best, unsigned *at_least) {
    allow_looks(work);
    for (unsigned cells = 1; cells < best && control_going(work->control); cells++) {
        nonogram_repair_reset(work);
        if (nonogram_repair_exact(work, cells))
            return true;
        if (work->undecided)
            break;
        *at_least = cells + 1;
    }
    nonogram_repair_reset(work);
    return false;
}

static void list_changes(const struct nonogram_repair_work *work, const uint8_t *picture,
                         struct nonogram_repair *repair) {
    size_t room = 0;
    for (size_t cell = 0; cell < work->cells; cell++) {
        if (picture[cell] == work->original[cell])
            continue;
        repair->changes = mem_grow(repair->changes, repair->count, &room, sizeof *repair->changes);
        repair->changes[repair->count++] = (struct nonogram_change){
            .cell = cell, .from = work->original[cell], .to = picture[cell]};
    }
}

/* Returns the good picture with the fewest changes that were found, which the caller frees, or
 * NULL. */
static uint8_t *find_good(struct nonogram_repair_work *work, struct nonogram_repair *repair) {
    enum nonogram_good good = nonogram_repair_look(work);
    if (good == NONOGRAM_GOOD)
        return mem_copy(work->picture, work->cells);
    bool undecided = good == NONOGRAM_UNDECIDED;
    repair->at_least = undecided ? 0 : 1;
    uint8_t *found = NULL;
    unsigned best = work->wish->most + 1;
    if (work->wish->most > 0 && change_quickly(work, good)) {
        found = mem_copy(work->picture, work->cells);
        best = nonogram_repair_changed(work);
    }
    work->undecided = undecided;
    if (!undecided && change_exactly(work, best, &repair->at_least)) {
        free(found);
        found = mem_copy(work->picture, work->cells);
    }
    return found;
}

qd_status nonogram_repair_picture(unsigned width, unsigned height, unsigned colours,
                                  uint8_t *picture, const struct nonogram_repair_wish *wish,
                                  qd_control *control, struct nonogram_repair *repair) {
    struct nonogram_repair_work work;
    *repair = (struct nonogram_repair){0};
    nonogram_repair_begin(&work, width, height, colours, picture, wish, control);
    uint8_t *found = find_good(&work, repair);
    qd_status status = found ? QD_YES : repair->at_least > wish->most ? QD_NO : QD_LIMIT;
    if (found) {
        list_changes(&work, found, repair);
        repair->fewest = repair->count == repair->at_least;
    }
    repair->looked = work.looked;
    nonogram_repair_end(&work);
    if (found)
        memcpy(picture, found, (size_t)width * height);
    free(found);
    return status;
}

void nonogram_repair_free(struct nonogram_repair *repair) {
    free(repair->changes);
    *repair = (struct nonogram_repair){0};
}
