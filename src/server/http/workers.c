#include "server/http/workers.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/thread.h"

/* Four threads more than one client can use, so that another one need not wait. */
const struct workers_limits workers_limits_default = {
    .threads = 16, .client_threads = 12, .waiting = 1024, .client_waiting = 256};

struct task {
    struct worker_task task;
    struct task *next; /* of the same client */
};

/* A client with tasks that wait or run. Clients form a ring: the first one has its turn next. */
struct client {
    uint64_t key;
    struct task *first, **end;
    size_t waiting;
    unsigned running;
    struct client *next;
};

struct worker {
    struct workers *workers;
    struct thread thread;
    const struct task *task; /* that it runs; NULL: none */
};

struct workers {
    struct workers_limits limits;
    struct mutex lock;
    struct condition wake; /* a task may be ready, or the workers stop */
    struct client *first;
    size_t waiting;
    bool stopping;
    struct worker *workers;
    unsigned count;
};

/* ---- clients ---- */

static struct client *find_client(struct workers *workers, uint64_t key) {
    struct client *client = workers->first;
    while (client && client->key != key)
        client = client->next;
    return client;
}

static struct client *add_client(struct workers *workers, uint64_t key) {
    struct client *client = MEM_NEW(struct client);
    struct client **end = &workers->first;
    client->key = key;
    client->end = &client->first;
    while (*end)
        end = &(*end)->next;
    *end = client;
    return client;
}

/* Takes the client out of the ring. */
static void unlink_client(struct workers *workers, struct client *client) {
    struct client **at = &workers->first;
    while (*at != client)
        at = &(*at)->next;
    *at = client->next;
    client->next = NULL;
}

/* The client has had its turn: all others come first now. */
static void to_the_end(struct workers *workers, struct client *client) {
    struct client **end = &workers->first;
    unlink_client(workers, client);
    while (*end)
        end = &(*end)->next;
    *end = client;
}

/* ---- what may run ---- */

static bool topic_runs(const struct workers *workers, const char *topic) {
    for (unsigned i = 0; topic[0] && i < workers->count; i++) {
        const struct task *task = workers->workers[i].task;
        if (task && strcmp(task->task.topic, topic) == 0)
            return true;
    }
    return false;
}

/* The place of the first task of a client whose topic is free; it holds NULL if there is none. */
static struct task **ready_task(const struct workers *workers, struct client *client) {
    struct task **at = &client->first;
    while (*at && topic_runs(workers, (*at)->task.topic))
        at = &(*at)->next;
    return at;
}

static struct task *take_task(struct workers *workers, struct client *client, struct task **at) {
    struct task *task = *at;
    *at = task->next;
    if (!*at)
        client->end = at;
    task->next = NULL;
    client->waiting--;
    client->running++;
    workers->waiting--;
    to_the_end(workers, client);
    return task;
}

/* The next task by turns; NULL if none may run now. Its client is *owner. */
static struct task *next_task(struct workers *workers, struct client **owner) {
    for (struct client *client = workers->first; client; client = client->next) {
        if (client->running >= workers->limits.client_threads)
            continue;
        struct task **at = ready_task(workers, client);
        if (!*at)
            continue;
        *owner = client;
        return take_task(workers, client, at);
    }
    return NULL;
}

/* ---- threads ---- */

static void run_task(struct worker *worker, struct client *client, struct task *task) {
    struct workers *workers = worker->workers;
    worker->task = task;
    mutex_unlock(&workers->lock);
    task->task.run(task->task.context);
    mutex_lock(&workers->lock);
    worker->task = NULL;
    client->running--;
    if (client->waiting == 0 && client->running == 0) {
        unlink_client(workers, client);
        free(client);
    }
    free(task);
    condition_broadcast(&workers->wake); /* its topic is free, and so is a thread of its client */
}

