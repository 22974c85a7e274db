#include "harmony_classic.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "harmony_forced.h"
#include "harmony_pending.h"
#include "mem.h"
#include "thread.h"

/* A state and the swaps that led to it; the number of swaps is its depth, so how many are left need
 * not be counted again. */
struct state {
    struct harmony_board board;
    struct harmony_swap path[];
};

/* Room for one state without the swaps, in which a worker keeps near-solution states. */
enum { CACHE_ROOM = 1024, SPEND_EVERY = 256 };

struct search {
    const struct harmony_classic_options *options;
    qd_control *control;
    struct harmony_pending *pending;
    unsigned swaps; /* of every solution */
    size_t state_size;
    atomic_bool found;
    struct thread_lock lock; /* over the solution */
    struct state *solution;  /* NULL while there is none */
};

struct worker {
    struct search *search;
    struct thread thread;
    struct state *state;  /* being processed */
    struct state *next;   /* its successor */
    unsigned char *cache; /* states of the worker's own, the last one first out */
    unsigned *cache_depth;
    size_t cached, cache_room;
    uint64_t generated, processed, pruned, unspent;
    struct harmony_invalid_stats tests;
};

struct swap_list {
    unsigned count;
    struct harmony_swap swap[HARMONY_CELLS * (HARMONY_SIDE - 1)];
    uint16_t key[HARMONY_CELLS * (HARMONY_SIDE - 1)];
};

static void add_swap(const struct harmony_board *board, unsigned a, unsigned b,
                     struct swap_list *list) {
    struct harmony_swap swap = {.a = (uint8_t)a, .b = (uint8_t)b};
    if (board->moves[b] == 0 || !harmony_last_move_fits(board, swap))
        return;
    list->key[list->count] = (uint16_t)(board->moves[a] + board->moves[b]);
    list->swap[list->count++] = swap;
}

static void list_swaps(const struct harmony_board *board, struct swap_list *list) {
    list->count = 0;
    for (unsigned row = 0; row < board->rows; row++) {
        for (unsigned column = 0; column < board->columns; column++) {
            unsigned cell = harmony_cell(row, column);
            if (board->moves[cell] == 0)
                continue;
            for (unsigned other = column + 1; other < board->columns; other++)
                add_swap(board, cell, harmony_cell(row, other), list);
            for (unsigned other = row + 1; other < board->rows; other++)
                add_swap(board, cell, harmony_cell(other, column), list);
        }
    }
}

/* Insertion sort: the lists are short, and equal keys keep their order. */
static void sort_swaps(struct swap_list *list, enum harmony_sort sort) {
    for (unsigned i = 1; sort != HARMONY_SORT_NONE && i < list->count; i++) {
        struct harmony_swap swap = list->swap[i];
        uint16_t key = list->key[i];
        unsigned at = i;
        while (at > 0 && (sort == HARMONY_SMALLEST_FIRST ? list->key[at - 1] > key
                                                         : list->key[at - 1] < key)) {
            list->swap[at] = list->swap[at - 1];
            list->key[at] = list->key[at - 1];
            at--;
        }
        list->swap[at] = swap;
        list->key[at] = key;
    }
}

/* Horizontal perfect swap, all swaps, vertical perfect swap, last-move filter, order. */
static void generate_moves(const struct harmony_board *board, enum harmony_sort sort,
                           struct swap_list *list) {
    if (harmony_forced_any(board, &list->swap[0])) {
        list->count = 1;
        return;
    }
    list_swaps(board, list);
    sort_swaps(list, sort);
}

static void keep_solution(struct search *search, const struct state *state) {
    thread_lock_take(&search->lock);
    if (!search->solution)
        search->solution = mem_copy(state, search->state_size);
    thread_lock_leave(&search->lock);
    atomic_store(&search->found, true);
    harmony_pending_stop(search->pending);
}

static void cache_state(struct worker *worker, unsigned depth, const struct state *state) {
    size_t size = worker->search->state_size;
    if (worker->cached == worker->cache_room) {
        worker->cache_room *= 2;
        worker->cache = mem_resize(worker->cache, worker->cache_room, size);
        worker->cache_depth =
            mem_resize(worker->cache_depth, worker->cache_room, sizeof *worker->cache_depth);
    }
    memcpy(worker->cache + worker->cached * size, state, size);
    worker->cache_depth[worker->cached++] = depth;
}

static bool store_state(struct worker *worker, unsigned depth, const struct state *state) {
    if (worker->search->swaps - depth < worker->search->options->cache_threshold) {
        cache_state(worker, depth, state);
        return true;
    }
    return harmony_pending_push(worker->search->pending, depth, state);
}

static bool next_state(struct worker *worker, unsigned *depth) {
    if (worker->cached == 0)
        return harmony_pending_pop(worker->search->pending, depth, worker->state);
    size_t size = worker->search->state_size;
    memcpy(worker->state, worker->cache + --worker->cached * size, size);
    *depth = worker->cache_depth[worker->cached];
    return true;
}

