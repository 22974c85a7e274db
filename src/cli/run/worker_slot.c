#include "cli/run/worker_slot.h"

void post_init(struct post *post) {
    *post = (struct post){0};
    mutex_init(&post->lock);
}

void post_destroy(struct post *post) {
    mutex_destroy(&post->lock);
}

void post_begin(struct post *post, qd_control *control, const char *file) {
    mutex_lock(&post->lock);
    post->control = control;
    post->file = file;
    if (post->stopped)
        control_stop(control);
    mutex_unlock(&post->lock);
}

bool post_end(struct post *post) {
    mutex_lock(&post->lock);
    post->control = NULL;
    bool stopped = post->stopped;
    mutex_unlock(&post->lock);
    return stopped;
}

void post_stop(struct post *post) {
    mutex_lock(&post->lock);
    post->stopped = true;
    if (post->control)
        control_stop(post->control);
    mutex_unlock(&post->lock);
}

bool post_stopped(struct post *post) {
    mutex_lock(&post->lock);
    bool stopped = post->stopped;
    mutex_unlock(&post->lock);
    return stopped;
}

void post_listen(struct post *post, struct buf *out) {
    char line[CONTROL_LINE];
    mutex_lock(&post->lock);
    if (post->control && control_said(post->control, line))
        buf_printf(out, "quandary: %s: %s\n", post->file, line);
    mutex_unlock(&post->lock);
}
