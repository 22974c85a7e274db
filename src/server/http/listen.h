/* The socket that a server listens on. */
#ifndef SERVER_HTTP_LISTEN_H
#define SERVER_HTTP_LISTEN_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

struct listener {
    int fd;
    struct sockaddr_storage address;
};

/* Listens on a numeric address, IPv4 or IPv6. Returns false with an error. */
bool listen_on(struct listener *listener, const char *address, uint16_t port, qd_error *error);
/* True for 127.0.0.0/8 and ::1. */
bool listen_is_local(const struct listener *listener);
/* Appends "127.0.0.1:8420". */
void listen_name(const struct listener *listener, struct buf *out);

#endif
