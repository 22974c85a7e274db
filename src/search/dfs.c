#include "search/dfs.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/thread.h"
#include "search/pace.h"

/* Each worker keeps its waiting states to itself, so that its own work needs no lock; it hands
 * states over when it sees that others are idle (Acar, Chargueraud, Rainey, "Scheduling parallel
 * programs by work stealing with private deques", 2013). */

#define FIRST_ROOM 64

/* States in a row; taken from the bottom to give away, from the top to work on. */
struct row {
    unsigned char *data;
    size_t room;   /* in states */
    size_t bottom; /* index of the first state */
    size_t top;    /* index behind the last state */
};

/* Expanded states need their worker, and nothing of it is touched by others: the sink is it. */
struct dfs_sink {
    struct search *search;
    struct thread thread;
    bool started;
    void *context;
    struct pace pace;
    unsigned char *current; /* the state in hand */
    struct row children;    /* of the state in hand, first child first */
    struct row waiting;     /* the top is next */
    bool out_of_memory;
    char apart[64]; /* the next worker's numbers change as often: not on the same cache line */
};

struct search {
    const struct dfs_problem *problem;
    qd_control *control;
    size_t stride; /* bytes from state to state */

    struct thread_lock lock; /* for what follows, as far as it is not atomic */
    struct thread_signal changed;
    atomic_int wanted; /* states that idle workers could use; changed under the lock */
    atomic_bool ended; /* everybody go home; set under the lock */
    bool exhausted;    /* it ended because nothing is left */
    int workers;
    int idle;
    unsigned char *pool; /* handed-over states; room for one for each worker */
    int pooled;
    uint64_t shared; /* states that were ever handed over */

    struct thread_lock solution_lock; /* for what follows; taken before lock if both are */
    bool satisfied;                   /* told to end by a solution */
    uint64_t solutions;
};

static size_t row_count(const struct row *row) {
    assert(row->bottom <= row->top && row->top <= row->room);
    return row->top - row->bottom;
}

static unsigned char *row_at(const struct search *search, const struct row *row, size_t index) {
    assert(index <= row->room);
    return row->data + index * search->stride;
}

static void row_free(const struct search *search, struct row *row) {
    control_release(search->control, row->data, row->room * search->stride);
    *row = (struct row){0};
}

/* Room at the top for one more state: by moving down into what was given away at the bottom if that
 * is at least half, else by doubling. Returns false if there is no memory. */
static bool row_make_room(const struct search *search, struct row *row) {
    size_t count = row_count(row);
    if (row->bottom > 0 && row->bottom >= row->room / 2) {
        memmove(row->data, row_at(search, row, row->bottom), count * search->stride);
    } else {
        size_t room = row->room > 0 ? row->room * 2 : FIRST_ROOM;
        unsigned char *data = control_reserve(search->control, room * search->stride);
        if (data == NULL)
            return false;
        if (count > 0)
            memcpy(data, row_at(search, row, row->bottom), count * search->stride);
        row_free(search, row);
        row->data = data;
        row->room = room;
    }
    row->bottom = 0;
    row->top = count;
    assert(row->top < row->room);
    return true;
}

static bool row_push(const struct search *search, struct row *row, const void *state) {
    if (row->top == row->room && !row_make_room(search, row))
        return false;
    memcpy(row_at(search, row, row->top), state, search->problem->state_size);
    row->top++;
    return true;
}

static bool row_pop(const struct search *search, struct row *row, void *state) {
    if (row_count(row) == 0)
        return false;
    row->top--;
    memcpy(state, row_at(search, row, row->top), search->problem->state_size);
    if (row_count(row) == 0) {
        row->bottom = 0;
        row->top = 0;
    }
    return true;
}

/* Walks what the workers share; the caller holds the lock. A state in the pool is for a worker that
 * is idle; only the root is there before the first has come. */
static void check_sharing(const struct search *search) {
    assert(search->idle >= 0 && search->idle <= search->workers);
    assert(search->pooled >= 0 && search->pooled <= search->workers);
    assert(search->pooled <= (search->idle > 0 ? search->idle : 1));
    assert(!search->exhausted || (search->pooled == 0 && search->idle == search->workers));
    assert(!search->exhausted || atomic_load(&search->ended));
    (void)search;
}

/* After the search of a whole tree no worker has a state left. */
static void check_worker_is_done(const struct dfs_sink *sink) {
    assert(row_count(&sink->waiting) == 0 && row_count(&sink->children) == 0);
    assert(!sink->out_of_memory);
    (void)sink;
}

