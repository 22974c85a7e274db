#include "puzzles/hanoi/solve/regular/layers.h"

#include <stdlib.h>

#include "base/mem.h"
#include "puzzles/hanoi/solve/regular/frontier3.h"
#include "puzzles/hanoi/solve/regular/frontier4.h"

#define NOTE_STATES (1u << 20) /* states between two progress notes */

struct run {
    const struct hanoi_layers_task *task;
    struct hanoi_layers *layers;
    qd_control *control;
    uint64_t noted; /* states at the last note */
};

static bool pegs_are_valid(const struct hanoi_layers_task *task, const uint8_t *state) {
    for (unsigned i = 0; i < task->discs; i++)
        if (state[i] >= task->pegs)
            return false;
    return true;
}

static bool task_is_valid(const struct hanoi_layers_task *task) {
    bool known = (task->pegs == 3 && task->discs <= HANOI_FRONTIER3_DISCS) ||
                 (task->pegs == 4 && task->discs <= HANOI_FRONTIER4_DISCS);
    return known && pegs_are_valid(task, task->start) &&
           (task->target == NULL || pegs_are_valid(task, task->target));
}

/* The counts need little memory compared with the states. */
static void add_layer(struct run *run, uint64_t count) {
    struct hanoi_layers *layers = run->layers;
    size_t made = layers->states == 0 ? 0 : layers->depth + (size_t)1;
    layers->counts = mem_grow(layers->counts, made, &layers->room, sizeof(*layers->counts));
    layers->counts[made] = count;
    layers->depth = (uint32_t)made;
    layers->states += count;
    if (layers->states - run->noted >= NOTE_STATES) {
        run->noted = layers->states;
        control_note(run->control, "layer %u", layers->depth);
    }
}

/* True if no further layer is wanted. code is that of the target. */
static bool is_done(struct run *run, unsigned code) {
    run->layers->hit = run->task->target != NULL && code != 0;
    return run->layers->hit || run->layers->depth >= run->task->max_depth;
}

/* What the last step of a front means for the run. */
static qd_status finish(struct run *run, qd_status step) {
    run->layers->complete = step == QD_NO;
    return step == QD_NO ? QD_YES : step;
}

static qd_status run_front3(struct run *run, struct hanoi_frontier3 *front) {
    const uint8_t *target = run->task->target;
    for (;;) {
        add_layer(run, front->layer);
        if (is_done(run, target != NULL ? hanoi_frontier3_code(front, target) : 0))
            return QD_YES;
        qd_status step = hanoi_frontier3_step(front);
        if (step != QD_YES)
            return finish(run, step);
    }
}

static qd_status run_three(struct run *run) {
    struct hanoi_frontier3 *front = MEM_NEW(struct hanoi_frontier3);
    qd_status status = QD_LIMIT;
    if (hanoi_frontier3_begin(front, run->task->discs, run->task->start, run->control)) {
        status = run_front3(run, front);
        hanoi_frontier3_end(front);
    }
    free(front);
    return status;
}

static qd_status run_front4(struct run *run, struct hanoi_frontier4 *front, uint64_t target) {
    for (;;) {
        add_layer(run, front->layer);
        if (is_done(run, hanoi_frontier4_code(front, target))) {
            hanoi_frontier4_check(front);
            return QD_YES;
        }
        qd_status step = hanoi_frontier4_step(front, NULL);
        if (step != QD_YES)
            return finish(run, step);
    }
}

static bool is_perfect(const struct hanoi_layers_task *task) {
    for (unsigned i = 1; i < task->discs; i++)
        if (task->start[i] != task->start[0])
            return false;
    return true;
}

/* The target, or any state if there is none; with swap, peg 0 and the peg of the start exchanged.
 */
static uint64_t target_index(const struct hanoi_layers_task *task, bool swap) {
    uint8_t pegs[HANOI_FRONTIER4_DISCS] = {0};
    for (unsigned i = 0; i < task->discs && task->target != NULL; i++) {
        pegs[i] = task->target[i];
        if (swap && (pegs[i] == 0 || pegs[i] == task->start[0]))
            pegs[i] ^= task->start[0];
    }
    return hanoi_frontier4_index(task->discs, pegs);
}

static qd_status run_four(struct run *run) {
    const struct hanoi_layers_task *task = run->task;
    bool folded = is_perfect(task);
    struct hanoi_frontier4 front;
    bool begun = folded ? hanoi_frontier4_begin_folded(&front, task->discs, run->control)
                        : hanoi_frontier4_begin(&front, task->discs,
                                                hanoi_frontier4_index(task->discs, task->start),
                                                run->control);
    qd_status status = begun ? run_front4(run, &front, target_index(task, folded)) : QD_LIMIT;
    hanoi_frontier4_end(&front);
    return status;
}

qd_status hanoi_layers_run(const struct hanoi_layers_task *task, struct hanoi_layers *layers,
                           qd_control *control) {
    *layers = (struct hanoi_layers){0};
    if (!task_is_valid(task))
        return QD_BAD_INPUT;
    struct run run = {.task = task, .layers = layers, .control = control};
    return task->pegs == 3 ? run_three(&run) : run_four(&run);
}

void hanoi_layers_free(struct hanoi_layers *layers) {
    free(layers->counts);
    *layers = (struct hanoi_layers){0};
}
