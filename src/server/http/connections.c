#include "server/http/connections.h"

#include <assert.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/thread.h"

const struct peers_times peers_usual = {.head = 10, .body = 20, .rest = 75};

enum stage { HEAD, BODY, ANSWER, REST };

struct peer {
    int fd;
    enum stage stage;
    double since;
    struct peer *next, *before;
};

struct peers {
    struct peers_times times;
    struct mutex lock;
    struct peer all; /* a ring; this one is no connection */
    struct thread watcher;
    bool watching;
    int wake[2]; /* closing this pipe ends the watcher */
};

/* An answer takes as long as it takes: streams last, and libmicrohttpd has a limit of its own for
 * clients that do not read. */
static bool is_late(const struct peers *peers, const struct peer *peer, double now) {
    double taken = now - peer->since;
    assert(mutex_is_locked(&peers->lock));
    return (peer->stage == HEAD && taken > peers->times.head) ||
           (peer->stage == BODY && taken > peers->times.body) ||
           (peer->stage == REST && taken > peers->times.rest);
}

size_t peers_cut(struct peers *peers, double now) {
    size_t late = 0;
    mutex_lock(&peers->lock);
    for (struct peer *peer = peers->all.next; peer != &peers->all; peer = peer->next)
        if (is_late(peers, peer, now)) {
            shutdown(peer->fd, SHUT_RDWR);
            late++;
        }
    mutex_unlock(&peers->lock);
    return late;
}

/* Milliseconds between two looks: a second, or a quarter of the shortest time. */
static int pause_of(const struct peers_times *times) {
    double least = times->head < times->body ? times->head : times->body;
    least = times->rest < least ? times->rest : least;
    return least < 4 ? (int)(least * 250) + 1 : 1000;
}

static void watch(void *context) {
    struct peers *peers = context;
    struct pollfd wake = {.fd = peers->wake[0], .events = POLLIN};
    while (poll(&wake, 1, pause_of(&peers->times)) <= 0)
        peers_cut(peers, clock_wall());
}

struct peers *peers_new(const struct peers_times *times) {
    struct peers *peers = MEM_NEW(struct peers);
    peers->times = *times;
    mutex_init(&peers->lock);
    peers->all.next = peers->all.before = &peers->all;
    peers->watching = pipe(peers->wake) == 0 && thread_start(&peers->watcher, watch, peers);
    return peers;
}

void peers_free(struct peers *peers) {
    if (peers->watching) {
        close(peers->wake[1]); /* the other end hears that */
        thread_join(&peers->watcher);
        close(peers->wake[0]);
    }
    assert(peers->all.next == &peers->all);
    mutex_destroy(&peers->lock);
    free(peers);
}

struct peer *peers_add(struct peers *peers, int fd) {
    struct peer *peer = MEM_NEW(struct peer);
    peer->fd = fd;
    peer->since = clock_wall();
    mutex_lock(&peers->lock);
    peer->next = &peers->all;
    peer->before = peers->all.before;
    peer->before->next = peer->next->before = peer;
    mutex_unlock(&peers->lock);
    return peer;
}

void peers_remove(struct peers *peers, struct peer *peer) {
    mutex_lock(&peers->lock);
    peer->before->next = peer->next;
    peer->next->before = peer->before;
    mutex_unlock(&peers->lock);
    free(peer);
}

static void enter(struct peers *peers, struct peer *peer, enum stage stage) {
    if (!peer)
        return;
    double now = clock_wall();
    mutex_lock(&peers->lock);
    peer->stage = stage;
    peer->since = now;
    mutex_unlock(&peers->lock);
}

bool peers_check(struct peers *peers) {
    bool good = true;
    mutex_lock(&peers->lock);
    for (const struct peer *peer = peers->all.next; good && peer != &peers->all; peer = peer->next)
        good = peer->next->before == peer && peer->before->next == peer && peer->stage <= REST;
    mutex_unlock(&peers->lock);
    return good;
}

/* The first request is counted from the connection on. */
void peer_begins(struct peers *peers, struct peer *peer) {
    if (peer && peer->stage == REST)
        enter(peers, peer, HEAD);
}

void peer_has_head(struct peers *peers, struct peer *peer) {
    enter(peers, peer, BODY);
}

void peer_has_body(struct peers *peers, struct peer *peer) {
    enter(peers, peer, ANSWER);
}

void peer_is_answered(struct peers *peers, struct peer *peer) {
    enter(peers, peer, REST);
}
