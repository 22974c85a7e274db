/* A run from start to end. */
#include "rig/executor/run.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "rig/executor/executor.h"

static bool prepare(struct rig_executor *x) {
    char message[384];
    if (rig_config_fault(x->config, message, sizeof message))
        return rig_end_run(x, RIG_REASON_CONFIG, "Correct the configuration.", "%s.", message);
    x->tolerance = rig_config_tolerance(x->config);
    if (!rig_journal_open(&x->journal, x->config, &x->recovered, message, sizeof message))
        return rig_end_run(x, RIG_REASON_JOURNAL, "Name another file, or remove this one.", "%s.",
                           message);
    if (x->recovered.has_calibration)
        x->calibration = x->recovered.calibration;
    if (x->recovered.damaged > 0)
        rig_tell(x, RIG_EVENT_FAULT, -1, "skipped %ld damaged line%s of the journal",
                 x->recovered.damaged, x->recovered.damaged == 1 ? "" : "s");
    return true;
}

static bool solve_to(struct rig_executor *x, int tower) {
    if (!rig_begin(x) || !rig_move_all_to(x, tower))
        return false;
    if (x->config->rings == 1)
        snprintf(x->known, sizeof x->known, "The ring is on tower %d: weighed and lifted.", tower);
    else
        snprintf(
            x->known, sizeof x->known,
            "All %d rings are on tower %d in order: weighed, and every ring whose place was in "
            "doubt was lifted.",
            x->config->rings, tower);
    return true;
}

static bool run_mode(struct rig_executor *x) {
    switch (x->config->mode) {
    case RIG_SOLVE:
        return solve_to(x, x->config->goal);
    case RIG_RESET:
        return solve_to(x, x->config->start);
    case RIG_PARTICIPANT:
        return rig_participant(x);
    case RIG_CALIBRATE:
        return rig_calibrate(x);
    }
    return false;
}

void rig_executor_init(struct rig_executor *x, const struct rig_config *config,
                       struct rig_device *device, struct rig_result *result) {
    *result = (struct rig_result){.board.held = RIG_NO_RING};
    *x = (struct rig_executor){.config = config,
                               .device = device,
                               .result = result,
                               .journal.fd = -1,
                               .calibration = config->calibration,
                               .begun = device->clock(device->self),
                               .at_tower = -1,
                               .failing_since = -1,
                               .board.held = RIG_NO_RING,
                               .transit = -1,
                               .moves_left = -1,
                               .lifting = -1,
                               .pressing = -1,
                               .landing = RIG_NO_RING,
                               .asked = -1,
                               .sampled = -1};
}

enum rig_end rig_run(const struct rig_config *config, struct rig_device *device,
                     rig_listener *listener, void *context, qd_control *control,
                     struct rig_result *result) {
    struct rig_executor *x = MEM_NEW(struct rig_executor);
    rig_executor_init(x, config, device, result);
    x->listener = listener;
    x->context = context;
    x->control = control;
    if (!control)
        x->control = x->own_control = control_new(NULL);
    if (prepare(x)) {
        rig_tell(x, RIG_EVENT_BEGIN, -1, "%s", rig_mode_word(config->mode));
        run_mode(x);
    }
    rig_finish(x);
    rig_journal_close(&x->journal);
    if (x->own_control)
        control_free(x->own_control);
    free(x);
    return result->end;
}

void rig_result_free(struct rig_result *result) {
    if (result->attempt)
        free(result->attempt->moves);
    free(result->attempt);
    result->attempt = NULL;
}
