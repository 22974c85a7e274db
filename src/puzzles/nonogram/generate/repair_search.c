#include "puzzles/nonogram/generate/repair_search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/generate/line_solvable.h"
#include "puzzles/nonogram/solve/solver.h"

/* A picture whose uniqueness takes a longer search is no pleasure for a person either. */
static const uint64_t nodes_for_one = 1000;
/* The first picture gets more: as long as it is undecided, nothing can be proven. */
static const uint64_t more_nodes_for_first = 10; /* per unit of effort */

void nonogram_repair_begin(struct nonogram_repair_state *state, unsigned width, unsigned height,
                           unsigned colours, const uint8_t *picture,
                           const struct nonogram_repair_settings *settings, qd_control *control) {
    size_t cells = (size_t)width * height;
    *state = (struct nonogram_repair_state){.settings = settings,
                                            .width = width,
                                            .height = height,
                                            .colours = colours,
                                            .cells = cells,
                                            .puzzle = nonogram_puzzle_new(width, height),
                                            .picture = mem_copy(picture, cells),
                                            .original = picture,
                                            .known = mem_new(cells, 1),
                                            .scratch = mem_copy(picture, cells),
                                            .open = mem_new(cells, sizeof(bool)),
                                            .control = control};
    state->puzzle->colours = colours;
    nonogram_generate_all_clues(state->puzzle, picture);
}

static void free_witness(struct nonogram_witness *witness) {
    free(witness->cells);
    free(witness->values);
}

void nonogram_repair_end(struct nonogram_repair_state *state) {
    nonogram_puzzle_free(state->puzzle);
    free(state->picture);
    free(state->known);
    free(state->scratch);
    free(state->open);
    for (unsigned i = 0; i < state->witness_count; i++)
        free_witness(&state->witnesses[i]);
}

void nonogram_repair_set(struct nonogram_repair_state *state, size_t cell, uint8_t value) {
    size_t mirrors[NONOGRAM_MIRRORS];
    assert(cell < state->cells && value <= state->colours);
    unsigned count =
        nonogram_mirrors(state->settings->symmetry, state->width, state->height, cell, mirrors);
    for (unsigned i = 0; i < count; i++)
        state->picture[mirrors[i]] = state->scratch[mirrors[i]] = value;
    for (unsigned i = 0; i < count; i++) {
        size_t row = mirrors[i] / state->width, column = mirrors[i] % state->width;
        nonogram_generate_clues(state->picture + row * state->width, state->width, 1,
                                &state->puzzle->rows[row]);
        nonogram_generate_clues(state->picture + column, state->height, state->width,
                                &state->puzzle->columns[column]);
    }
}

void nonogram_repair_reset(struct nonogram_repair_state *state) {
    for (size_t cell = 0; cell < state->cells; cell++)
        if (state->picture[cell] != state->original[cell])
            nonogram_repair_set(state, cell, state->original[cell]);
}

unsigned nonogram_repair_changed(const struct nonogram_repair_state *state) {
    unsigned count = 0;
    for (size_t cell = 0; cell < state->cells; cell++)
        count += state->picture[cell] != state->original[cell];
    return count;
}

/* True if two lines have the same clues, without making lists of them: this is called often. */
static bool alike(const uint8_t *a, const uint8_t *b, unsigned length, size_t stride) {
    unsigned i = 0, k = 0;
    for (;;) {
        while (i < length && a[i * stride] == NONOGRAM_EMPTY)
            i++;
        while (k < length && b[k * stride] == NONOGRAM_EMPTY)
            k++;
        if (i == length || k == length)
            return i == length && k == length;
        uint8_t colour = a[i * stride];
        unsigned run_a = i, run_b = k;
        while (i < length && a[i * stride] == colour)
            i++;
        while (k < length && b[k * stride] == colour)
            k++;
        if (i - run_a != k - run_b)
            return false;
    }
}

/* True if the scratch, which differs from the picture only in cells of the witness, has the same
 * clues. */
static bool same_clues(const struct nonogram_repair_state *state,
                       const struct nonogram_witness *witness) {
    for (size_t i = 0; i < witness->count; i++) {
        size_t row = witness->cells[i] / state->width, column = witness->cells[i] % state->width;
        if (!alike(state->picture + row * state->width, state->scratch + row * state->width,
                   state->width, 1) ||
            !alike(state->picture + column, state->scratch + column, state->height, state->width))
            return false;
    }
    return true;
}

