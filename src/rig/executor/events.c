/* The events of a run, and how it ends. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rig/executor/executor.h"

struct rig_event rig_event_of(const struct rig_executor *x, enum rig_event_kind kind) {
    struct rig_event event = {.kind = kind,
                              .ms = rig_now(x),
                              .step = x->result->steps,
                              .x = x->axis[RIG_X].at,
                              .y = x->axis[RIG_Y].at,
                              .homed = {x->axis[RIG_X].homed, x->axis[RIG_Y].homed},
                              .grip = x->grip,
                              .board = x->board,
                              .confidence = x->confidence,
                              .moves_left = x->moves_left,
                              .tower = -1,
                              .from = -1,
                              .ring = RIG_NO_RING,
                              .text = ""};
    memcpy(event.grams, x->grams, sizeof event.grams);
    return event;
}

void rig_send(struct rig_executor *x, const struct rig_event *event) {
    if (x->listener)
        x->listener(x->context, event);
}

void rig_send_plain(struct rig_executor *x, enum rig_event_kind kind) {
    if (!x->listener)
        return;
    struct rig_event event = rig_event_of(x, kind);
    rig_send(x, &event);
}

QD_PRINTF(5, 0)
static void tell(struct rig_executor *x, enum rig_event_kind kind, int attempt, int tower,
                 const char *format, va_list args) {
    char text[512];
    if (!x->listener)
        return;
    struct rig_event event = rig_event_of(x, kind);
    vsnprintf(text, sizeof text, format, args);
    event.tower = tower;
    event.attempt = attempt;
    event.text = text;
    rig_send(x, &event);
}

void rig_tell(struct rig_executor *x, enum rig_event_kind kind, int tower, const char *format,
              ...) {
    va_list args;
    va_start(args, format);
    tell(x, kind, 0, tower, format, args);
    va_end(args);
}

void rig_retry(struct rig_executor *x, int attempt, int tower, const char *format, ...) {
    va_list args;
    x->result->retries++;
    va_start(args, format);
    tell(x, RIG_EVENT_RETRY, attempt, tower, format, args);
    va_end(args);
}

const char *rig_all_are(const struct rig_executor *x) {
    return x->config->rings == 1 ? "the ring is" : "all rings are";
}

const char *rig_all(const struct rig_executor *x) {
    return x->config->rings == 1 ? "the ring" : "all rings";
}

bool rig_end_run(struct rig_executor *x, enum rig_reason reason, const char *todo,
                 const char *format, ...) {
    if (x->ended)
        return false;
    va_list args;
    va_start(args, format);
    vsnprintf(x->known, sizeof x->known, format, args);
    va_end(args);
    snprintf(x->todo, sizeof x->todo, "%s", todo);
    x->ended = true;
    x->reason = reason;
    return false;
}

bool rig_end_for_journal(struct rig_executor *x) {
    return rig_end_run(x, RIG_REASON_JOURNAL, "Make room for the journal, then start again.",
                       "The journal cannot be written.");
}

bool rig_stop_requested(struct rig_executor *x) {
    if (x->exit_requested)
        rig_end_run(x, RIG_REASON_EXIT, "Nothing; start again at any time.",
                    "The run was asked to end.");
    else if (x->time_up)
        rig_end_run(x, RIG_REASON_TIME, "Find out why it took so long, then start again.",
                    "The time limit of %g s was reached.", x->config->seconds_limit);
    return x->ended;
}
