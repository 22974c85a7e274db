#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "puzzles/harmony/solve/classic/checkpoint.h"
#include "puzzles/harmony/solve/classic/search_state.h"

/* Seconds between two notes for the progress line; how many depths a report lists. */
#define NOTE_INTERVAL 1.0
enum { DEPTHS_SHOWN = 8 };

/* The search at a moment when all workers are paused. */
struct snapshot {
    const struct classic_search *search;
    struct harmony_classic_counts counts;
    size_t *waiting; /* states at each depth */
    size_t states;   /* at all depths */
    bool save;       /* write the text, too */
    struct buf text; /* of the checkpoint */
};

typedef void visit_state(void *context, unsigned depth, const void *state);

/* Visits all states that wait: those of the pool, then the caches of the workers. */
static void visit_states(const struct classic_search *search, visit_state *visit, void *context) {
    pool_each(&search->pending, visit, context);
    for (unsigned i = 0; i < search->worker_count; i++) {
        const struct classic_worker *worker = &search->workers[i];
        for (size_t at = 0; at < worker->cached; at++)
            visit(context, worker->cache_depth[at], worker->cache + at * search->state_size);
    }
}

static void count_state(void *context, unsigned depth, const void *state) {
    struct snapshot *snapshot = context;
    (void)state;
    assert(depth <= snapshot->search->swaps);
    snapshot->waiting[depth]++;
    snapshot->states++;
}

static void write_state(void *context, unsigned depth, const void *state) {
    const struct classic_state *waiting = state;
    harmony_checkpoint_add(context, waiting->path, depth);
}

static void add_counts(struct harmony_classic_counts *to,
                       const struct harmony_classic_counts *from) {
    to->generated += from->generated;
    to->processed += from->processed;
    to->pruned += from->pruned;
    harmony_invalid_add(&to->tests, &from->tests);
}

/* Fills the snapshot while all workers are paused. */
static void take_snapshot(void *context) {
    struct snapshot *snapshot = context;
    const struct classic_search *search = snapshot->search;
    pool_check(&search->pending);
    snapshot->counts = search->before;
    for (unsigned i = 0; i < search->worker_count; i++)
        add_counts(&snapshot->counts, &search->workers[i].counts);
    visit_states(search, count_state, snapshot);
    if (!snapshot->save)
        return;
    harmony_checkpoint_begin(&snapshot->text, search->board, search->options, &snapshot->counts,
                             snapshot->states);
    visit_states(search, write_state, &snapshot->text);
    harmony_checkpoint_end(&snapshot->text);
}

static struct snapshot new_snapshot(const struct classic_search *search, bool save) {
    return (struct snapshot){
        .search = search, .waiting = mem_new(search->swaps + 1u, sizeof(size_t)), .save = save};
}

static void free_snapshot(struct snapshot *snapshot) {
    free(snapshot->waiting);
    buf_free(&snapshot->text);
}

/* Refuses a checkpoint that is too large to be read back. */
static bool write_snapshot(const struct snapshot *snapshot, qd_error *error) {
    const char *path = snapshot->search->options->checkpoint;
    bool fits = snapshot->text.size <= SOURCE_LIMIT;
    if (fits && file_replace(path, snapshot->text.text, snapshot->text.size, error))
        return true;
    if (!fits)
        error_set(error, QD_FAILURE, "the checkpoint would be larger than %zu MiB",
                  SOURCE_LIMIT >> 20);
    snprintf(error->file, sizeof error->file, "%s", path);
    return false;
}

void classic_count(const struct classic_search *search, struct harmony_classic_counts *counts,
                   size_t *waiting) {
    struct snapshot snapshot = new_snapshot(search, false);
    take_snapshot(&snapshot);
    *counts = snapshot.counts;
    *waiting = snapshot.states;
    free_snapshot(&snapshot);
}

bool classic_save(const struct classic_search *search, qd_error *error) {
    struct snapshot snapshot = new_snapshot(search, true);
    take_snapshot(&snapshot);
    bool written = write_snapshot(&snapshot, error);
    free_snapshot(&snapshot);
    return written;
}

/* ---- while it runs ---- */

static double pruned_share(const struct harmony_classic_counts *counts) {
    return counts->generated ? 100.0 * (double)counts->pruned / (double)counts->generated : 0;
}

