#include "search/control.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "base/clock.h"
#include "base/mem.h"
#include "base/thread.h"

/* A separate block, so that the lock can be taken through a const control. */
struct note {
    struct mutex lock;
    char text[sizeof(((qd_progress *)0)->note)];
    char line[CONTROL_LINE]; /* what was said and not taken, "" if nothing */
};

struct qd_control {
    qd_limits limits;
    double start;
    atomic_int end; /* a qd_end; set once */
    char apart[64]; /* end is read at every state: keep it off the line that changes often */
    _Atomic uint64_t nodes;
    _Atomic uint64_t bytes;
    _Atomic uint64_t peak_bytes;
    _Atomic double fraction;
    struct note *note;
    double report_interval;
    void (*report)(void *context, const qd_progress *progress);
    void *report_context;
    _Atomic double report_due; /* infinite while a report runs or when none is wanted */
};

qd_control *control_new(const qd_limits *limits) {
    qd_control *control = MEM_NEW(qd_control);
    if (limits != NULL)
        control->limits = *limits;
    control->start = clock_wall();
    atomic_init(&control->end, QD_END_NONE);
    atomic_init(&control->fraction, -1.0);
    atomic_init(&control->report_due, INFINITY);
    control->note = MEM_NEW(struct note);
    mutex_init(&control->note->lock);
    return control;
}

void control_free(qd_control *control) {
    if (control == NULL)
        return;
    assert(atomic_load(&control->peak_bytes) >= atomic_load(&control->bytes));
    mutex_destroy(&control->note->lock);
    free(control->note);
    free(control);
}

/* The first reason stays. Also called from a signal handler: nothing but a lock-free exchange. */
static void end_because(qd_control *control, qd_end reason) {
    assert(reason != QD_END_NONE);
    int none = QD_END_NONE;
    atomic_compare_exchange_strong(&control->end, &none, (int)reason);
}

_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "control_stop must be safe in a signal handler");

void control_stop(qd_control *control) {
    end_because(control, QD_END_STOPPED);
}

bool control_going(const qd_control *control) {
    return atomic_load_explicit(&control->end, memory_order_relaxed) == QD_END_NONE;
}

qd_end control_end(const qd_control *control) {
    return (qd_end)atomic_load(&control->end);
}

/* The thread that moves the due time to infinity is the one that reports. */
static void report_if_due(qd_control *control, double now) {
    double due = atomic_load_explicit(&control->report_due, memory_order_relaxed);
    if (now < due || !atomic_compare_exchange_strong(&control->report_due, &due, INFINITY))
        return;
    qd_progress progress;
    control_progress(control, &progress);
    control->report(control->report_context, &progress);
    atomic_store(&control->report_due, clock_wall() + control->report_interval);
}

static void count_nodes(qd_control *control, uint64_t nodes) {
    uint64_t before = atomic_fetch_add_explicit(&control->nodes, nodes, memory_order_relaxed);
    assert(before + nodes >= before);
    if (control->limits.nodes != 0 && before + nodes >= control->limits.nodes)
        end_because(control, QD_END_NODES);
}

bool control_spend(qd_control *control, uint64_t nodes) {
    if (nodes != 0)
        count_nodes(control, nodes);
    double now = clock_wall();
    if (control->limits.seconds > 0 && now - control->start >= control->limits.seconds)
        end_because(control, QD_END_SECONDS);
    if (!control_going(control))
        return false;
    report_if_due(control, now);
    return control_going(control);
}

static bool fits(const qd_control *control, uint64_t used, size_t bytes) {
    uint64_t limit = control->limits.bytes != 0 ? control->limits.bytes : UINT64_MAX;
    return used <= limit && bytes <= limit - used;
}

bool control_has_room(const qd_control *control, size_t bytes) {
    return fits(control, atomic_load(&control->bytes), bytes);
}

static void raise_peak(qd_control *control, uint64_t bytes) {
    uint64_t peak = atomic_load(&control->peak_bytes);
    while (peak < bytes && !atomic_compare_exchange_weak(&control->peak_bytes, &peak, bytes)) {
    }
}

/* Counts the bytes if the limit allows them; *total is then what is counted in all. */
static bool count_bytes(qd_control *control, size_t bytes, uint64_t *total) {
    uint64_t used = atomic_load(&control->bytes);
    do {
        if (!fits(control, used, bytes))
            return false;
    } while (!atomic_compare_exchange_weak(&control->bytes, &used, used + bytes));
    *total = used + bytes;
    assert(control->limits.bytes == 0 || *total <= control->limits.bytes);
    return true;
}

/* Tables are read all over the place; with large pages the processor finds the pages faster. */
static void ask_for_large_pages(void *block, size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    const size_t large = (size_t)2 << 20;
    uintptr_t from = ((uintptr_t)block + large - 1) / large * large;
    uintptr_t to = ((uintptr_t)block + bytes) / large * large;
    if (from < to)
        (void)madvise((char *)block + (from - (uintptr_t)block), to - from, MADV_HUGEPAGE);
#else
    (void)block;
    (void)bytes;
#endif
}

void *control_reserve(qd_control *control, size_t bytes) {
    uint64_t total;
    if (!count_bytes(control, bytes, &total)) {
        end_because(control, QD_END_BYTES);
        return NULL;
    }
    void *block = calloc(bytes != 0 ? bytes : 1, 1);
    if (block == NULL) {
        atomic_fetch_sub(&control->bytes, bytes);
        end_because(control, QD_END_BYTES);
        return NULL;
    }
    raise_peak(control, total);
    ask_for_large_pages(block, bytes);
    return block;
}

void control_release(qd_control *control, void *block, size_t bytes) {
    if (block == NULL)
        return;
    assert(atomic_load(&control->bytes) >= bytes && "more is given back than was reserved");
    free(block);
    atomic_fetch_sub(&control->bytes, bytes);
}

void control_note(qd_control *control, const char *format, ...) {
    char text[sizeof(control->note->text)] = {0};
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    mutex_lock(&control->note->lock);
    memcpy(control->note->text, text, sizeof(text));
    mutex_unlock(&control->note->lock);
}

void control_say(qd_control *control, const char *format, ...) {
    char line[CONTROL_LINE] = {0};
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof(line), format, args);
    va_end(args);
    mutex_lock(&control->note->lock);
    memcpy(control->note->line, line, sizeof(line));
    mutex_unlock(&control->note->lock);
}

bool control_said(qd_control *control, char line[CONTROL_LINE]) {
    struct note *note = control->note;
    mutex_lock(&note->lock);
    memcpy(line, note->line, CONTROL_LINE);
    note->line[0] = '\0';
    mutex_unlock(&note->lock);
    return line[0] != '\0';
}

void control_fraction(qd_control *control, double fraction) {
    atomic_store(&control->fraction, fraction);
}

void control_progress(const qd_control *control, qd_progress *progress) {
    progress->seconds = clock_wall() - control->start;
    progress->nodes = atomic_load(&control->nodes);
    progress->bytes = atomic_load(&control->bytes);
    progress->peak_bytes = atomic_load(&control->peak_bytes);
    progress->fraction = atomic_load(&control->fraction);
    struct note *note = control->note;
    mutex_lock(&note->lock);
    memcpy(progress->note, note->text, sizeof(progress->note));
    mutex_unlock(&note->lock);
}

void control_report(qd_control *control, double interval,
                    void (*report)(void *context, const qd_progress *progress), void *context) {
    assert(interval >= 0);
    control->report_interval = interval;
    control->report = report;
    control->report_context = context;
    atomic_store(&control->report_due, report != NULL ? clock_wall() + interval : (double)INFINITY);
}