static bool still_holds(struct nonogram_repair_state *state,
                        const struct nonogram_witness *witness) {
    bool differs = false;
    for (size_t i = 0; i < witness->count; i++) {
        size_t cell = witness->cells[i];
        state->scratch[cell] = witness->values[i];
        differs = differs || state->picture[cell] != witness->values[i];
    }
    bool holds = differs && same_clues(state, witness);
    for (size_t i = 0; i < witness->count; i++)
        state->scratch[witness->cells[i]] = state->picture[witness->cells[i]];
    state->tested++;
    return holds;
}

static void to_front(struct nonogram_repair_state *state, unsigned at) {
    assert(at < state->witness_count);
    struct nonogram_witness witness = state->witnesses[at];
    memmove(state->witnesses + 1, state->witnesses, at * sizeof *state->witnesses);
    state->witnesses[0] = witness;
}

/* The cells in which the other solution differs are open. */
static void open_by_witness(struct nonogram_repair_state *state,
                            const struct nonogram_witness *witness) {
    memset(state->open, 0, state->cells * sizeof *state->open);
    for (size_t i = 0; i < witness->count; i++)
        if (state->picture[witness->cells[i]] != witness->values[i])
            state->open[witness->cells[i]] = true;
}

static void keep_witness(struct nonogram_repair_state *state, const uint8_t *other) {
    struct nonogram_witness witness = {0};
    for (size_t cell = 0; cell < state->cells; cell++)
        witness.count += other[cell] != state->picture[cell];
    witness.cells = mem_new(witness.count, sizeof *witness.cells);
    witness.values = mem_new(witness.count, 1);
    for (size_t cell = 0, i = 0; cell < state->cells; cell++)
        if (other[cell] != state->picture[cell]) {
            witness.cells[i] = cell;
            witness.values[i++] = other[cell];
        }
    if (state->witness_count == NONOGRAM_WITNESSES)
        free_witness(&state->witnesses[--state->witness_count]);
    state->witnesses[state->witness_count++] = witness;
    to_front(state, state->witness_count - 1);
    open_by_witness(state, &state->witnesses[0]);
}

/* The solver has its own control, so that one hard picture does not use up the limits of all. */
static void follow(void *context, const qd_progress *progress) {
    void *const *both = context;
    (void)progress;
    if (!control_spend(both[0], 0))
        control_stop(both[1]);
}

static qd_status solve(struct nonogram_repair_state *state, struct nonogram_solutions *solutions) {
    struct nonogram_solver_options options = {.most = 2, .seed = state->settings->seed};
    bool first = state->looked == 1;
    uint64_t nodes = nodes_for_one + (first ? state->settings->effort * more_nodes_for_first : 0);
    qd_control *own = control_new(&(qd_limits){.nodes = nodes});
    void *both[2] = {state->control, own};
    qd_progress progress;
    control_report(own, 0.02, follow, both);
    qd_status status = nonogram_solver_solve(state->puzzle, state->known, &options, own, solutions);
    control_progress(own, &progress);
    control_free(own);
    control_spend(state->control, progress.nodes);
    return status;
}

static enum nonogram_good search(struct nonogram_repair_state *state) {
    struct nonogram_solutions solutions = {0};
    enum nonogram_good good = NONOGRAM_UNDECIDED;
    qd_status status = solve(state, &solutions);
    for (unsigned i = 0; i < solutions.count; i++)
        if (memcmp(solutions.pictures[i], state->picture, state->cells) != 0 &&
            good != NONOGRAM_NOT_GOOD) {
            keep_witness(state, solutions.pictures[i]);
            good = NONOGRAM_NOT_GOOD;
        }
    if (good == NONOGRAM_UNDECIDED && status == QD_YES && solutions.complete)
        good = NONOGRAM_GOOD;
    nonogram_solutions_free(&solutions);
    state->undecided = state->undecided || good == NONOGRAM_UNDECIDED;
    return good;
}

enum nonogram_good nonogram_repair_look(struct nonogram_repair_state *state) {
    state->looked++;
    if (!control_spend(state->control, 1)) {
        state->undecided = true;
        return NONOGRAM_UNDECIDED;
    }
    if (nonogram_lines_alone(state->puzzle, state->known) == 0)
        return NONOGRAM_GOOD;
    if (!state->settings->lines)
        return search(state);
    for (size_t cell = 0; cell < state->cells; cell++)
        state->open[cell] = state->known[cell] == NONOGRAM_UNKNOWN;
    return NONOGRAM_NOT_GOOD;
}

enum nonogram_good nonogram_repair_glance(struct nonogram_repair_state *state) {
    for (unsigned i = 0; i < state->witness_count; i++)
        if (still_holds(state, &state->witnesses[i])) {
            to_front(state, i);
            open_by_witness(state, &state->witnesses[0]);
            return NONOGRAM_NOT_GOOD;
        }
    return nonogram_repair_look(state);
}