static void tell(const struct search *search, enum dfs_moment moment) {
    if (search->problem->on_moment != NULL)
        search->problem->on_moment(search->problem->context, moment);
}

/* The caller holds the lock. */
static void end_locked(struct search *search) {
    atomic_store(&search->ended, true);
    thread_signal_wake_all(&search->changed);
}

static void end_search(struct search *search) {
    thread_lock_take(&search->lock);
    end_locked(search);
    thread_lock_leave(&search->lock);
}

static bool has_ended(const struct search *search) {
    return atomic_load_explicit(&search->ended, memory_order_relaxed);
}

void dfs_emit(struct dfs_sink *sink, const void *state) {
    if (!sink->out_of_memory && !row_push(sink->search, &sink->children, state))
        sink->out_of_memory = true;
}

bool dfs_solution(struct dfs_sink *sink, const void *state) {
    struct search *search = sink->search;
    const struct dfs_problem *problem = search->problem;
    thread_lock_take(&search->solution_lock);
    if (!search->satisfied) {
        search->solutions++;
        search->satisfied =
            problem->solution == NULL || !problem->solution(problem->context, state);
        if (search->satisfied)
            end_search(search);
    }
    bool going = !search->satisfied;
    thread_lock_leave(&search->solution_lock);
    return going;
}

/* Nobody works and nothing waits: the tree is done. The caller holds the lock. */
static void end_if_exhausted(struct search *search) {
    if (search->idle == search->workers && search->pooled == 0 && !has_ended(search)) {
        search->exhausted = true;
        end_locked(search);
    }
}

/* Waits for a state from the pool. Returns false when the search has ended. The last worker to
 * become idle ends it: a state is in the pool, or in the hands of somebody who is not idle, or
 * done. */
static bool take_from_pool(struct dfs_sink *sink) {
    struct search *search = sink->search;
    thread_lock_take(&search->lock);
    search->idle++;
    atomic_store(&search->wanted, search->idle - search->pooled);
    end_if_exhausted(search);
    check_sharing(search);
    tell(search, DFS_IDLE);
    while (search->pooled == 0 && !has_ended(search))
        thread_signal_wait(&search->changed, &search->lock);
    bool got = !has_ended(search);
    check_sharing(search);
    if (got) {
        search->pooled--;
        search->idle--;
        memcpy(sink->current, search->pool + (size_t)search->pooled * search->stride,
               search->problem->state_size);
    }
    thread_lock_leave(&search->lock);
    if (got)
        tell(search, DFS_TAKEN);
    return got;
}

/* Gives the oldest waiting states to idle workers, one each. */
static void hand_over(struct dfs_sink *sink) {
    struct search *search = sink->search;
    struct row *waiting = &sink->waiting;
    size_t before = waiting->bottom;
    thread_lock_take(&search->lock);
    while (search->pooled < search->idle && row_count(waiting) > 0 && !has_ended(search)) {
        memcpy(search->pool + (size_t)search->pooled * search->stride,
               row_at(search, waiting, waiting->bottom), search->problem->state_size);
        waiting->bottom++;
        search->pooled++;
        search->shared++;
        thread_signal_wake_one(&search->changed);
    }
    atomic_store(&search->wanted, search->idle - search->pooled);
    check_sharing(search);
    thread_lock_leave(&search->lock);
    if (waiting->bottom != before)
        tell(search, DFS_GIVEN);
}

/* Lets the first child be the state in hand and the others wait, the last one deepest. Without
 * children the top of the waiting states comes into hand. Returns false if there is no state. */
static bool move_on(struct dfs_sink *sink) {
    const struct search *search = sink->search;
    struct row *children = &sink->children;
    if (row_count(children) == 0)
        return row_pop(search, &sink->waiting, sink->current);
    for (size_t i = children->top - 1; i > 0; i--) {
        assert(children->bottom == 0 && "children are taken all at once");
        if (!row_push(search, &sink->waiting, row_at(search, children, i))) {
            sink->out_of_memory = true;
            return false;
        }
    }
    memcpy(sink->current, row_at(search, children, 0), search->problem->state_size);
    children->top = 0;
    return true;
}

