/* Connections and how long they take: whoever sends a request too slowly is cut off. */
#ifndef SERVER_HTTP_CONNECTIONS_H
#define SERVER_HTTP_CONNECTIONS_H

#include <stdbool.h>
#include <stddef.h>

/* Seconds for the head of a request, for its whole body, and from one request to the next. */
struct peers_times {
    double head, body, rest;
};
extern const struct peers_times peers_usual;

struct peer;
struct peers;

/* Watches once a second, or more often if the times are short. Never NULL. */
struct peers *peers_new(const struct peers_times *times);
/* After the last connection has gone. */
void peers_free(struct peers *peers);
/* Cuts off those who are late at the time now, of clock_wall. Returns how many. */
size_t peers_cut(struct peers *peers, double now);
/* Walks all connections. Returns false if their list is broken. */
bool peers_check(struct peers *peers);

/* A connection begins, and ends. */
struct peer *peers_add(struct peers *peers, int fd);
void peers_remove(struct peers *peers, struct peer *peer);
/* Its next request has begun; it has a head now; its body is complete; its answer is sent. */
void peer_begins(struct peers *peers, struct peer *peer);
void peer_has_head(struct peers *peers, struct peer *peer);
void peer_has_body(struct peers *peers, struct peer *peer);
void peer_is_answered(struct peers *peers, struct peer *peer);

#endif
