/* Connections and how long they take: whoever sends a request too slowly is cut off. */
#ifndef SERVER_HTTP_CONNECTIONS_H
#define SERVER_HTTP_CONNECTIONS_H

#include <stdbool.h>
#include <stddef.h>

/* Seconds for the head of a request, for its whole body, and from one request to the next. */
struct connection_timeouts {
    double head, body, rest;
};
extern const struct connection_timeouts connection_timeouts_default;

struct connection;
struct connections;

/* Watches once a second, or more often if the times are short. Never NULL. */
struct connections *connections_new(const struct connection_timeouts *times);
/* After the last connection has gone. */
void connections_free(struct connections *connections);
/* Cuts off those who are late at the time now, of clock_wall. Returns how many. */
size_t connections_cut_late(struct connections *connections, double now);
/* Walks all connections. Returns false if their list is broken. */
bool connections_check(struct connections *connections);

/* A connection begins, and ends. */
struct connection *connections_add(struct connections *connections, int fd);
void connections_remove(struct connections *connections, struct connection *connection);
/* Its next request has begun; it has a head now; its body is complete; its answer is sent. */
void connection_request_begins(struct connections *connections, struct connection *connection);
void connection_head_received(struct connections *connections, struct connection *connection);
void connection_body_received(struct connections *connections, struct connection *connection);
void connection_answered(struct connections *connections, struct connection *connection);

#endif
