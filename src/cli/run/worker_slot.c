#include "cli/run/worker_slot.h"

void post_init(struct post *post) {
    *post = (struct post){0};
    thread_lock_init(&post->lock);
}

void post_destroy(struct post *post) {
    thread_lock_destroy(&post->lock);
}

void post_begin(struct post *post, qd_control *control, const char *file) {
    thread_lock_take(&post->lock);
    post->control = control;
    post->file = file;
    if (post->stopped)
        control_stop(control);
    thread_lock_leave(&post->lock);
}

bool post_end(struct post *post) {
    thread_lock_take(&post->lock);
    post->control = NULL;
    bool stopped = post->stopped;
    thread_lock_leave(&post->lock);
    return stopped;
}

void post_stop(struct post *post) {
    thread_lock_take(&post->lock);
    post->stopped = true;
    if (post->control)
        control_stop(post->control);
    thread_lock_leave(&post->lock);
}

bool post_stopped(struct post *post) {
    thread_lock_take(&post->lock);
    bool stopped = post->stopped;
    thread_lock_leave(&post->lock);
    return stopped;
}

void post_listen(struct post *post, struct buf *out) {
    char line[CONTROL_LINE];
    thread_lock_take(&post->lock);
    if (post->control && control_said(post->control, line))
        buf_printf(out, "quandary: %s: %s\n", post->file, line);
    thread_lock_leave(&post->lock);
}
