#include "server/http/listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/source.h"

enum { BACKLOG = 1024 };

static socklen_t read_address(struct sockaddr_storage *out, const char *address, uint16_t port) {
    struct sockaddr_in *four = (struct sockaddr_in *)out;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)out;
    memset(out, 0, sizeof *out);
    if (inet_pton(AF_INET, address, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        four->sin_port = htons(port);
        return sizeof *four;
    }
    if (inet_pton(AF_INET6, address, &six->sin6_addr) == 1) {
        six->sin6_family = AF_INET6;
        six->sin6_port = htons(port);
        return sizeof *six;
    }
    return 0;
}

static bool begin(struct listener *listener, socklen_t size) {
    int yes = 1;
    setsockopt(listener->fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    return bind(listener->fd, (struct sockaddr *)&listener->address, size) == 0 &&
           listen(listener->fd, BACKLOG) == 0 &&
           getsockname(listener->fd, (struct sockaddr *)&listener->address, &size) == 0;
}

bool listen_on(struct listener *listener, const char *address, uint16_t port, qd_error *error) {
    socklen_t size = read_address(&listener->address, address, port);
    if (size == 0)
        return error_set(error, QD_BAD_INPUT,
                         "'%.60s' is not a numeric address such as 192.168.1.2", address);
    listener->fd =
        socket(listener->address.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener->fd >= 0 && begin(listener, size))
        return true;
    error_set(error, QD_FAILURE, "cannot listen on %.60s, port %u: %s", address, port,
              strerror(errno));
    if (listener->fd >= 0)
        close(listener->fd);
    return false;
}

bool listen_is_local(const struct listener *listener) {
    const struct sockaddr_in *four = (const struct sockaddr_in *)&listener->address;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)&listener->address;
    if (listener->address.ss_family == AF_INET)
        return ntohl(four->sin_addr.s_addr) >> 24 == 127;
    return IN6_IS_ADDR_LOOPBACK(&six->sin6_addr);
}

void listen_name(const struct listener *listener, struct buf *out) {
    const struct sockaddr_in *four = (const struct sockaddr_in *)&listener->address;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)&listener->address;
    char text[INET6_ADDRSTRLEN];
    if (listener->address.ss_family == AF_INET)
        buf_printf(out, "%s:%u", inet_ntop(AF_INET, &four->sin_addr, text, sizeof text),
                   ntohs(four->sin_port));
    else
        buf_printf(out, "[%s]:%u", inet_ntop(AF_INET6, &six->sin6_addr, text, sizeof text),
                   ntohs(six->sin6_port));
}