/* The deepest depths one by one, the others together: "9: 4, 8: 17, 0-7: 60". */
static void describe_depths(const struct snapshot *snapshot, struct buf *out) {
    unsigned shown = 0, depth = snapshot->search->swaps + 1u;
    size_t left = snapshot->states;
    for (; left > 0 && shown < DEPTHS_SHOWN; shown++) {
        do
            depth--;
        while (snapshot->waiting[depth] == 0);
        buf_printf(out, "%s%u: %zu", shown ? ", " : " (depth ", depth, snapshot->waiting[depth]);
        left -= snapshot->waiting[depth];
    }
    if (left > 0)
        buf_printf(out, ", 0-%u: %zu", depth - 1, left);
    if (shown)
        buf_char(out, ')');
}

static void report(struct classic_search *search, const struct snapshot *snapshot, double now) {
    struct classic_schedule *schedule = &search->schedule;
    const struct harmony_classic_counts *counts = &snapshot->counts;
    double passed = now - schedule->last_line;
    double rate = passed > 0 ? (double)(counts->processed - schedule->last_processed) / passed : 0;
    struct buf line = {0};
    buf_printf(&line, "%.1f s: %llu states generated, %.1f %% pruned, %llu processed, %.0f/s, ",
               now - schedule->start, (unsigned long long)counts->generated, pruned_share(counts),
               (unsigned long long)counts->processed, rate);
    buf_printf(&line, "%zu waiting", snapshot->states);
    describe_depths(snapshot, &line);
    control_say(search->control, "%s", buf_text(&line));
    buf_free(&line);
    schedule->last_line = now;
    schedule->last_processed = counts->processed;
}

static void note(const struct classic_search *search, const struct snapshot *snapshot) {
    unsigned deepest = search->swaps;
    while (deepest > 0 && snapshot->waiting[deepest] == 0)
        deepest--;
    control_note(search->control, "%llu generated, %.1f %% pruned, %zu waiting, depth %u",
                 (unsigned long long)snapshot->counts.generated, pruned_share(&snapshot->counts),
                 snapshot->states, deepest);
}

/* The search goes on without: the last checkpoint that could be written is still there. */
static void save(const struct classic_search *search, const struct snapshot *snapshot) {
    qd_error error = {0};
    if (!write_snapshot(snapshot, &error))
        control_say(search->control, "%s: %s", error.file, error.message);
}

static double soonest(const struct classic_schedule *schedule) {
    return fmin(schedule->next_note, fmin(schedule->next_line, schedule->next_save));
}

static double save_interval(const struct harmony_classic_options *options) {
    return options->report_interval > 0 ? options->report_interval : HARMONY_CHECKPOINT_INTERVAL;
}

void classic_report_begin(struct classic_search *search) {
    const struct harmony_classic_options *options = search->options;
    struct classic_schedule *schedule = &search->schedule;
    double now = clock_wall();
    schedule->start = schedule->last_line = now;
    schedule->last_processed = search->before.processed;
    schedule->next_note = now + NOTE_INTERVAL;
    schedule->next_line =
        options->report_interval > 0 ? now + options->report_interval : (double)INFINITY;
    schedule->next_save = options->checkpoint ? now + save_interval(options) : (double)INFINITY;
    atomic_init(&schedule->due, soonest(schedule));
}

static void report_and_save(struct classic_search *search, unsigned worker, double now) {
    struct classic_schedule *schedule = &search->schedule;
    struct snapshot snapshot = new_snapshot(search, now >= schedule->next_save);
    if (pool_pause_others(&search->pending, worker, take_snapshot, &snapshot)) {
        note(search, &snapshot);
        schedule->next_note = now + NOTE_INTERVAL;
        if (now >= schedule->next_line) {
            report(search, &snapshot, now);
            schedule->next_line = now + search->options->report_interval;
        }
        if (snapshot.save) {
            save(search, &snapshot);
            schedule->next_save = clock_wall() + save_interval(search->options);
        }
    }
    free_snapshot(&snapshot);
}

void classic_report_if_due(struct classic_search *search, unsigned worker) {
    struct classic_schedule *schedule = &search->schedule;
    double now = clock_wall();
    double due = atomic_load(&schedule->due);
    if (now < due || !atomic_compare_exchange_strong(&schedule->due, &due, (double)INFINITY))
        return;
    report_and_save(search, worker, now);
    atomic_store(&schedule->due, soonest(schedule));
}