/* Searches below the state in hand, except for what it hands over on the way. */
static void search_below(struct dfs_sink *sink) {
    struct search *search = sink->search;
    bool more = true;
    while (more) {
        search->problem->expand(sink->context, sink->current, sink);
        bool going = pace_step(&sink->pace);
        more = move_on(sink);
        if (sink->out_of_memory || !going)
            end_search(search);
        if (has_ended(search))
            return;
        if (atomic_load_explicit(&search->wanted, memory_order_relaxed) > 0 &&
            row_count(&sink->waiting) > 0)
            hand_over(sink);
    }
}

static void run_worker(void *argument) {
    struct dfs_sink *sink = argument;
    while (take_from_pool(sink))
        search_below(sink);
    pace_finish(&sink->pace);
}

static void open_worker(struct dfs_sink *sink, struct search *search, int number) {
    const struct dfs_problem *problem = search->problem;
    sink->search = search;
    sink->pace.control = search->control;
    sink->current = mem_new(1, search->stride);
    sink->context = problem->worker_new != NULL ? problem->worker_new(problem->context, number)
                                                : problem->context;
}

static void close_worker(struct dfs_sink *sink) {
    const struct search *search = sink->search;
    const struct dfs_problem *problem = search->problem;
    if (problem->worker_free != NULL)
        problem->worker_free(problem->context, sink->context);
    row_free(search, &sink->children);
    row_free(search, &sink->waiting);
    free(sink->current);
}

/* A worker whose thread could not be started is not waited for by the others. */
static void do_without_worker(struct search *search) {
    thread_lock_take(&search->lock);
    search->workers--;
    assert(search->workers >= 1 && "the calling thread is one");
    end_if_exhausted(search);
    thread_lock_leave(&search->lock);
}

/* The calling thread is worker 0. */
static void run_workers(struct search *search, struct dfs_sink *sinks, int count) {
    for (int i = 1; i < count; i++) {
        sinks[i].started = thread_start(&sinks[i].thread, run_worker, &sinks[i]);
        if (!sinks[i].started)
            do_without_worker(search);
    }
    run_worker(&sinks[0]);
    for (int i = 1; i < count; i++)
        if (sinks[i].started)
            thread_join(&sinks[i].thread);
}

static void open_search(struct search *search, const struct dfs_problem *problem,
                        qd_control *control, int workers) {
    const size_t align = _Alignof(max_align_t);
    *search = (struct search){.problem = problem, .control = control, .workers = workers};
    search->stride = (problem->state_size + align - 1) / align * align;
    search->pool = mem_new((size_t)workers, search->stride);
    memcpy(search->pool, problem->root, problem->state_size);
    search->pooled = 1;
    thread_lock_init(&search->lock);
    thread_lock_init(&search->solution_lock);
    thread_signal_init(&search->changed);
}

static void close_search(struct search *search) {
    thread_signal_destroy(&search->changed);
    thread_lock_destroy(&search->solution_lock);
    thread_lock_destroy(&search->lock);
    free(search->pool);
}

static void collect_result(const struct search *search, const struct dfs_sink *sinks, int count,
                           struct dfs_result *result) {
    result->solutions = search->solutions;
    result->shared = search->shared;
    result->exhausted = search->exhausted;
    for (int i = 0; i < count; i++) {
        if (search->exhausted)
            check_worker_is_done(&sinks[i]);
        result->nodes += sinks[i].pace.nodes;
        if (search->problem->worker_nodes != NULL)
            search->problem->worker_nodes[i] = sinks[i].pace.nodes;
    }
}

static qd_status status_of(const struct search *search) {
    if (search->satisfied)
        return QD_YES;
    if (!search->exhausted)
        return QD_LIMIT;
    return search->solutions > 0 ? QD_YES : QD_NO;
}

qd_status dfs_search(const struct dfs_problem *problem, qd_control *control,
                     struct dfs_result *result) {
    *result = (struct dfs_result){0};
    if (problem->state_size == 0)
        return QD_BAD_INPUT;
    int count = problem->threads > 1 ? problem->threads : 1;
    struct search search;
    open_search(&search, problem, control, count);
    struct dfs_sink *sinks = mem_new((size_t)count, sizeof(*sinks));
    for (int i = 0; i < count; i++)
        open_worker(&sinks[i], &search, i);
    if (control_going(control))
        run_workers(&search, sinks, count);
    collect_result(&search, sinks, count, result);
    for (int i = 0; i < count; i++)
        close_worker(&sinks[i]);
    free(sinks);
    qd_status status = status_of(&search);
    close_search(&search);
    return status;
}
