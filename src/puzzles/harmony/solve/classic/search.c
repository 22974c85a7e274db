#include "puzzles/harmony/solve/classic/search.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "puzzles/harmony/solve/classic/checkpoint.h"
#include "puzzles/harmony/solve/classic/search_state.h"

/* Room for near-solution states that a worker begins with; how many states it counts in a batch. */
enum { CACHE_ROOM = 1024, SPEND_EVERY = 256 };

static void keep_solution(struct classic_search *search, const struct classic_state *state) {
    thread_lock_take(&search->lock);
    if (!search->solution)
        search->solution = mem_copy(state, search->state_size);
    thread_lock_leave(&search->lock);
    atomic_store(&search->found, true);
    harmony_pending_stop(search->pending);
}

static void cache_state(struct classic_worker *worker, unsigned depth,
                        const struct classic_state *state) {
    size_t size = worker->search->state_size;
    if (worker->cached == worker->cache_room) {
        worker->cache_room *= 2;
        worker->cache = mem_resize(worker->cache, worker->cache_room, size);
        worker->cache_depth =
            mem_resize(worker->cache_depth, worker->cache_room, sizeof *worker->cache_depth);
    }
    assert(worker->cached < worker->cache_room);
    memcpy(worker->cache + worker->cached * size, state, size);
    worker->cache_depth[worker->cached++] = depth;
}

/* If the control grants no memory for it, the search is over, but a checkpoint wants the state. */
static void store_state(struct classic_worker *worker, unsigned depth,
                        const struct classic_state *state) {
    const struct classic_search *search = worker->search;
    assert(depth < search->swaps); /* at the last depth a state is solved or dead */
    assert(depth + harmony_swaps_left(&state->board) == search->swaps);
    if (search->swaps - depth < search->options->cache_threshold ||
        !harmony_pending_push(search->pending, depth, state))
        cache_state(worker, depth, state);
}

static bool next_state(struct classic_worker *worker, unsigned *depth) {
    if (worker->cached == 0)
        return harmony_pending_pop(worker->search->pending, depth, worker->state);
    size_t size = worker->search->state_size;
    memcpy(worker->state, worker->cache + --worker->cached * size, size);
    *depth = worker->cache_depth[worker->cached];
    return true;
}

static bool is_invalid(struct classic_worker *worker, struct harmony_swap last) {
    const struct harmony_classic_options *options = worker->search->options;
    struct harmony_invalid_stats *stats = &worker->counts.tests;
    const struct harmony_board *board = &worker->next->board;
    if (options->scope == HARMONY_SCOPE_TOUCHED)
        return harmony_invalid_run_touched(&options->tests, board, last, stats);
    return harmony_invalid_run(&options->tests, board, stats);
}

/* Makes the successor, counts it, and stores it unless a test rejects it. Returns false if it is a
 * solution. */
static bool follow(struct classic_worker *worker, unsigned depth, struct harmony_swap swap) {
    struct classic_search *search = worker->search;
    assert(depth < search->swaps);
    memcpy(worker->next, worker->state, search->state_size);
    harmony_swap_play(&worker->next->board, swap);
    worker->next->path[depth] = swap;
    worker->counts.generated++;
    if (depth + 1 == search->swaps && harmony_solved(&worker->next->board)) {
        keep_solution(search, worker->next);
        return false;
    }
    if (is_invalid(worker, swap))
        worker->counts.pruned++;
    else
        store_state(worker, depth + 1, worker->next);
    return true;
}

/* Returns false if a successor is a solution. */
static bool process(struct classic_worker *worker, unsigned depth, struct harmony_swap_list *list) {
    harmony_classic_moves(&worker->state->board, &worker->search->options->moves, list);
    worker->counts.processed++;
    for (unsigned i = 0; i < list->count; i++)
        if (!follow(worker, depth, list->swap[i]))
            return false;
    return true;
}

/* Between two states. Counts in batches, so that the workers seldom meet at the control. */
static bool may_go_on(struct classic_worker *worker) {
    struct classic_search *search = worker->search;
    if (atomic_load_explicit(&search->found, memory_order_relaxed))
        return false;
    harmony_pending_rest(search->pending);
    if (++worker->unspent < SPEND_EVERY)
        return control_going(search->control);
    worker->unspent = 0;
    if (!control_spend(search->control, SPEND_EVERY))
        return false;
    classic_tend(search);
    return true;
}

/* Until there is no work, a solution or a stop. A worker that stops holds no state but its cache.
 */
static void work(void *context) {
    struct classic_worker *worker = context;
    struct harmony_pending *pending = worker->search->pending;
    struct harmony_swap_list *list = MEM_NEW(struct harmony_swap_list);
    bool out_of_work = false;
    while (!out_of_work && may_go_on(worker)) {
        unsigned depth;
        out_of_work = !next_state(worker, &depth);
        if (!out_of_work && !process(worker, depth, list))
            break;
    }
    free(list);
    if (!control_going(worker->search->control))
        harmony_pending_stop(pending);
    if (!out_of_work)
        harmony_pending_leave(pending);
}

static void open_workers(struct classic_search *search, int count) {
    search->workers = mem_new((size_t)count, sizeof *search->workers);
    search->worker_count = count;
    for (int i = 0; i < count; i++) {
        struct classic_worker *worker = &search->workers[i];
        *worker = (struct classic_worker){.search = search, .cache_room = CACHE_ROOM};
        worker->state = mem_new(1, search->state_size);
        worker->next = mem_new(1, search->state_size);
        worker->cache = mem_new(CACHE_ROOM, search->state_size);
        worker->cache_depth = mem_new(CACHE_ROOM, sizeof *worker->cache_depth);
    }
}

