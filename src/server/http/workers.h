/* Threads that answer requests, so that the threads of the HTTP server never wait: for the disk, a
 * database, a search, or each other.
 *
 * Requests wait by client, and clients take turns: one with a thousand requests does not hold up
 * one with a single request. Requests for the same game run one after the other, so a game that is
 * busy takes up one thread at most. */
#ifndef SERVER_HTTP_WORKERS_H
#define SERVER_HTTP_WORKERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct workers;

struct workers_limits {
    unsigned threads;
    unsigned client_threads; /* that may work for one client at a time */
    size_t waiting;          /* tasks that may wait */
    size_t client_waiting;   /* the same, of one client */
};
extern const struct workers_limits workers_limits_default;

enum { WORKERS_TOPIC = 64 /* bytes, with the NUL */ };

/* Something to do. */
struct worker_task {
    uint64_t client;           /* whose it is */
    char topic[WORKERS_TOPIC]; /* tasks of one topic run one at a time; "": none */
    void (*run)(void *context);
    void *context;
};

enum workers_verdict {
    WORKERS_QUEUED,
    WORKERS_CLIENT_FULL, /* this client has too many tasks that wait */
    WORKERS_FULL,        /* too many wait */
    WORKERS_STOPPED
};

/* Starts the threads, or fewer if the machine cannot start more. Never NULL. */
struct workers *workers_new(const struct workers_limits *limits);
/* Queues a task, which is copied. Unless it was queued, it will not run. */
enum workers_verdict workers_submit(struct workers *workers, const struct worker_task *task);
/* Accepts no more tasks, and returns when all queued ones have run. */
void workers_stop(struct workers *workers);
/* Releases workers that were stopped. */
void workers_free(struct workers *workers);

/* For asserts: walks all tasks. Returns false if something is inconsistent. */
bool workers_check(struct workers *workers);

#endif
