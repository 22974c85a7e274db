#include "cli/run/batch.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "cli/print/figures.h"

/* No more files than WINDOW are begun before an earlier one has ended. Of what waits for its turn,
 * PENDING_BYTES are kept, and of the file whose turn it is, no more than STREAM_BYTES. */
enum { WINDOW = 4096, PENDING_BYTES = 32 << 20, STREAM_BYTES = 64 << 10, BAR = 20 };

/* A file that was taken, until its result is printed. */
struct slot {
    struct hall *hall;
    size_t index; /* of the file */
    bool done;
    struct transcript transcript;
};

struct worker {
    struct hall *hall;
    struct thread thread;
    struct post post;
};

/* What the workers share. */
struct hall {
    const struct batch *batch;
    int workers;
    struct worker *crew;
    struct slot *slots; /* of file i: slots[i % WINDOW] */
    struct watch watch;
    double start;
    atomic_size_t finished;  /* files that are done, for the watch */
    struct mutex lock;       /* for all below */
    struct condition change; /* turn has moved on */
    size_t next;             /* the file that is taken next */
    size_t turn;             /* the file whose result is printed next */
    size_t pending;          /* bytes in the transcripts */
    bool closed;             /* no more files are taken */
    qd_status worst;
};

static void add_bar(double part, struct buf *out) {
    int filled = (int)(part * BAR);
    buf_char(out, '[');
    for (int i = 0; i < BAR; i++)
        buf_char(out, i < filled ? '#' : '.');
    buf_char(out, ']');
}

/* "[#####...............] 2500 of 10000 files, 512/s, 15 s left" */
static void describe(void *context, struct buf *out) {
    struct hall *hall = context;
    size_t done = atomic_load(&hall->finished), all = hall->batch->count;
    double seconds = clock_wall() - hall->start;
    add_bar((double)done / (double)all, out);
    buf_printf(out, " %zu of %zu %s, ", done, all, hall->batch->unit);
    if (done == 0) {
        human_seconds(out, seconds);
        return;
    }
    human_count(out, (double)done / seconds);
    buf_add(out, "/s, ");
    human_seconds(out, seconds / (double)done * (double)(all - done));
    buf_add(out, " left");
}

static void listen(void *context, struct buf *out) {
    struct hall *hall = context;
    for (int i = 0; i < hall->workers; i++)
        post_listen(&hall->crew[i].post, out);
}

/* Takes no lock that is held while something is printed: a reader may be slow. */
static void stop(void *context) {
    struct hall *hall = context;
    for (int i = 0; i < hall->workers; i++)
        post_stop(&hall->crew[i].post);
}

/* The progress line must not stand where a result is to appear. */
static void play(struct hall *hall, struct transcript *transcript) {
    bool seen = transcript_seen(transcript);
    if (seen)
        watch_step_aside(&hall->watch);
    transcript_play(transcript);
    if (seen) {
        fflush(stdout);
        watch_step_back(&hall->watch);
    }
}

/* A worker printed something. One that is not on turn waits once too much is kept. */
static void on_grown(void *context, size_t bytes) {
    struct slot *slot = context;
    struct hall *hall = slot->hall;
    mutex_lock(&hall->lock);
    hall->pending += bytes;
    while (hall->turn != slot->index && hall->pending > PENDING_BYTES)
        condition_wait(&hall->change, &hall->lock);
    size_t kept = slot->transcript.text.size;
    bool now = hall->turn == slot->index && kept > STREAM_BYTES;
    if (now)
        hall->pending -= kept;
    mutex_unlock(&hall->lock);
    if (now) /* nobody else prints while it is this one's turn */
        play(hall, &slot->transcript);
}