static void close_workers(struct classic_search *search) {
    for (int i = 0; i < search->worker_count; i++) {
        struct classic_worker *worker = &search->workers[i];
        free(worker->state);
        free(worker->next);
        free(worker->cache);
        free(worker->cache_depth);
    }
    free(search->workers);
}

/* Worker 0 is the calling thread. A worker for which the machine has no thread ends at once. */
static void run_workers(struct classic_search *search) {
    struct classic_worker *workers = search->workers;
    bool *started = mem_new((size_t)search->worker_count, sizeof *started);
    for (int i = 1; i < search->worker_count; i++)
        started[i] = thread_start(&workers[i].thread, work, &workers[i]);
    for (int i = 1; i < search->worker_count; i++)
        if (!started[i])
            harmony_pending_leave(search->pending);
    work(&workers[0]);
    for (int i = 1; i < search->worker_count; i++)
        if (started[i])
            thread_join(&workers[i].thread);
    for (int i = 0; i < search->worker_count; i++)
        control_spend(search->control, workers[i].unspent);
    free(started);
}

/* ---- the checkpoint ---- */

/* Gives worker 0 the states that were waiting, in their order. */
static void take_over(struct classic_search *search, const struct harmony_checkpoint *checkpoint) {
    struct classic_worker *worker = &search->workers[0];
    const struct harmony_swap *swaps = checkpoint->swaps;
    search->before = checkpoint->counts;
    for (size_t i = 0; i < checkpoint->states; i++) {
        unsigned depth = checkpoint->depth[i];
        worker->state->board = *search->board;
        for (unsigned at = 0; at < depth; at++) {
            harmony_swap_play(&worker->state->board, *swaps);
            worker->state->path[at] = *swaps++;
        }
        store_state(worker, depth, worker->state);
    }
}

/* Returns false with an error if the file cannot be used. */
static bool resume(struct classic_search *search, qd_error *error) {
    struct source source;
    struct harmony_checkpoint checkpoint;
    if (!file_read(search->options->checkpoint, &source, error))
        return false;
    bool good =
        harmony_checkpoint_read(&source, search->board, search->options, &checkpoint, error);
    if (good) {
        take_over(search, &checkpoint);
        harmony_checkpoint_free(&checkpoint);
    }
    file_close(&source);
    return good;
}

/* The start as the only state; false if the tests, which look at it as at every state, reject it.
 */
static bool begin_at_start(struct classic_search *search) {
    struct classic_worker *worker = &search->workers[0];
    if (harmony_invalid_run(&search->options->tests, search->board, &worker->counts.tests)) {
        worker->counts.pruned++;
        return false;
    }
    worker->state->board = *search->board;
    store_state(worker, 0, worker->state);
    return true;
}

/* Removes the file: there is nothing to go on from. */
static void forget_checkpoint(const struct classic_search *search) {
    if (search->options->checkpoint)
        unlink(search->options->checkpoint);
}

/* ---- the whole ---- */

static qd_status verdict(const struct classic_search *search, struct harmony_classic_result *result,
                         qd_error *error) {
    harmony_pending_check(search->pending);
    classic_tend_count(search, &result->counts, &result->waiting);
    if (search->solution) {
        assert(harmony_solved(&search->solution->board));
        result->count = search->swaps;
        result->swaps = mem_copy(search->solution->path, search->swaps * sizeof *result->swaps);
    }
    if (search->solution || result->waiting == 0) {
        forget_checkpoint(search);
        return search->solution ? QD_YES : QD_NO;
    }
    bool saved = !search->options->checkpoint || classic_tend_save(search, error);
    return saved ? QD_LIMIT : QD_FAILURE;
}

static qd_status run(struct classic_search *search, struct harmony_classic_result *result,
                     qd_error *error) {
    const char *path = search->options->checkpoint;
    result->resumed = path && access(path, F_OK) == 0;
    if (result->resumed && !resume(search, error))
        return error->status;
    if (!result->resumed && !begin_at_start(search)) {
        classic_tend_count(search, &result->counts, &result->waiting);
        return QD_NO;
    }
    if (path && !result->resumed && !classic_tend_save(search, error))
        return QD_FAILURE;
    classic_tend_begin(search);
    run_workers(search);
    return verdict(search, result, error);
}

qd_status harmony_classic_solve(const struct harmony_board *board,
                                const struct harmony_classic_options *options, qd_control *control,
                                struct harmony_classic_result *result, qd_error *error) {
    *result = (struct harmony_classic_result){0};
    struct classic_search search = {
        .board = board, .options = options, .control = control, .swaps = harmony_swaps_left(board)};
    search.state_size = sizeof(struct classic_state) + search.swaps * sizeof(struct harmony_swap);
    if (search.swaps == 0) {
        result->swaps = mem_new(1, sizeof *result->swaps);
        return harmony_solved(board) ? QD_YES : QD_NO;
    }
    int threads = options->threads > 1 ? options->threads : 1;
    search.pending = harmony_pending_new(search.swaps, search.state_size, threads, control);
    thread_lock_init(&search.lock);
    open_workers(&search, threads);
    qd_error unseen = {0};
    qd_status status = run(&search, result, error ? error : &unseen);
    close_workers(&search);
    thread_lock_destroy(&search.lock);
    harmony_pending_free(search.pending);
    free(search.solution);
    return status;
}

void harmony_classic_free(struct harmony_classic_result *result) {
    free(result->swaps);
    result->swaps = NULL;
}