/* Makes the successor, counts it, and stores it unless a test rejects it. */
static bool follow(struct worker *worker, unsigned depth, struct harmony_swap swap) {
    struct search *search = worker->search;
    memcpy(worker->next, worker->state, search->state_size);
    harmony_swap_play(&worker->next->board, swap);
    worker->next->path[depth] = swap;
    worker->generated++;
    if (depth + 1 == search->swaps && harmony_solved(&worker->next->board)) {
        keep_solution(search, worker->next);
        return false;
    }
    if (harmony_invalid_run(&search->options->tests, &worker->next->board, &worker->tests)) {
        worker->pruned++;
        return true;
    }
    return store_state(worker, depth + 1, worker->next);
}

/* The successors go to stacks: the last one is taken first, so they are made in reverse. */
static bool process(struct worker *worker, unsigned depth, struct swap_list *list) {
    generate_moves(&worker->state->board, worker->search->options->sort, list);
    worker->processed++;
    for (unsigned i = list->count; i-- > 0;)
        if (!follow(worker, depth, list->swap[i]))
            return false;
    return true;
}

/* Counts in batches, so that the workers seldom meet at the control. */
static bool may_go_on(struct worker *worker) {
    if (atomic_load_explicit(&worker->search->found, memory_order_relaxed))
        return false;
    if (++worker->unspent < SPEND_EVERY)
        return control_going(worker->search->control);
    worker->unspent = 0;
    return control_spend(worker->search->control, SPEND_EVERY);
}

static void work(void *context) {
    struct worker *worker = context;
    struct swap_list *list = MEM_NEW(struct swap_list);
    unsigned depth;
    while (may_go_on(worker) && next_state(worker, &depth))
        if (!process(worker, depth, list))
            break;
    free(list);
    if (!control_going(worker->search->control))
        harmony_pending_stop(worker->search->pending);
}

static void open_worker(struct worker *worker, struct search *search) {
    *worker = (struct worker){.search = search, .cache_room = CACHE_ROOM};
    worker->state = mem_new(1, search->state_size);
    worker->next = mem_new(1, search->state_size);
    worker->cache = mem_new(CACHE_ROOM, search->state_size);
    worker->cache_depth = mem_new(CACHE_ROOM, sizeof *worker->cache_depth);
}

static void close_worker(struct worker *worker, struct harmony_classic_result *result) {
    result->generated += worker->generated;
    result->processed += worker->processed;
    result->pruned += worker->pruned;
    harmony_invalid_add(&result->tests, &worker->tests);
    control_spend(worker->search->control, worker->unspent);
    free(worker->state);
    free(worker->next);
    free(worker->cache);
    free(worker->cache_depth);
}

/* Worker 0 is the calling thread. A worker for which the machine has no thread ends at once. */
static void run_workers(struct search *search, int threads, struct harmony_classic_result *result) {
    struct worker *workers = mem_new((size_t)threads, sizeof *workers);
    bool *started = mem_new((size_t)threads, sizeof *started);
    for (int i = 0; i < threads; i++)
        open_worker(&workers[i], search);
    for (int i = 1; i < threads; i++)
        started[i] = thread_start(&workers[i].thread, work, &workers[i]);
    for (int i = 1; i < threads; i++)
        if (!started[i])
            harmony_pending_leave(search->pending);
    work(&workers[0]);
    for (int i = 1; i < threads; i++)
        if (started[i])
            thread_join(&workers[i].thread);
    for (int i = 0; i < threads; i++)
        close_worker(&workers[i], result);
    free(started);
    free(workers);
}

static qd_status verdict(struct search *search, struct harmony_classic_result *result) {
    if (search->solution) {
        result->count = search->swaps;
        result->swaps = mem_copy(search->solution->path, search->swaps * sizeof *result->swaps);
        return QD_YES;
    }
    return control_going(search->control) ? QD_NO : QD_LIMIT;
}

qd_status harmony_classic_solve(const struct harmony_board *board,
                                const struct harmony_classic_options *options, qd_control *control,
                                struct harmony_classic_result *result) {
    *result = (struct harmony_classic_result){0};
    struct search search = {
        .options = options, .control = control, .swaps = harmony_swaps_left(board)};
    search.state_size = sizeof(struct state) + search.swaps * sizeof(struct harmony_swap);
    if (search.swaps == 0) {
        result->swaps = mem_new(1, sizeof *result->swaps);
        return harmony_solved(board) ? QD_YES : QD_NO;
    }
    int threads = options->threads > 1 ? options->threads : 1;
    struct state *start = mem_new(1, search.state_size);
    start->board = *board;
    search.pending = harmony_pending_new(search.swaps, search.state_size, threads, control);
    thread_lock_init(&search.lock);
    /* The start is tested as every state is. */
    bool dead = harmony_invalid_run(&options->tests, board, &result->tests) != NULL;
    result->pruned = dead;
    if (!dead && harmony_pending_push(search.pending, 0, start))
        run_workers(&search, threads, result);
    qd_status status = verdict(&search, result);
    thread_lock_destroy(&search.lock);
    harmony_pending_free(search.pending);
    free(search.solution);
    free(start);
    return status;
}

void harmony_classic_free(struct harmony_classic_result *result) {
    free(result->swaps);
    result->swaps = NULL;
}
