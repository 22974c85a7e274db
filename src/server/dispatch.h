/* HTTP with libmicrohttpd: receives requests within limits and passes them to their routes. */
#ifndef SERVER_DISPATCH_H
#define SERVER_DISPATCH_H

#include "server/games/app.h"

struct http;

/* The most connections at a time for a process that may have `files` files open: 8192, or fewer to
 * leave 64 files for other things. */
unsigned http_connections(uint64_t files);
/* Listens on a numeric address (NULL: the loopback address) and a port (0: any free one). Returns
 * NULL with an error. */
struct http *http_start(struct app *app, const char *address, uint16_t port, qd_error *error);
/* Appends the URL for a browser: "http://127.0.0.1:8420/". */
void http_address(const struct http *http, struct buf *out);
/* True if only this machine can connect. */
bool http_is_local(const struct http *http);
/* Closes all connections; the event streams must have been stopped. */
void http_stop(struct http *http);

#endif
