/* First a greedy search: again and again it changes the open cell after which line solving leaves
 * the fewest cells unknown, then undoes what is not needed and replaces two changes by fewer where
 * possible. That is an upper bound; the exact search (puzzles/nonogram/generate/repair_exact.c)
 * looks for fewer from below. */
#include "puzzles/nonogram/generate/repair.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/random.h"
#include "puzzles/nonogram/generate/line_solvable.h"
#include "puzzles/nonogram/generate/repair_search.h"

/* The greedy search takes the best of this many possible changes. */
enum { SAMPLE = 64 };

struct choice {
    size_t cell;
    uint8_t value;
};

/* Cells that have been changed are not changed again, so the greedy search ends. */
static size_t list_choices(const struct nonogram_repair_state *state, bool open_only,
                           struct choice *choices) {
    size_t count = 0;
    for (size_t cell = 0; cell < state->cells; cell++) {
        if ((open_only && !state->open[cell]) || state->picture[cell] != state->original[cell])
            continue;
        for (unsigned value = 0; value <= state->colours; value++)
            if (value != state->picture[cell])
                choices[count++] = (struct choice){.cell = cell, .value = (uint8_t)value};
    }
    return count;
}

/* Moves a random sample to the front. Returns its size. */
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

static bool best_of(struct nonogram_repair_state *state, const struct choice *choices, size_t count,
                    struct choice *best) {
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < count && least > 0; i++) {
        if (!control_spend(state->control, 1))
            return false;
        nonogram_repair_set(state, choices[i].cell, choices[i].value);
        size_t unknown = nonogram_lines_alone(state->puzzle, state->known);
        nonogram_repair_set(state, choices[i].cell, state->original[choices[i].cell]);
        state->looked++;
        if (unknown < least) {
            least = unknown;
            *best = choices[i];
        }
    }
    return least < SIZE_MAX;
}

static bool change_best(struct nonogram_repair_state *state, struct random *random) {
    struct choice *choices = mem_new(state->cells * state->colours, sizeof *choices), best = {0};
    size_t count = list_choices(state, true, choices);
    if (count == 0)
        count = list_choices(state, false, choices);
    bool found = best_of(state, choices, draw_sample(choices, count, random), &best);
    free(choices);
    if (found)
        nonogram_repair_set(state, best.cell, best.value);
    return found && nonogram_repair_changed(state) <= state->settings->most;
}

/* Undoes each change that turns out not to be needed. */
static void drop_needless(struct nonogram_repair_state *state) {
    for (size_t cell = 0; cell < state->cells; cell++) {
        uint8_t value = state->picture[cell];
        if (value == state->original[cell])
            continue;
        nonogram_repair_set(state, cell, state->original[cell]);
        if (nonogram_repair_glance(state) != NONOGRAM_GOOD)
            nonogram_repair_set(state, cell, value);
    }
}

static void allow_looks(struct nonogram_repair_state *state) {
    state->tested = 0;
    state->looks_end = state->looked + state->settings->effort;
}

/* The changed cells, one for each set of mirrors. */
static size_t list_changed(const struct nonogram_repair_state *state, size_t *list) {
    size_t count = 0;
    for (size_t cell = 0; cell < state->cells; cell++) {
        size_t mirrors[NONOGRAM_MIRRORS], first = cell;
        unsigned alike =
            nonogram_mirrors(state->settings->symmetry, state->width, state->height, cell, mirrors);
        for (unsigned i = 1; i < alike; i++)
            first = mirrors[i] < first ? mirrors[i] : first;
        if (first == cell && state->picture[cell] != state->original[cell])
            list[count++] = cell;
    }
    return count;
}

/* Replaces two changes by fewer. Returns whether that was possible. */
static bool replace_two(struct nonogram_repair_state *state, size_t one, size_t other) {
    uint8_t value = state->picture[one], other_value = state->picture[other];
    unsigned before = nonogram_repair_changed(state);
    nonogram_repair_set(state, one, state->original[one]);
    nonogram_repair_set(state, other, state->original[other]);
    unsigned left = before - nonogram_repair_changed(state) - 1;
    if (nonogram_repair_exact(state, left))
        return true;
    nonogram_repair_set(state, one, value);
    nonogram_repair_set(state, other, other_value);
    return false;
}

