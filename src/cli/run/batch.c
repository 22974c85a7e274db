#include "cli/run/batch.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "cli/print/figures.h"

/* At most WINDOW files are started before the oldest of them is printed. Results that wait for
 * their turn hold at most PENDING_BYTES together, the one whose turn it is at most STREAM_BYTES. */
enum { WINDOW = 4096, PENDING_BYTES = 32 << 20, STREAM_BYTES = 64 << 10, BAR = 20 };

/* What a file printed, from when a worker takes the file until it is its turn to be shown. */
struct result {
    struct queue *queue;
    size_t index; /* of the file */
    bool done;
    struct transcript transcript;
};

struct worker {
    struct queue *queue;
    struct thread thread;
    struct worker_slot slot;
};

/* The files that the workers take from the front, and the results in the same order. */
struct queue {
    const struct batch *batch;
    int worker_count;
    struct worker *workers;
    struct result *results; /* of file i: results[i % WINDOW] */
    struct watch watch;
    double start;
    atomic_size_t finished;  /* files that are done, for the progress line */
    struct mutex lock;       /* protects all below */
    struct condition change; /* turn has advanced */
    size_t next;             /* the next file to take */
    size_t turn;             /* the next file to print */
    size_t pending;          /* bytes waiting in the transcripts */
    bool closed;             /* take no more files */
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
    struct queue *queue = context;
    size_t done = atomic_load(&queue->finished), all = queue->batch->count;
    double seconds = clock_wall() - queue->start;
    add_bar((double)done / (double)all, out);
    buf_printf(out, " %zu of %zu %s, ", done, all, queue->batch->unit);
    if (done == 0) {
        format_seconds(out, seconds);
        return;
    }
    format_count(out, (double)done / seconds);
    buf_add(out, "/s, ");
    format_seconds(out, seconds / (double)done * (double)(all - done));
    buf_add(out, " left");
}

static void add_messages(void *context, struct buf *out) {
    struct queue *queue = context;
    for (int i = 0; i < queue->worker_count; i++)
        worker_slot_listen(&queue->workers[i].slot, out);
}

/* Must not take the queue's lock: it is held while printing, and a reader may be slow. */
static void stop(void *context) {
    struct queue *queue = context;
    for (int i = 0; i < queue->worker_count; i++)
        worker_slot_stop(&queue->workers[i].slot);
}

/* Prints a transcript; if it goes to the terminal, the progress line gives way to it. */
static void print_transcript(struct queue *queue, struct transcript *transcript) {
    bool seen = transcript_on_terminal(transcript);
    if (seen)
        watch_hide_line(&queue->watch);
    transcript_print(transcript);
    if (seen) {
        fflush(stdout);
        watch_show_line(&queue->watch);
    }
}

/* A worker printed something. Unless it is its turn, it waits while too much is pending. */
static void on_grown(void *context, size_t bytes) {
    struct result *result = context;
    struct queue *queue = result->queue;
    mutex_lock(&queue->lock);
    queue->pending += bytes;
    while (queue->turn != result->index && queue->pending > PENDING_BYTES)
        condition_wait(&queue->change, &queue->lock);
    size_t size = result->transcript.text.size;
    bool now = queue->turn == result->index && size > STREAM_BYTES;
    if (now)
        queue->pending -= size;
    mutex_unlock(&queue->lock);
    if (now) /* safe without the lock: only the worker whose turn it is prints */
        print_transcript(queue, &result->transcript);
}

/* Takes the next file and returns its empty result, or NULL if there are no more files. */
static struct result *take_file(struct queue *queue, struct worker_slot *slot) {
    struct result *result = NULL;
    mutex_lock(&queue->lock);
    while (queue->next - queue->turn == WINDOW)
        condition_wait(&queue->change, &queue->lock);
    queue->closed = queue->closed || worker_slot_stopped(slot);
    if (!queue->closed && queue->next < queue->batch->count) {
        result = &queue->results[queue->next % WINDOW];
        *result = (struct result){.queue = queue, .index = queue->next++};
    }
    mutex_unlock(&queue->lock);
    return result;
}

/* Prints all finished results that are next in order. */
static void print_due(struct queue *queue) {
    size_t before = queue->turn;
    while (queue->turn < queue->next && queue->results[queue->turn % WINDOW].done) {
        struct result *result = &queue->results[queue->turn % WINDOW];
        queue->pending -= result->transcript.text.size;
        print_transcript(queue, &result->transcript);
        transcript_free(&result->transcript);
        queue->turn++;
    }
    if (queue->turn == before)
        return;
    if (queue->turn < queue->batch->count)
        fflush(stdout);
    condition_broadcast(&queue->change);
}

static void finish_file(struct queue *queue, struct result *result, qd_status status) {
    transcript_end(&result->transcript);
    atomic_fetch_add(&queue->finished, 1);
    mutex_lock(&queue->lock);
    result->done = true;
    queue->worst = status > queue->worst ? status : queue->worst;
    print_due(queue);
    bool broken = !queue->closed && output_broken();
    queue->closed = queue->closed || broken;
    mutex_unlock(&queue->lock);
    if (broken)
        stop(queue);
}

static void work(void *context) {
    struct worker *worker = context;
    struct queue *queue = worker->queue;
    const struct batch *batch = queue->batch;
    struct result *result;
    while ((result = take_file(queue, &worker->slot))) {
        struct output output = *batch->output;
        transcript_begin(&result->transcript, on_grown, result);
        output.transcript = &result->transcript;
        struct batch_task task = {.output = &output,
                                  .slot = &worker->slot,
                                  .jobs = queue->worker_count,
                                  .index = result->index};
        qd_status status = batch->run(batch->context, &task, batch->files[result->index]);
        finish_file(queue, result, status);
    }
}

/* The calling thread is a worker too, and the only one if no thread can be started. */
static void run_workers(struct queue *queue) {
    int started = 1;
    while (started < queue->worker_count &&
           thread_start(&queue->workers[started].thread, work, &queue->workers[started]))
        started++;
    work(&queue->workers[0]);
    for (int i = 1; i < started; i++)
        thread_join(&queue->workers[i].thread);
}

static void queue_open(struct queue *queue, const struct batch *batch) {
    *queue = (struct queue){.batch = batch,
                            .worker_count = batch->jobs,
                            .workers = mem_new((size_t)batch->jobs, sizeof *queue->workers),
                            .results = mem_new(WINDOW, sizeof *queue->results),
                            .start = clock_wall(),
                            .worst = QD_YES};
    atomic_init(&queue->finished, 0);
    mutex_init(&queue->lock);
    condition_init(&queue->change);
    for (int i = 0; i < queue->worker_count; i++) {
        queue->workers[i].queue = queue;
        worker_slot_init(&queue->workers[i].slot);
    }
}

static void queue_close(struct queue *queue) {
    for (int i = 0; i < queue->worker_count; i++)
        worker_slot_destroy(&queue->workers[i].slot);
    condition_destroy(&queue->change);
    mutex_destroy(&queue->lock);
    free(queue->results);
    free(queue->workers);
}

qd_status batch_run(const struct batch *batch) {
    struct queue queue;
    queue_open(&queue, batch);
    struct watch_view view = {
        .context = &queue, .stop = stop, .messages = add_messages, .describe = describe};
    watch_begin(&queue.watch, &view, batch->output->progress, NULL);
    run_workers(&queue);
    bool interrupted = watch_end(&queue.watch);
    bool unfinished = queue.next < batch->count;
    qd_status worst = queue.worst;
    queue_close(&queue);
    return interrupted && unfinished && worst < QD_LIMIT ? QD_LIMIT : worst;
}
