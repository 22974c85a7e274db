#include "search/pool.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/thread.h"

enum { FIRST_ROOM = 64 };

/* The subproblems of one priority in a ring: the oldest one is at index first. */
struct queue {
    unsigned char *items;
    size_t first, count, room;
};

struct worker {
    struct pool_shared *shared;
    struct thread thread;
    bool started;
    void (*work)(void *context);
    void *context;
    bool holds;  /* a subproblem */
    bool asking; /* for one */
};

/* Guarded by the lock, apart from what never changes. */
struct pool_shared {
    struct pool_options options;
    qd_control *control;
    struct worker *workers;

    struct mutex lock;
    struct condition changed;
    struct queue *queues; /* by priority */
    unsigned highest;     /* no subproblem of a higher priority waits */
    size_t waiting;       /* subproblems */
    unsigned running;     /* workers that hold a subproblem */
    unsigned asking;      /* workers that want one */
    unsigned paused;
    bool exhausted;
    uint64_t added, taken;
};

void pool_open(struct pool *pool, const struct pool_options *options, qd_control *control) {
    struct pool_shared *shared = MEM_NEW(struct pool_shared);
    assert(options->item_size > 0);
    *pool = (struct pool){.shared = shared};
    shared->options = *options;
    shared->options.workers += options->workers == 0;
    shared->options.priorities += options->priorities == 0;
    shared->control = control;
    shared->workers = mem_new(shared->options.workers, sizeof *shared->workers);
    shared->queues = mem_new(shared->options.priorities, sizeof *shared->queues);
    mutex_init(&shared->lock);
    condition_init(&shared->changed);
}

/* The subproblem at a place of a queue, 0 being the oldest. */
static unsigned char *item_at(const struct pool_shared *shared, const struct queue *queue,
                              size_t index) {
    size_t at = queue->first + index;
    assert(index < queue->room && queue->first < queue->room);
    return queue->items + (at < queue->room ? at : at - queue->room) * shared->options.item_size;
}

static void close_queue(struct pool_shared *shared, struct queue *queue) {
    for (size_t i = 0; shared->options.drop != NULL && i < queue->count; i++)
        shared->options.drop(item_at(shared, queue, i));
    control_release(shared->control, queue->items, queue->room * shared->options.item_size);
}

void pool_close(struct pool *pool) {
    struct pool_shared *shared = pool->shared;
    pool_check(pool);
    for (unsigned i = 0; i < shared->options.priorities; i++)
        close_queue(shared, &shared->queues[i]);
    condition_destroy(&shared->changed);
    mutex_destroy(&shared->lock);
    free(shared->queues);
    free(shared->workers);
    free(shared);
    pool->shared = NULL;
}

/* ---- points where a test holds workers up ---- */

static void watch(const struct pool_shared *shared, enum pool_point point, unsigned worker) {
    const struct pool_watch *watch = shared->options.watch;
    if (watch != NULL)
        watch->at(watch->context, point, worker);
}

/* For a caller that has the lock. */
static void watch_unlocked(struct pool_shared *shared, enum pool_point point, unsigned worker) {
    if (shared->options.watch == NULL)
        return;
    mutex_unlock(&shared->lock);
    watch(shared, point, worker);
    mutex_lock(&shared->lock);
}

/* ---- threads ---- */

static void run_worker(void *context) {
    struct worker *worker = context;
    worker->work(worker->context);
    watch(worker->shared, POOL_END, (unsigned)(worker - worker->shared->workers));
}

void pool_start(struct pool *pool, void (*work)(void *worker), void *workers, size_t worker_size) {
    struct pool_shared *shared = pool->shared;
    for (unsigned i = 1; i < shared->options.workers; i++) {
        struct worker *worker = &shared->workers[i];
        assert(!worker->started);
        worker->shared = shared;
        worker->work = work;
        worker->context = (char *)workers + i * worker_size;
        worker->started = thread_start(&worker->thread, run_worker, worker);
    }
    watch(shared, POOL_START, 0);
}

void pool_join(struct pool *pool) {
    struct pool_shared *shared = pool->shared;
    watch(shared, POOL_END, 0);
    for (unsigned i = 1; i < shared->options.workers; i++) {
        if (shared->workers[i].started)
            thread_join(&shared->workers[i].thread);
        shared->workers[i].started = false;
    }
}

/* ---- under the lock ---- */

static void update_wanted(struct pool *pool) {
    const struct pool_shared *shared = pool->shared;
    int wanted = (int)shared->asking - (int)shared->waiting;
    atomic_store_explicit(&pool->wanted, wanted, memory_order_relaxed);
}

