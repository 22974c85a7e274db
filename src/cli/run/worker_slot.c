#include "cli/run/worker_slot.h"

void worker_slot_init(struct worker_slot *slot) {
    *slot = (struct worker_slot){0};
    mutex_init(&slot->lock);
}

void worker_slot_destroy(struct worker_slot *slot) {
    mutex_destroy(&slot->lock);
}

void worker_slot_begin(struct worker_slot *slot, qd_control *control, const char *file) {
    mutex_lock(&slot->lock);
    slot->control = control;
    slot->file = file;
    if (slot->stopped)
        control_stop(control);
    mutex_unlock(&slot->lock);
}

bool worker_slot_end(struct worker_slot *slot) {
    mutex_lock(&slot->lock);
    slot->control = NULL;
    bool stopped = slot->stopped;
    mutex_unlock(&slot->lock);
    return stopped;
}

void worker_slot_stop(struct worker_slot *slot) {
    mutex_lock(&slot->lock);
    slot->stopped = true;
    if (slot->control)
        control_stop(slot->control);
    mutex_unlock(&slot->lock);
}

bool worker_slot_stopped(struct worker_slot *slot) {
    mutex_lock(&slot->lock);
    bool stopped = slot->stopped;
    mutex_unlock(&slot->lock);
    return stopped;
}

void worker_slot_listen(struct worker_slot *slot, struct buf *out) {
    char line[CONTROL_LINE];
    mutex_lock(&slot->lock);
    if (slot->control && control_said(slot->control, line))
        buf_printf(out, "quandary: %s: %s\n", slot->file, line);
    mutex_unlock(&slot->lock);
}