static void work(void *context) {
    struct worker *worker = context;
    struct workers *workers = worker->workers;
    struct client *client = NULL;
    mutex_lock(&workers->lock);
    while (!workers->stopping || workers->waiting > 0) {
        struct task *task = next_task(workers, &client);
        if (task)
            run_task(worker, client, task);
        else
            condition_wait(&workers->wake, &workers->lock);
    }
    mutex_unlock(&workers->lock);
}

struct workers *workers_new(const struct workers_limits *limits) {
    struct workers *workers = MEM_NEW(struct workers);
    assert(limits->threads >= 1 && limits->client_threads >= 1);
    workers->limits = *limits;
    workers->workers = mem_new(limits->threads, sizeof *workers->workers);
    mutex_init(&workers->lock);
    condition_init(&workers->wake);
    mutex_lock(&workers->lock); /* a thread that starts must not see the count of threads change */
    while (workers->count < limits->threads) {
        struct worker *worker = &workers->workers[workers->count];
        worker->workers = workers;
        if (!thread_start(&worker->thread, work, worker))
            break;
        workers->count++;
    }
    mutex_unlock(&workers->lock);
    return workers;
}

/* ---- tasks ---- */

static enum workers_verdict judge(const struct workers *workers, const struct client *client) {
    if (workers->stopping || workers->count == 0)
        return WORKERS_STOPPED;
    if (client && client->waiting >= workers->limits.client_waiting)
        return WORKERS_CLIENT_FULL;
    return workers->waiting >= workers->limits.waiting ? WORKERS_FULL : WORKERS_QUEUED;
}

static void add_task(struct workers *workers, struct client *client,
                     const struct worker_task *given) {
    struct task *task = MEM_NEW(struct task);
    task->task = *given;
    *client->end = task;
    client->end = &task->next;
    client->waiting++;
    workers->waiting++;
}

enum workers_verdict workers_submit(struct workers *workers, const struct worker_task *task) {
    mutex_lock(&workers->lock);
    struct client *client = find_client(workers, task->client);
    enum workers_verdict verdict = judge(workers, client);
    if (verdict == WORKERS_QUEUED) {
        add_task(workers, client ? client : add_client(workers, task->client), task);
        condition_signal(&workers->wake);
    }
    mutex_unlock(&workers->lock);
    return verdict;
}

void workers_stop(struct workers *workers) {
    mutex_lock(&workers->lock);
    workers->stopping = true;
    condition_broadcast(&workers->wake);
    mutex_unlock(&workers->lock);
    for (unsigned i = 0; i < workers->count; i++)
        thread_join(&workers->workers[i].thread);
    workers->count = 0;
}

void workers_free(struct workers *workers) {
    assert(workers->count == 0 && workers->waiting == 0 && !workers->first);
    condition_destroy(&workers->wake);
    mutex_destroy(&workers->lock);
    free(workers->workers);
    free(workers);
}

/* ---- for tests and asserts ---- */

static bool client_is_good(const struct client *client) {
    size_t waiting = 0;
    struct task *const *at = &client->first;
    for (; *at; at = &(*at)->next)
        waiting++;
    return at == client->end && waiting == client->waiting && waiting + client->running > 0;
}

static bool topics_differ(const struct workers *workers) {
    for (unsigned i = 0; i < workers->count; i++)
        for (unsigned j = 0; j < i; j++) {
            const struct task *one = workers->workers[i].task, *other = workers->workers[j].task;
            if (one && other && one->task.topic[0] &&
                strcmp(one->task.topic, other->task.topic) == 0)
                return false;
        }
    return true;
}

bool workers_check(struct workers *workers) {
    size_t waiting = 0, running = 0, busy = 0;
    mutex_lock(&workers->lock);
    bool good = topics_differ(workers);
    for (const struct client *client = workers->first; client; client = client->next) {
        good = good && client_is_good(client) && client->running <= workers->limits.client_threads;
        waiting += client->waiting;
        running += client->running;
    }
    for (unsigned i = 0; i < workers->count; i++)
        busy += workers->workers[i].task != NULL;
    good = good && waiting == workers->waiting && running == busy;
    mutex_unlock(&workers->lock);
    return good;
}