static void end_locked(struct pool *pool, bool exhausted) {
    if (!pool_ended(pool)) {
        pool->shared->exhausted = exhausted;
        atomic_store(&pool->ended, true);
    }
    condition_broadcast(&pool->shared->changed);
}

static void hold_locked(struct pool_shared *shared, unsigned worker) {
    assert(worker < shared->options.workers && !shared->workers[worker].holds);
    shared->workers[worker].holds = true;
    shared->running++;
}

static void finish_locked(struct pool *pool, unsigned worker) {
    struct pool_shared *shared = pool->shared;
    assert(worker < shared->options.workers);
    if (!shared->workers[worker].holds)
        return;
    shared->workers[worker].holds = false;
    assert(shared->running > 0);
    shared->running--;
    if (shared->running == 0 && shared->waiting == 0)
        end_locked(pool, true);
    else if (atomic_load(&pool->pausing))
        condition_broadcast(&shared->changed); /* one less to wait for */
}

static void ask_locked(struct pool_shared *shared, unsigned worker, bool asking) {
    if (shared->workers[worker].asking == asking)
        return;
    shared->workers[worker].asking = asking;
    if (asking)
        shared->asking++;
    else
        shared->asking--;
}

static bool grow(struct pool_shared *shared, struct queue *queue) {
    size_t size = shared->options.item_size;
    size_t room = queue->room > 0 ? 2 * queue->room : FIRST_ROOM;
    unsigned char *items = control_reserve(shared->control, room * size);
    if (items == NULL)
        return false;
    for (size_t i = 0; i < queue->count; i++)
        memcpy(items + i * size, item_at(shared, queue, i), size);
    control_release(shared->control, queue->items, queue->room * size);
    *queue = (struct queue){.items = items, .count = queue->count, .room = room};
    return true;
}

static bool add_locked(struct pool_shared *shared, unsigned priority, const void *item) {
    struct queue *queue = &shared->queues[priority];
    assert(priority < shared->options.priorities);
    if (queue->count == queue->room && !grow(shared, queue))
        return false;
    queue->count++;
    memcpy(item_at(shared, queue, queue->count - 1), item, shared->options.item_size);
    shared->highest = priority > shared->highest ? priority : shared->highest;
    shared->waiting++;
    shared->added++;
    return true;
}

static void take_locked(struct pool_shared *shared, unsigned worker, unsigned *priority,
                        void *item) {
    assert(shared->waiting > 0);
    while (shared->queues[shared->highest].count == 0) {
        assert(shared->highest > 0);
        shared->highest--;
    }
    struct queue *queue = &shared->queues[shared->highest];
    memcpy(item, item_at(shared, queue, 0), shared->options.item_size);
    queue->first = queue->first + 1 < queue->room ? queue->first + 1 : 0;
    queue->count--;
    if (priority != NULL)
        *priority = shared->highest;
    shared->waiting--;
    shared->taken++;
    hold_locked(shared, worker);
    ask_locked(shared, worker, false);
}

/* ---- subproblems ---- */

bool pool_add(struct pool *pool, unsigned worker, unsigned priority, const void *item) {
    struct pool_shared *shared = pool->shared;
    watch(shared, POOL_ADD, worker);
    mutex_lock(&shared->lock);
    bool added = add_locked(shared, priority, item);
    update_wanted(pool);
    condition_signal(&shared->changed);
    mutex_unlock(&shared->lock);
    return added;
}

void pool_hold(struct pool *pool, unsigned worker) {
    mutex_lock(&pool->shared->lock);
    hold_locked(pool->shared, worker);
    mutex_unlock(&pool->shared->lock);
}

bool pool_holds(const struct pool *pool, unsigned worker) {
    return pool->shared->workers[worker].holds; /* nobody else changes it */
}

void pool_finish(struct pool *pool, unsigned worker) {
    assert(pool_holds(pool, worker));
    watch(pool->shared, POOL_FINISH, worker);
    mutex_lock(&pool->shared->lock);
    finish_locked(pool, worker);
    mutex_unlock(&pool->shared->lock);
}

static bool must_wait(const struct pool *pool) {
    return pool->shared->waiting == 0 && !pool_ended(pool);
}

/* Waits for a change. */
static void wait_locked(struct pool *pool, unsigned worker) {
    struct pool_shared *shared = pool->shared;
    assert(shared->running > 0 && "nobody is left who could add a subproblem");
    ask_locked(shared, worker, true);
    update_wanted(pool);
    watch_unlocked(shared, POOL_WAIT, worker);
    if (must_wait(pool))
        condition_wait(&shared->changed, &shared->lock);
    watch_unlocked(shared, POOL_WAKE, worker);
}

