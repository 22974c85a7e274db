#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "puzzles/harmony/solve/classic/checkpoint.h"
#include "puzzles/harmony/solve/classic/search_state.h"

/* Seconds between two notes for the progress line; how many depths a report shows one by one. */
#define NOTE_INTERVAL 1.0
enum { DEPTHS_SHOWN = 8 };

/* The search at a moment when all workers rest. */
struct picture {
    const struct classic_search *search;
    struct harmony_classic_counts counts;
    size_t *waiting; /* states at each depth */
    size_t states;   /* in all */
    bool save;       /* the text is wanted */
    struct buf text; /* of the checkpoint */
};

typedef void take_state(void *context, unsigned depth, const void *state);

/* All states that wait: those of the queues, then the workers' own. */
static void each_state(const struct classic_search *search, take_state *take, void *context) {
    harmony_pending_each(search->pending, take, context);
    for (int i = 0; i < search->worker_count; i++) {
        const struct classic_worker *worker = &search->workers[i];
        for (size_t at = 0; at < worker->cached; at++)
            take(context, worker->cache_depth[at], worker->cache + at * search->state_size);
    }
}

static void count_state(void *context, unsigned depth, const void *state) {
    struct picture *picture = context;
    (void)state;
    assert(depth <= picture->search->swaps);
    picture->waiting[depth]++;
    picture->states++;
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

/* Fills the picture; everybody rests. */
static void take_picture(void *context) {
    struct picture *picture = context;
    const struct classic_search *search = picture->search;
    harmony_pending_check(search->pending);
    picture->counts = search->before;
    for (int i = 0; i < search->worker_count; i++)
        add_counts(&picture->counts, &search->workers[i].counts);
    each_state(search, count_state, picture);
    if (!picture->save)
        return;
    harmony_checkpoint_begin(&picture->text, search->board, search->options, &picture->counts,
                             picture->states);
    each_state(search, write_state, &picture->text);
    harmony_checkpoint_end(&picture->text);
}

static struct picture new_picture(const struct classic_search *search, bool save) {
    return (struct picture){
        .search = search, .waiting = mem_new(search->swaps + 1u, sizeof(size_t)), .save = save};
}

static void free_picture(struct picture *picture) {
    free(picture->waiting);
    buf_free(&picture->text);
}

/* A larger one could not be read again. */
static bool write_picture(const struct picture *picture, qd_error *error) {
    const char *path = picture->search->options->checkpoint;
    bool fits = picture->text.size <= SOURCE_LIMIT;
    if (fits && file_replace(path, picture->text.text, picture->text.size, error))
        return true;
    if (!fits)
        error_set(error, QD_FAILURE, "the checkpoint would be larger than %zu MiB",
                  SOURCE_LIMIT >> 20);
    snprintf(error->file, sizeof error->file, "%s", path);
    return false;
}

void classic_tend_count(const struct classic_search *search, struct harmony_classic_counts *counts,
                        size_t *waiting) {
    struct picture picture = new_picture(search, false);
    take_picture(&picture);
    *counts = picture.counts;
    *waiting = picture.states;
    free_picture(&picture);
}

bool classic_tend_save(const struct classic_search *search, qd_error *error) {
    struct picture picture = new_picture(search, true);
    take_picture(&picture);
    bool written = write_picture(&picture, error);
    free_picture(&picture);
    return written;
}

/* ---- while it runs ---- */

static double pruned_share(const struct harmony_classic_counts *counts) {
    return counts->generated ? 100.0 * (double)counts->pruned / (double)counts->generated : 0;
}

/* The deepest depths one by one, the others together: "9: 4, 8: 17, 0-7: 60". */
static void describe_depths(const struct picture *picture, struct buf *out) {
    unsigned shown = 0, depth = picture->search->swaps + 1u;
    size_t left = picture->states;
    for (; left > 0 && shown < DEPTHS_SHOWN; shown++) {
        do
            depth--;
        while (picture->waiting[depth] == 0);
        buf_printf(out, "%s%u: %zu", shown ? ", " : " (depth ", depth, picture->waiting[depth]);
        left -= picture->waiting[depth];
    }
    if (left > 0)
        buf_printf(out, ", 0-%u: %zu", depth - 1, left);
    if (shown)
        buf_char(out, ')');
}

static void report(struct classic_search *search, const struct picture *picture, double now) {
    struct classic_tending *tending = &search->tending;
    const struct harmony_classic_counts *counts = &picture->counts;
    double passed = now - tending->last_line;
    double rate = passed > 0 ? (double)(counts->processed - tending->last_processed) / passed : 0;
    struct buf line = {0};
    buf_printf(&line, "%.1f s: %llu states generated, %.1f %% pruned, %llu processed, %.0f/s, ",
               now - tending->start, (unsigned long long)counts->generated, pruned_share(counts),
               (unsigned long long)counts->processed, rate);
    buf_printf(&line, "%zu waiting", picture->states);
    describe_depths(picture, &line);
    control_say(search->control, "%s", buf_text(&line));
    buf_free(&line);
    tending->last_line = now;
    tending->last_processed = counts->processed;
}

static void note(const struct classic_search *search, const struct picture *picture) {
    unsigned deepest = search->swaps;
    while (deepest > 0 && picture->waiting[deepest] == 0)
        deepest--;
    control_note(search->control, "%llu generated, %.1f %% pruned, %zu waiting, depth %u",
                 (unsigned long long)picture->counts.generated, pruned_share(&picture->counts),
                 picture->states, deepest);
}

/* The search goes on without: the last checkpoint that could be written is still there. */
static void save(const struct classic_search *search, const struct picture *picture) {
    qd_error error = {0};
    if (!write_picture(picture, &error))
        control_say(search->control, "%s: %s", error.file, error.message);
}

static double soonest(const struct classic_tending *tending) {
    return fmin(tending->next_note, fmin(tending->next_line, tending->next_save));
}

static double save_interval(const struct harmony_classic_options *options) {
    return options->report_interval > 0 ? options->report_interval : HARMONY_CHECKPOINT_INTERVAL;
}

void classic_tend_begin(struct classic_search *search) {
    const struct harmony_classic_options *options = search->options;
    struct classic_tending *tending = &search->tending;
    double now = clock_wall();
    tending->start = tending->last_line = now;
    tending->last_processed = search->before.processed;
    tending->next_note = now + NOTE_INTERVAL;
    tending->next_line =
        options->report_interval > 0 ? now + options->report_interval : (double)INFINITY;
    tending->next_save = options->checkpoint ? now + save_interval(options) : (double)INFINITY;
    atomic_init(&tending->due, soonest(tending));
}

static void do_what_is_due(struct classic_search *search, double now) {
    struct classic_tending *tending = &search->tending;
    struct picture picture = new_picture(search, now >= tending->next_save);
    if (harmony_pending_quiet(search->pending, take_picture, &picture)) {
        note(search, &picture);
        tending->next_note = now + NOTE_INTERVAL;
        if (now >= tending->next_line) {
            report(search, &picture, now);
            tending->next_line = now + search->options->report_interval;
        }
        if (picture.save) {
            save(search, &picture);
            tending->next_save = clock_wall() + save_interval(search->options);
        }
    }
    free_picture(&picture);
}

void classic_tend(struct classic_search *search) {
    struct classic_tending *tending = &search->tending;
    double now = clock_wall();
    double due = atomic_load(&tending->due);
    if (now < due || !atomic_compare_exchange_strong(&tending->due, &due, (double)INFINITY))
        return;
    do_what_is_due(search, now);
    atomic_store(&tending->due, soonest(tending));
}
