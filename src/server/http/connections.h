/* The open connections, and how long a client may take: those that send a request too slowly are
 * cut off. */
#ifndef SERVER_HTTP_CONNECTIONS_H
#define SERVER_HTTP_CONNECTIONS_H

#include <stdbool.h>
#include <stddef.h>

/* Seconds for the head of a request, for its whole body, and between two requests. */
struct connection_timeouts {
    double head, body, idle;
};
extern const struct connection_timeouts connection_timeouts_default;

struct connection;
struct connections;

/* Starts a thread that checks once a second, or more often for short timeouts. Never NULL. */
struct connections *connections_new(const struct connection_timeouts *times);
/* To be called after the last connection has been removed. */
void connections_free(struct connections *connections);
/* Cuts off the connections that are late at `now`, a time of clock_wall. Returns their number. */
size_t connections_cut_late(struct connections *connections, double now);
/* Walks all connections. Returns false if their list is broken. */
bool connections_check(struct connections *connections);

/* A connection was opened, or closed. */
struct connection *connections_add(struct connections *connections, int fd);
void connections_remove(struct connections *connections, struct connection *connection);
/* Its next request begins; the head has arrived; the whole body has; the answer was sent. */
void connection_request_begins(struct connections *connections, struct connection *connection);
void connection_head_received(struct connections *connections, struct connection *connection);
void connection_body_received(struct connections *connections, struct connection *connection);
void connection_answered(struct connections *connections, struct connection *connection);

#endif
