/* HTTP, by libmicrohttpd: connections and their limits, bodies, headers. */
#ifndef SERVER_DISPATCH_H
#define SERVER_DISPATCH_H

#include "server/games/app.h"

struct http;

/* How many connections there may be at a time if the program may have so many files open: 8192, or
 * as many as leave 64 files for other things. */
unsigned http_connections(uint64_t files);
/* Listens on a numeric address (NULL: the loopback address) and a port (0: the system chooses).
 * Returns NULL with an error. */
struct http *http_start(struct app *app, const char *address, uint16_t port, qd_error *error);
/* Appends the address as browsers want it: "http://127.0.0.1:8420/". */
void http_address(const struct http *http, struct buf *out);
/* True if only this machine can connect. */
bool http_is_local(const struct http *http);
/* No new connections, and the end of those that are there; event streams must have been stopped. */
void http_stop(struct http *http);

#endif