/* Takes the next file and begins its slot. Returns NULL when there is none. */
static struct slot *take_file(struct hall *hall, struct post *post) {
    struct slot *slot = NULL;
    mutex_lock(&hall->lock);
    while (hall->next - hall->turn == WINDOW)
        condition_wait(&hall->change, &hall->lock);
    hall->closed = hall->closed || post_stopped(post);
    if (!hall->closed && hall->next < hall->batch->count) {
        slot = &hall->slots[hall->next % WINDOW];
        *slot = (struct slot){.hall = hall, .index = hall->next++};
    }
    mutex_unlock(&hall->lock);
    return slot;
}

/* Prints what is due, and moves the turn on. */
static void print_due(struct hall *hall) {
    size_t before = hall->turn;
    while (hall->turn < hall->next && hall->slots[hall->turn % WINDOW].done) {
        struct slot *slot = &hall->slots[hall->turn % WINDOW];
        hall->pending -= slot->transcript.text.size;
        play(hall, &slot->transcript);
        transcript_free(&slot->transcript);
        hall->turn++;
    }
    if (hall->turn == before)
        return;
    if (hall->turn < hall->batch->count)
        fflush(stdout);
    condition_broadcast(&hall->change);
}

static void finish_file(struct hall *hall, struct slot *slot, qd_status status) {
    transcript_end(&slot->transcript);
    atomic_fetch_add(&hall->finished, 1);
    mutex_lock(&hall->lock);
    slot->done = true;
    hall->worst = status > hall->worst ? status : hall->worst;
    print_due(hall);
    bool broken = !hall->closed && output_broken();
    hall->closed = hall->closed || broken;
    mutex_unlock(&hall->lock);
    if (broken)
        stop(hall);
}

static void work(void *context) {
    struct worker *worker = context;
    struct hall *hall = worker->hall;
    const struct batch *batch = hall->batch;
    struct slot *slot;
    while ((slot = take_file(hall, &worker->post))) {
        struct output output = *batch->output;
        transcript_begin(&slot->transcript, on_grown, slot);
        output.transcript = &slot->transcript;
        struct batch_place place = {.output = &output,
                                    .post = &worker->post,
                                    .at_once = hall->workers,
                                    .index = slot->index};
        qd_status status = batch->run(batch->context, &place, batch->files[slot->index]);
        finish_file(hall, slot, status);
    }
}

/* The calling thread is a worker too, the only one if the machine gives no threads. */
static void run_crew(struct hall *hall) {
    int started = 1;
    while (started < hall->workers &&
           thread_start(&hall->crew[started].thread, work, &hall->crew[started]))
        started++;
    work(&hall->crew[0]);
    for (int i = 1; i < started; i++)
        thread_join(&hall->crew[i].thread);
}

static void open_hall(struct hall *hall, const struct batch *batch) {
    *hall = (struct hall){.batch = batch,
                          .workers = batch->at_once,
                          .crew = mem_new((size_t)batch->at_once, sizeof *hall->crew),
                          .slots = mem_new(WINDOW, sizeof *hall->slots),
                          .start = clock_wall(),
                          .worst = QD_YES};
    atomic_init(&hall->finished, 0);
    mutex_init(&hall->lock);
    condition_init(&hall->change);
    for (int i = 0; i < hall->workers; i++) {
        hall->crew[i].hall = hall;
        post_init(&hall->crew[i].post);
    }
}

static void close_hall(struct hall *hall) {
    for (int i = 0; i < hall->workers; i++)
        post_destroy(&hall->crew[i].post);
    condition_destroy(&hall->change);
    mutex_destroy(&hall->lock);
    free(hall->slots);
    free(hall->crew);
}

qd_status batch_run(const struct batch *batch) {
    struct hall hall;
    open_hall(&hall, batch);
    struct watch_view view = {.context = &hall, .stop = stop, .said = listen, .describe = describe};
    watch_begin(&hall.watch, &view, batch->output->progress, NULL);
    run_crew(&hall);
    bool interrupted = watch_end(&hall.watch);
    bool undone = hall.next < batch->count;
    qd_status worst = hall.worst;
    close_hall(&hall);
    return interrupted && undone && worst < QD_LIMIT ? QD_LIMIT : worst;
}
