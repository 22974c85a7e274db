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
    mutex_lock(&search->lock);
    if (!search->solution)
        search->solution = mem_copy(state, search->state_size);
    mutex_unlock(&search->lock);
    pool_end(&search->pending);
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

/* A state that the pool has no memory for ends the search, but the checkpoint must still have it.
 */
static void store_state(struct classic_worker *worker, unsigned depth,
                        const struct classic_state *state) {
    const struct classic_search *search = worker->search;
    assert(depth < search->swaps); /* at the last depth a state is solved or dead */
    assert(depth + harmony_swaps_left(&state->board) == search->swaps);
    if (search->swaps - depth < search->options->cache_threshold ||
        !pool_add(&worker->search->pending, worker->number, depth, state))
        cache_state(worker, depth, state);
}

static bool next_state(struct classic_worker *worker, unsigned *depth) {
    if (worker->cached == 0)
        return pool_take(&worker->search->pending, worker->number, depth, worker->state);
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
    if (pool_ended(&search->pending))
        return false;
    pool_safepoint(&search->pending, worker->number);
    if (++worker->uncounted < SPEND_EVERY)
        return control_going(search->control);
    worker->uncounted = 0;
    if (!control_spend(search->control, SPEND_EVERY))
        return false;
    classic_report_if_due(search, worker->number);
    return true;
}

/* Until there is no work, a solution, or a stop. A worker that stops holds no state but its cache.
 */
static void work(void *context) {
    struct classic_worker *worker = context;
    struct harmony_swap_list *list = MEM_NEW(struct harmony_swap_list);
    unsigned depth;
    while (may_go_on(worker) && next_state(worker, &depth))
        if (!process(worker, depth, list))
            break;
    free(list);
    pool_end(&worker->search->pending);
}

static void open_workers(struct classic_search *search, unsigned count) {
    search->workers = mem_new(count, sizeof *search->workers);
    search->worker_count = count;
    for (unsigned i = 0; i < count; i++) {
        struct classic_worker *worker = &search->workers[i];
        *worker = (struct classic_worker){.search = search, .number = i, .cache_room = CACHE_ROOM};
        worker->state = mem_new(1, search->state_size);
        worker->next = mem_new(1, search->state_size);
        worker->cache = mem_new(CACHE_ROOM, search->state_size);
        worker->cache_depth = mem_new(CACHE_ROOM, sizeof *worker->cache_depth);
    }
}

static void close_workers(struct classic_search *search) {
    for (unsigned i = 0; i < search->worker_count; i++) {
        struct classic_worker *worker = &search->workers[i];
        free(worker->state);
        free(worker->next);
        free(worker->cache);
        free(worker->cache_depth);
    }
    free(search->workers);
}

static void run_workers(struct classic_search *search) {
    pool_start(&search->pending, work, search->workers, sizeof *search->workers);
    work(&search->workers[0]);
    pool_join(&search->pending);
    for (unsigned i = 0; i < search->worker_count; i++)
        control_spend(search->control, search->workers[i].uncounted);
}

/* ---- the checkpoint ---- */

/* Gives worker 0 the states that were waiting, in their order. */
static void restore(struct classic_search *search, const struct harmony_checkpoint *checkpoint) {
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
        restore(search, &checkpoint);
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
    pool_check(&search->pending);
    classic_count(search, &result->counts, &result->waiting);
    if (search->solution) {
        assert(harmony_solved(&search->solution->board));
        result->count = search->swaps;
        result->swaps = mem_copy(search->solution->path, search->swaps * sizeof *result->swaps);
    }
    if (search->solution || result->waiting == 0) {
        forget_checkpoint(search);
        return search->solution ? QD_YES : QD_NO;
    }
    bool saved = !search->options->checkpoint || classic_save(search, error);
    return saved ? QD_LIMIT : QD_FAILURE;
}

static qd_status run(struct classic_search *search, struct harmony_classic_result *result,
                     qd_error *error) {
    const char *path = search->options->checkpoint;
    result->resumed = path && access(path, F_OK) == 0;
    if (result->resumed && !resume(search, error))
        return error->status;
    if (!result->resumed && !begin_at_start(search)) {
        classic_count(search, &result->counts, &result->waiting);
        return QD_NO;
    }
    if (path && !result->resumed && !classic_save(search, error))
        return QD_FAILURE;
    classic_report_begin(search);
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
    struct pool_options pending = {.workers = options->threads > 1 ? (unsigned)options->threads : 1,
                                   .item_size = search.state_size,
                                   .priorities = search.swaps};
    pool_open(&search.pending, &pending, control);
    pool_hold(&search.pending, 0); /* worker 0 begins with the start, or with the checkpoint */
    mutex_init(&search.lock);
    open_workers(&search, pending.workers);
    qd_error unseen = {0};
    qd_status status = run(&search, result, error ? error : &unseen);
    close_workers(&search);
    mutex_destroy(&search.lock);
    pool_close(&search.pending);
    free(search.solution);
    return status;
}

void harmony_classic_free(struct harmony_classic_result *result) {
    free(result->swaps);
    result->swaps = NULL;
}
