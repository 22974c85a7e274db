#include "server/http/connections.h"

#include <assert.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/thread.h"

const struct connection_timeouts connection_timeouts_default = {.head = 10, .body = 20, .rest = 75};

enum stage { HEAD, BODY, ANSWER, REST };

struct connection {
    int fd;
    enum stage stage;
    double since;
    struct connection *next, *before;
};

struct connections {
    struct connection_timeouts times;
    struct mutex lock;
    struct connection all; /* a ring; this one is no connection */
    struct thread watcher;
    bool watching;
    int wake[2]; /* closing this pipe ends the watcher */
};

/* An answer takes as long as it takes: streams last, and libmicrohttpd has a limit of its own for
 * clients that do not read. */
static bool is_late(const struct connections *connections, const struct connection *connection,
                    double now) {
    double taken = now - connection->since;
    assert(mutex_is_locked(&connections->lock));
    return (connection->stage == HEAD && taken > connections->times.head) ||
           (connection->stage == BODY && taken > connections->times.body) ||
           (connection->stage == REST && taken > connections->times.rest);
}

size_t connections_cut_late(struct connections *connections, double now) {
    size_t late = 0;
    mutex_lock(&connections->lock);
    for (struct connection *connection = connections->all.next; connection != &connections->all;
         connection = connection->next)
        if (is_late(connections, connection, now)) {
            shutdown(connection->fd, SHUT_RDWR);
            late++;
        }
    mutex_unlock(&connections->lock);
    return late;
}

/* Milliseconds between two looks: a second, or a quarter of the shortest time. */
static int pause_of(const struct connection_timeouts *times) {
    double least = times->head < times->body ? times->head : times->body;
    least = times->rest < least ? times->rest : least;
    return least < 4 ? (int)(least * 250) + 1 : 1000;
}

static void watch(void *context) {
    struct connections *connections = context;
    struct pollfd wake = {.fd = connections->wake[0], .events = POLLIN};
    while (poll(&wake, 1, pause_of(&connections->times)) <= 0)
        connections_cut_late(connections, clock_wall());
}

struct connections *connections_new(const struct connection_timeouts *times) {
    struct connections *connections = MEM_NEW(struct connections);
    connections->times = *times;
    mutex_init(&connections->lock);
    connections->all.next = connections->all.before = &connections->all;
    connections->watching =
        pipe(connections->wake) == 0 && thread_start(&connections->watcher, watch, connections);
    return connections;
}

void connections_free(struct connections *connections) {
    if (connections->watching) {
        close(connections->wake[1]); /* the other end hears that */
        thread_join(&connections->watcher);
        close(connections->wake[0]);
    }
    assert(connections->all.next == &connections->all);
    mutex_destroy(&connections->lock);
    free(connections);
}

struct connection *connections_add(struct connections *connections, int fd) {
    struct connection *connection = MEM_NEW(struct connection);
    connection->fd = fd;
    connection->since = clock_wall();
    mutex_lock(&connections->lock);
    connection->next = &connections->all;
    connection->before = connections->all.before;
    connection->before->next = connection->next->before = connection;
    mutex_unlock(&connections->lock);
    return connection;
}

void connections_remove(struct connections *connections, struct connection *connection) {
    mutex_lock(&connections->lock);
    connection->before->next = connection->next;
    connection->next->before = connection->before;
    mutex_unlock(&connections->lock);
    free(connection);
}

static void enter(struct connections *connections, struct connection *connection,
                  enum stage stage) {
    if (!connection)
        return;
    double now = clock_wall();
    mutex_lock(&connections->lock);
    connection->stage = stage;
    connection->since = now;
    mutex_unlock(&connections->lock);
}

bool connections_check(struct connections *connections) {
    bool good = true;
    mutex_lock(&connections->lock);
    for (const struct connection *connection = connections->all.next;
         good && connection != &connections->all; connection = connection->next)
        good = connection->next->before == connection && connection->before->next == connection &&
               connection->stage <= REST;
    mutex_unlock(&connections->lock);
    return good;
}

/* The first request is counted from the connection on. */
void connection_request_begins(struct connections *connections, struct connection *connection) {
    if (connection && connection->stage == REST)
        enter(connections, connection, HEAD);
}

void connection_head_received(struct connections *connections, struct connection *connection) {
    enter(connections, connection, BODY);
}

void connection_body_received(struct connections *connections, struct connection *connection) {
    enter(connections, connection, ANSWER);
}

void connection_answered(struct connections *connections, struct connection *connection) {
    enter(connections, connection, REST);
}
