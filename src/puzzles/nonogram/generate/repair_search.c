#include "puzzles/nonogram/generate/repair_search.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/generate/line_solvable.h"
#include "puzzles/nonogram/solve/solver.h"

/* A picture whose uniqueness takes more search states than this is no good to a person either. */
static const uint64_t nodes_for_one = 1000;
/* More depends on the first picture: as long as it is undecided, nothing can be proven. */
static const uint64_t more_nodes_for_first = 10; /* for each look of the effort */

void nonogram_repair_begin(struct nonogram_repair_work *work, unsigned width, unsigned height,
                           unsigned colours, const uint8_t *picture,
                           const struct nonogram_repair_wish *wish, qd_control *control) {
    size_t cells = (size_t)width * height;
    *work = (struct nonogram_repair_work){.wish = wish,
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
    work->puzzle->colours = colours;
    nonogram_generate_all_clues(work->puzzle, picture);
}

static void free_witness(struct nonogram_witness *witness) {
    free(witness->cells);
    free(witness->values);
}

void nonogram_repair_end(struct nonogram_repair_work *work) {
    nonogram_puzzle_free(work->puzzle);
    free(work->picture);
    free(work->known);
    free(work->scratch);
    free(work->open);
    for (unsigned i = 0; i < work->witness_count; i++)
        free_witness(&work->witnesses[i]);
}

void nonogram_repair_set(struct nonogram_repair_work *work, size_t cell, uint8_t value) {
    size_t mirrors[NONOGRAM_MIRRORS];
    unsigned count =
        nonogram_mirrors(work->wish->symmetry, work->width, work->height, cell, mirrors);
    for (unsigned i = 0; i < count; i++)
        work->picture[mirrors[i]] = work->scratch[mirrors[i]] = value;
    for (unsigned i = 0; i < count; i++) {
        size_t row = mirrors[i] / work->width, column = mirrors[i] % work->width;
        nonogram_generate_clues(work->picture + row * work->width, work->width, 1,
                                &work->puzzle->rows[row]);
        nonogram_generate_clues(work->picture + column, work->height, work->width,
                                &work->puzzle->columns[column]);
    }
}

void nonogram_repair_reset(struct nonogram_repair_work *work) {
    for (size_t cell = 0; cell < work->cells; cell++)
        if (work->picture[cell] != work->original[cell])
            nonogram_repair_set(work, cell, work->original[cell]);
}

unsigned nonogram_repair_changed(const struct nonogram_repair_work *work) {
    unsigned count = 0;
    for (size_t cell = 0; cell < work->cells; cell++)
        count += work->picture[cell] != work->original[cell];
    return count;
}

/* True if two lines have the same clues; written for speed, without making them. */
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

/* True if the scratch, which differs from the picture in the witness' cells at the most, has the
 * same clues. Lines without such a cell are the same anyway. */
static bool same_clues(const struct nonogram_repair_work *work,
                       const struct nonogram_witness *witness) {
    for (size_t i = 0; i < witness->count; i++) {
        size_t row = witness->cells[i] / work->width, column = witness->cells[i] % work->width;
        if (!alike(work->picture + row * work->width, work->scratch + row * work->width,
                   work->width, 1) ||
            !alike(work->picture + column, work->scratch + column, work->height, work->width))
            return false;
    }
    return true;
}

static bool still_holds(struct nonogram_repair_work *work, const struct nonogram_witness *witness) {
    bool differs = false;
    for (size_t i = 0; i < witness->count; i++) {
        size_t cell = witness->cells[i];
        work->scratch[cell] = witness->values[i];
        differs = differs || work->picture[cell] != witness->values[i];
    }
    bool holds = differs && same_clues(work, witness);
    for (size_t i = 0; i < witness->count; i++)
        work->scratch[witness->cells[i]] = work->picture[witness->cells[i]];
    work->tested++;
    return holds;
}

static void to_front(struct nonogram_repair_work *work, unsigned at) {
    struct nonogram_witness witness = work->witnesses[at];
    memmove(work->witnesses + 1, work->witnesses, at * sizeof *work->witnesses);
    work->witnesses[0] = witness;
}

/* What the other solution has in its place is what is not settled. */
static void open_by_witness(struct nonogram_repair_work *work,
                            const struct nonogram_witness *witness) {
    memset(work->open, 0, work->cells * sizeof *work->open);
    for (size_t i = 0; i < witness->count; i++)
        if (work->picture[witness->cells[i]] != witness->values[i])
            work->open[witness->cells[i]] = true;
}

static void keep_witness(struct nonogram_repair_work *work, const uint8_t *other) {
    struct nonogram_witness witness = {0};
    for (size_t cell = 0; cell < work->cells; cell++)
        witness.count += other[cell] != work->picture[cell];
    witness.cells = mem_new(witness.count, sizeof *witness.cells);
    witness.values = mem_new(witness.count, 1);
    for (size_t cell = 0, i = 0; cell < work->cells; cell++)
        if (other[cell] != work->picture[cell]) {
            witness.cells[i] = cell;
            witness.values[i++] = other[cell];
        }
    if (work->witness_count == NONOGRAM_WITNESSES)
        free_witness(&work->witnesses[--work->witness_count]);
    work->witnesses[work->witness_count++] = witness;
    to_front(work, work->witness_count - 1);
    open_by_witness(work, &work->witnesses[0]);
}

/* The solver works under a control of its own, so that one hard picture does not use up what is
 * meant for all. */
static void follow(void *context, const qd_progress *progress) {
    void *const *both = context;
    (void)progress;
    if (!control_spend(both[0], 0))
        control_stop(both[1]);
}

static qd_status solve(struct nonogram_repair_work *work, struct nonogram_solutions *solutions) {
    struct nonogram_solver_options options = {.most = 2, .seed = work->wish->seed};
    bool first = work->looked == 1;
    uint64_t nodes = nodes_for_one + (first ? work->wish->effort * more_nodes_for_first : 0);
    qd_control *own = control_new(&(qd_limits){.nodes = nodes});
    void *both[2] = {work->control, own};
    qd_progress progress;
    control_report(own, 0.02, follow, both);
    qd_status status = nonogram_solver_solve(work->puzzle, work->known, &options, own, solutions);
    control_progress(own, &progress);
    control_free(own);
    control_spend(work->control, progress.nodes);
    return status;
}

static enum nonogram_good search(struct nonogram_repair_work *work) {
    struct nonogram_solutions solutions = {0};
    enum nonogram_good good = NONOGRAM_UNDECIDED;
    qd_status status = solve(work, &solutions);
    for (unsigned i = 0; i < solutions.count; i++)
        if (memcmp(solutions.pictures[i], work->picture, work->cells) != 0 &&
            good != NONOGRAM_NOT_GOOD) {
            keep_witness(work, solutions.pictures[i]);
            good = NONOGRAM_NOT_GOOD;
        }
    if (good == NONOGRAM_UNDECIDED && status == QD_YES && solutions.complete)
        good = NONOGRAM_GOOD;
    nonogram_solutions_free(&solutions);
    work->undecided = work->undecided || good == NONOGRAM_UNDECIDED;
    return good;
}

enum nonogram_good nonogram_repair_look(struct nonogram_repair_work *work) {
    work->looked++;
    if (!control_spend(work->control, 1)) {
        work->undecided = true;
        return NONOGRAM_UNDECIDED;
    }
    if (nonogram_lines_alone(work->puzzle, work->known, NULL) == 0)
        return NONOGRAM_GOOD;
    if (!work->wish->lines)
        return search(work);
    for (size_t cell = 0; cell < work->cells; cell++)
        work->open[cell] = work->known[cell] == NONOGRAM_UNKNOWN;
    return NONOGRAM_NOT_GOOD;
}

enum nonogram_good nonogram_repair_glance(struct nonogram_repair_work *work) {
    for (unsigned i = 0; i < work->witness_count; i++)
        if (still_holds(work, &work->witnesses[i])) {
            to_front(work, i);
            open_by_witness(work, &work->witnesses[0]);
            return NONOGRAM_NOT_GOOD;
        }
    return nonogram_repair_look(work);
}