bool pool_take(struct pool *pool, unsigned worker, unsigned *priority, void *item) {
    struct pool_shared *shared = pool->shared;
    watch(shared, pool_holds(pool, worker) ? POOL_FINISH : POOL_LOOK, worker);
    mutex_lock(&shared->lock);
    finish_locked(pool, worker);
    while (must_wait(pool))
        wait_locked(pool, worker);
    bool taken = !pool_ended(pool);
    if (taken)
        take_locked(shared, worker, priority, item);
    update_wanted(pool);
    mutex_unlock(&shared->lock);
    if (taken)
        watch(shared, POOL_TAKE, worker);
    return taken;
}

bool pool_try_take(struct pool *pool, unsigned worker, unsigned *priority, void *item) {
    struct pool_shared *shared = pool->shared;
    assert(!pool_holds(pool, worker));
    watch(shared, POOL_LOOK, worker);
    mutex_lock(&shared->lock);
    bool taken = shared->waiting > 0 && !pool_ended(pool);
    if (taken)
        take_locked(shared, worker, priority, item);
    else
        ask_locked(shared, worker, true);
    update_wanted(pool);
    mutex_unlock(&shared->lock);
    watch(shared, taken ? POOL_TAKE : POOL_WAIT, worker);
    return taken;
}

void pool_end(struct pool *pool) {
    mutex_lock(&pool->shared->lock);
    end_locked(pool, false);
    mutex_unlock(&pool->shared->lock);
}

bool pool_exhausted(const struct pool *pool) {
    return pool_ended(pool) && pool->shared->exhausted;
}

/* ---- pauses ---- */

static void pause_locked(struct pool *pool) {
    struct pool_shared *shared = pool->shared;
    shared->paused++;
    condition_broadcast(&shared->changed);
    while (atomic_load(&pool->pausing) && !pool_ended(pool))
        condition_wait(&shared->changed, &shared->lock);
    assert(shared->paused > 0);
    shared->paused--;
}

/* A worker that holds nothing need not pause, and must not be counted: it has no state that look
 * could meet, and it cannot take a subproblem while look runs. */
void pool_pause(struct pool *pool, unsigned worker) {
    if (!pool_holds(pool, worker))
        return;
    mutex_lock(&pool->shared->lock);
    pause_locked(pool);
    mutex_unlock(&pool->shared->lock);
}

/* The lock is held while look runs, so workers that wait for a subproblem cannot begin one. */
bool pool_pause_others(struct pool *pool, unsigned worker, void (*look)(void *context),
                       void *context) {
    struct pool_shared *shared = pool->shared;
    assert(pool_holds(pool, worker));
    (void)worker;
    mutex_lock(&shared->lock);
    while (atomic_load(&pool->pausing) && !pool_ended(pool))
        pause_locked(pool); /* another worker was first */
    atomic_store(&pool->pausing, true);
    while (shared->paused + 1 < shared->running && !pool_ended(pool))
        condition_wait(&shared->changed, &shared->lock);
    bool paused = !pool_ended(pool);
    assert(!paused || shared->paused + 1 == shared->running);
    if (paused)
        look(context);
    atomic_store(&pool->pausing, false);
    condition_broadcast(&shared->changed);
    mutex_unlock(&shared->lock);
    return paused;
}

void pool_each(const struct pool *pool,
               void (*visit)(void *context, unsigned priority, const void *item), void *context) {
    const struct pool_shared *shared = pool->shared;
    for (unsigned priority = 0; priority < shared->options.priorities; priority++) {
        const struct queue *queue = &shared->queues[priority];
        for (size_t i = 0; i < queue->count; i++)
            visit(context, priority, item_at(shared, queue, i));
    }
}

uint64_t pool_added(const struct pool *pool) {
    return pool->shared->added;
}

uint64_t pool_taken(const struct pool *pool) {
    return pool->shared->taken;
}

void pool_check(const struct pool *pool) {
    const struct pool_shared *shared = pool->shared;
    size_t waiting = 0;
    unsigned holding = 0, asking = 0;
    for (unsigned i = 0; i < shared->options.priorities; i++) {
        const struct queue *queue = &shared->queues[i];
        assert(queue->count <= queue->room && (queue->room == 0 || queue->first < queue->room));
        assert((queue->room == 0) == (queue->items == NULL));
        assert(queue->count == 0 || i <= shared->highest);
        waiting += queue->count;
    }
    for (unsigned i = 0; i < shared->options.workers; i++) {
        holding += shared->workers[i].holds;
        asking += shared->workers[i].asking;
    }
    assert(waiting == shared->waiting && holding == shared->running && asking == shared->asking);
    assert(shared->paused <= shared->running);
    assert(shared->added - shared->taken == shared->waiting);
    assert(!shared->exhausted || (pool_ended(pool) && waiting == 0 && holding == 0));
    (void)waiting, (void)holding, (void)asking;
}