static bool replace_any_two(struct nonogram_repair_state *state) {
    size_t *list = mem_new(state->cells, sizeof *list);
    size_t count = list_changed(state, list);
    bool replaced = false;
    for (size_t i = 0; i < count && !replaced; i++)
        for (size_t k = i + 1; k < count && !replaced && !nonogram_repair_exhausted(state); k++)
            replaced = replace_two(state, list[i], list[k]);
    free(list);
    return replaced;
}

/* Where the solver is undecided, all cells that line solving leaves unknown are open. */
static void open_unknown(struct nonogram_repair_state *state) {
    for (size_t cell = 0; cell < state->cells; cell++)
        state->open[cell] = state->known[cell] == NONOGRAM_UNKNOWN;
}

/* Returns whether the picture is good now. */
static bool change_quickly(struct nonogram_repair_state *state, enum nonogram_good good) {
    struct random random;
    random_seed(&random, state->settings->seed);
    while (good != NONOGRAM_GOOD) {
        if (good == NONOGRAM_UNDECIDED)
            open_unknown(state);
        if (!change_best(state, &random))
            return false;
        control_note(state->control, "%u cells changed", nonogram_repair_changed(state));
        good = nonogram_repair_glance(state);
        if (!control_going(state->control))
            return false;
    }
    drop_needless(state);
    allow_looks(state);
    while (replace_any_two(state))
        control_note(state->control, "%u cells changed", nonogram_repair_changed(state));
    return control_going(state->control);
}

/* Looks for fewer changes than `best`. Returns whether the picture is good; *at_least is the proven
 * lower bound. */
static bool change_exactly(struct nonogram_repair_state *state, unsigned best, unsigned *at_least) {
    allow_looks(state);
    for (unsigned cells = 1; cells < best && control_going(state->control); cells++) {
        nonogram_repair_reset(state);
        if (nonogram_repair_exact(state, cells))
            return true;
        if (state->undecided)
            break;
        *at_least = cells + 1;
    }
    nonogram_repair_reset(state);
    return false;
}

static void list_changes(const struct nonogram_repair_state *state, const uint8_t *picture,
                         struct nonogram_repair *repair) {
    size_t room = 0;
    for (size_t cell = 0; cell < state->cells; cell++) {
        if (picture[cell] == state->original[cell])
            continue;
        repair->changes = mem_grow(repair->changes, repair->count, &room, sizeof *repair->changes);
        repair->changes[repair->count++] = (struct nonogram_change){
            .cell = cell, .from = state->original[cell], .to = picture[cell]};
    }
}

/* Returns the good picture with the fewest changes found, which the caller frees, or NULL. */
static uint8_t *find_good(struct nonogram_repair_state *state, struct nonogram_repair *repair) {
    enum nonogram_good good = nonogram_repair_look(state);
    if (good == NONOGRAM_GOOD)
        return mem_copy(state->picture, state->cells);
    bool undecided = good == NONOGRAM_UNDECIDED;
    repair->at_least = undecided ? 0 : 1;
    uint8_t *found = NULL;
    unsigned best = state->settings->most + 1;
    if (state->settings->most > 0 && change_quickly(state, good)) {
        found = mem_copy(state->picture, state->cells);
        best = nonogram_repair_changed(state);
    }
    state->undecided = undecided;
    if (!undecided && change_exactly(state, best, &repair->at_least)) {
        free(found);
        found = mem_copy(state->picture, state->cells);
    }
    return found;
}

qd_status nonogram_repair_picture(unsigned width, unsigned height, unsigned colours,
                                  uint8_t *picture, const struct nonogram_repair_settings *settings,
                                  qd_control *control, struct nonogram_repair *repair) {
    struct nonogram_repair_state state;
    *repair = (struct nonogram_repair){0};
    nonogram_repair_begin(&state, width, height, colours, picture, settings, control);
    uint8_t *found = find_good(&state, repair);
    qd_status status = found ? QD_YES : repair->at_least > settings->most ? QD_NO : QD_LIMIT;
    if (found) {
        list_changes(&state, found, repair);
        repair->fewest = repair->count == repair->at_least;
    }
    repair->looked = state.looked;
    nonogram_repair_end(&state);
    if (found)
        memcpy(picture, found, (size_t)width * height);
    free(found);
    return status;
}

void nonogram_repair_free(struct nonogram_repair *repair) {
    free(repair->changes);
    *repair = (struct nonogram_repair){0};
}
