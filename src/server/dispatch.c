#include "server/dispatch.h"

#include <assert.h>
#include <netinet/in.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/source.h"
#include "server/api/api.h"
#include "server/http/connections.h"
#include "server/http/listen.h"
#include "server/http/static_files.h"
#include "server/http/workers.h"

enum {
    THREADS = 4, /* which only read and write: workers do what may take long */
    CONNECTIONS = 8192,
    MEMORY = 16384,    /* bytes of a connection: the head of a request must fit */
    READ_TIMEOUT = 60, /* seconds that a client may leave an answer unread */
    SPARE_FILES = 64,  /* file descriptors for everything but connections */
    HOPELESS = 8 * APP_BODY,
    LAST_ANSWERS = 3 /* seconds to send the last answers when the server stops */
};

struct http {
    struct app *app;
    const struct mhd *mhd; /* of the app */
    struct listener listener;
    struct MHD_Daemon *daemon;
    struct connections *connections;
    struct workers *workers;
    atomic_size_t answering; /* requests that workers have, or whose answers are being sent */
    bool local;
};

/* A request that is being received, and then answered. */
struct incoming {
    struct http *http;
    struct MHD_Connection *handle;
    const struct route *route; /* NULL: none, and for the API the response says why */
    route_parameters parameters;
    struct buf body;
    bool too_large;
    struct response response;
    struct connection *connection;
    bool handed_over; /* to the workers; the response is ready when the request is resumed */
};

/* ---- answers ---- */

/* Answers in incoming->response. */
static void answer_api(struct incoming *incoming) {
    const struct http *http = incoming->http;
    const struct route *route = incoming->route;
    struct response *response = &incoming->response;
    struct request request = {.parameter = {incoming->parameters[0], incoming->parameters[1]},
                              .token = request_token(http->mhd, incoming->handle),
                              .mhd = http->mhd,
                              .connection = incoming->handle};
    json_t *body = NULL;
    if (route && route->needs_token && !request.token)
        response_problem(response, 401, "unauthorized",
                         "this needs a token: Authorization: Bearer TOKEN");
    if (!response->status)
        body = request_json(http->mhd, incoming->handle, &incoming->body, response);
    request.body = body;
    if (!response->status) {
        route->handle(http->app, &request, response);
        assert(response->status); /* every handler answers */
    }
    json_decref(body);
}

/* What a worker does. The request stays suspended until the answer is there. */
static void answer_aside(void *context) {
    struct incoming *incoming = context;
    const struct http *http = incoming->http;
    if (atomic_load(&http->app->stopping))
        response_problem(&incoming->response, 503, "stopping", "the server is about to stop");
    else
        answer_api(incoming);
    http->mhd->resume_connection(incoming->handle);
}

static void refuse_work(struct response *response, enum workers_verdict verdict) {
    if (verdict == WORKERS_STOPPED)
        response_problem(response, 503, "stopping", "the server is about to stop");
    else if (verdict == WORKERS_CLIENT_FULL)
        response_problem(response, 429, "too_many", "too many of your requests are waiting");
    else
        response_problem(response, 503, "busy", "the server is busy");
    response->retry = 1;
}

/* The network that a client is in, as far as clients are told apart: an IPv4 address, or the first
 * half of an IPv6 address. */
static uint64_t client_of(const struct mhd *mhd, struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        mhd->get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const struct sockaddr *address = info ? info->client_addr : NULL;
    uint64_t key = 0;
    if (address && address->sa_family == AF_INET)
        memcpy(&key, &((const struct sockaddr_in *)(const void *)address)->sin_addr, 4);
    if (address && address->sa_family == AF_INET6) {
        const struct in6_addr *six =
            &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
        bool mapped = IN6_IS_ADDR_V4MAPPED(six); /* an IPv4 address in its last four bytes */
        memcpy(&key, six->s6_addr + (mapped ? 12 : 0), mapped ? 4 : 8);
    }
    return key;
}

/* Health is told at once, even if all workers wait for something. */
static bool is_quick(const struct incoming *incoming) {
    return incoming->response.status || incoming->route->handle == api_health;
}

/* Requests for the same game or job run one after the other. */
static enum workers_verdict hand_over(struct http *http, struct incoming *incoming) {
    struct worker_task task = {
        .client = client_of(http->mhd, incoming->handle), .run = answer_aside, .context = incoming};
    _Static_assert(sizeof task.topic == sizeof incoming->parameters[0], "a segment is a topic");
    memcpy(task.topic, incoming->parameters[0], sizeof task.topic);
    return workers_submit(http->workers, &task);
}

/* Suspends the request until a worker has answered it, or answers it at once. */
static enum MHD_Result begin_api(struct http *http, struct incoming *incoming) {
    if (is_quick(incoming)) {
        answer_api(incoming);
        return response_send(&incoming->response, http->mhd, incoming->handle);
    }
    incoming->handed_over = true;
    atomic_fetch_add(&http->answering, 1);
    http->mhd->suspend_connection(incoming->handle);
    enum workers_verdict verdict = hand_over(http, incoming);
    if (verdict != WORKERS_QUEUED) {
        refuse_work(&incoming->response, verdict);
        http->mhd->resume_connection(incoming->handle);
    }
    return MHD_YES;
}

/* The files of the page. An invitation as a link that people can read leads to the page too. */
static enum MHD_Result answer_file(const struct mhd *mhd, struct MHD_Connection *connection,
                                   const char *method, const char *path) {
    const struct web_file *file = static_file_find(path);
    struct response response = {0};
    bool invite = strncmp(path, "/join/", 6) == 0 && secret_is_name(path + 6, SECRET_LONG);
    bool reads = strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
    if (reads && file)
        return static_file_send(file, mhd, connection);
    if (reads && invite)
        return static_file_redirect(path, mhd, connection);
    if (file || invite)
        response_wrong_method(&response, method, "GET, HEAD");
    else
        response_problem(&response, 404, "not_found", "there is nothing here");
    return response_send(&response, mhd, connection);
}

/* DNS rebinding: a page from elsewhere may have its own name point to this machine, but then it
 * sends that name as the host. */
static bool knows_host(const struct http *http, struct MHD_Connection *connection) {
    static const char *const known[] = {"localhost", "127.", "[::1]"};
    const char *host = request_header(http->mhd, connection, "Host");
    if (!http->local)
        return true;
    for (size_t i = 0; host && i < sizeof known / sizeof *known; i++)
        if (strncasecmp(host, known[i], strlen(known[i])) == 0) {
            const char *rest = host + strlen(known[i]);
            return rest[strspn(rest, i == 1 ? "0123456789.:" : ":0123456789")] == '\0';
        }
    return false;
}

static bool is_api(const char *path) {
    size_t base = strlen(ROUTES_BASE);
    return strncmp(path, ROUTES_BASE, base) == 0 && (path[base] == '/' || !path[base]);
}

static size_t body_limit(const struct incoming *incoming) {
    return incoming->route ? incoming->route->body_limit : 0;
}

static enum MHD_Result answer(struct http *http, struct MHD_Connection *connection,
                              const char *method, const char *path, struct incoming *incoming) {
    bool refused = true;
    if (incoming->too_large)
        response_problem(&incoming->response, 413, "too_large",
                         "the body of this request may have at most %zu bytes",
                         body_limit(incoming));
    else if (!knows_host(http, connection))
        response_problem(&incoming->response, 403, "forbidden",
                         "this server answers to localhost only");
    else
        refused = false;
    if (refused)
        return response_send(&incoming->response, http->mhd, connection);
    return is_api(path) ? begin_api(http, incoming)
                        : answer_file(http->mhd, connection, method, path);
}

/* ---- receiving ---- */

static struct connection *tracked(const struct mhd *mhd, struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        mhd->get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/* Called when the first line of a request has arrived. */
static void *see_line(void *context, const char *uri, struct MHD_Connection *connection) {
    (void)uri;
    struct http *http = context;
    connection_request_begins(http->connections, tracked(http->mhd, connection));
    return NULL;
}

/* A NUL would hide what follows it: such a text becomes one that is no path and no value. */
static size_t unescape(void *context, struct MHD_Connection *connection, char *text) {
    (void)connection;
    const struct http *http = context;
    if (!strstr(text, "%00"))
        return http->mhd->http_unescape(text);
    text[0] = 0x7f;
    text[1] = '\0';
    return 1;
}

/* How the length of a body is told. */
struct framing {
    unsigned lengths, encodings; /* headers */
    bool malformed;
};

static enum MHD_Result see_framing(void *context, enum MHD_ValueKind kind, const char *name,
                                   const char *value) {
    (void)kind;
    struct framing *framing = context;
    if (strcasecmp(name, "Content-Length") == 0) {
        framing->lengths++;
        framing->malformed |= !value || !*value || value[strspn(value, "0123456789")];
    }
    framing->encodings += strcasecmp(name, "Transfer-Encoding") == 0;
    return MHD_YES;
}

/* Where two programs may disagree on where a request ends, somebody could hide another one in its
 * body (RFC 9112, section 6.3). */
static bool is_ambiguous(const struct mhd *mhd, struct MHD_Connection *connection) {
    struct framing framing = {0};
    mhd->get_connection_values(connection, MHD_HEADER_KIND, see_framing, &framing);
    return framing.malformed || framing.lengths + framing.encodings > 1;
}

static unsigned long long announced(const struct mhd *mhd, struct MHD_Connection *connection) {
    const char *length = request_header(mhd, connection, "Content-Length");
    return length ? strtoull(length, NULL, 10) : 0;
}

/* The route is found with the head, because it says how large the body may be. A browser that is
 * still sending would not see the answer: what is not far too large is read and discarded first. */
static enum MHD_Result receive_head(struct http *http, struct MHD_Connection *connection,
                                    const char *method, const char *path,
                                    struct incoming *incoming) {
    unsigned long long size = announced(http->mhd, connection);
    bool hopeless = size > HOPELESS;
    incoming->connection = tracked(http->mhd, connection);
    if (is_api(path))
        incoming->route = route_find(method, path + strlen(ROUTES_BASE), incoming->parameters,
                                     &incoming->response);
    incoming->too_large = hopeless || (body_limit(incoming) && size > body_limit(incoming));
    connection_head_received(http->connections, incoming->connection);
    if (is_ambiguous(http->mhd, connection)) {
        response_problem(&incoming->response, 400, "bad_request",
                         "the length of the body is given twice, or is not a number");
        incoming->response.close = true;
        return response_send(&incoming->response, http->mhd, connection);
    }
    return hopeless ? answer(http, connection, method, path, incoming) : MHD_YES;
}

static void receive_body(struct incoming *incoming, const char *data, size_t size) {
    if (!body_limit(incoming))
        return;
    incoming->too_large |= incoming->body.size + size > body_limit(incoming);
    if (incoming->too_large)
        buf_free(&incoming->body);
    else
        buf_bytes(&incoming->body, data, size);
}

/* Called first for the head, then for each part of the body, then for the answer. */
static enum MHD_Result receive(void *context, struct MHD_Connection *connection, const char *path,
                               const char *method, const char *version, const char *data,
                               size_t *size, void **state) {
    (void)version;
    struct http *http = context;
    struct incoming *incoming = *state;
    if (!incoming) {
        *state = incoming = MEM_NEW(struct incoming);
        incoming->http = http;
        incoming->handle = connection;
        return receive_head(http, connection, method, path, incoming);
    }
    if (incoming->handed_over)
        return response_send(&incoming->response, http->mhd, connection);
    if (*size == 0) {
        connection_body_received(http->connections, incoming->connection);
        return answer(http, connection, method, path, incoming);
    }
    receive_body(incoming, data, *size);
    *size = 0;
    return MHD_YES;
}

static void complete(void *context, struct MHD_Connection *connection, void **state,
                     enum MHD_RequestTerminationCode code) {
    (void)connection;
    struct http *http = context;
    struct incoming *incoming = *state;
    if (!incoming)
        return;
    if (code == MHD_REQUEST_TERMINATED_COMPLETED_OK)
        connection_answered(http->connections, incoming->connection);
    if (incoming->handed_over)
        atomic_fetch_sub(&http->answering, 1);
    response_free(&incoming->response);
    buf_free(&incoming->body);
    free(incoming);
    *state = NULL;
}

static void connected(void *context, struct MHD_Connection *connection, void **socket,
                      enum MHD_ConnectionNotificationCode code) {
    struct http *http = context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo *info =
            http->mhd->get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        *socket = info ? connections_add(http->connections, info->connect_fd) : NULL;
    } else if (*socket) {
        connections_remove(http->connections, *socket);
        *socket = NULL;
    }
}

/* ---- start and stop ---- */

unsigned http_connections(uint64_t files) {
    uint64_t room = files > 2 * SPARE_FILES ? files - SPARE_FILES : SPARE_FILES;
    return room < CONNECTIONS ? (unsigned)room : CONNECTIONS;
}

static unsigned connections_allowed(void) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return 256;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    return http_connections(files.rlim_max);
}

struct http *http_start(struct app *app, const char *address, uint16_t port, qd_error *error) {
    struct http *http = MEM_NEW(struct http);
    http->app = app;
    http->mhd = app->mhd;
    if (!listen_on(&http->listener, address ? address : "127.0.0.1", port, error)) {
        free(http);
        return NULL;
    }
    http->local = listen_is_local(&http->listener);
    http->connections =
        connections_new(app->timeouts ? app->timeouts : &connection_timeouts_default);
    http->workers = workers_new(&workers_limits_default);
    unsigned connections = connections_allowed();
    http->daemon = http->mhd->start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, receive, http,
        MHD_OPTION_LISTEN_SOCKET, http->listener.fd, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_THREAD_POOL_SIZE, (unsigned)THREADS, MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, connections / 2, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)MEMORY, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)READ_TIMEOUT,
        MHD_OPTION_NOTIFY_COMPLETED, complete, http, MHD_OPTION_NOTIFY_CONNECTION, connected, http,
        MHD_OPTION_URI_LOG_CALLBACK, see_line, http, MHD_OPTION_UNESCAPE_CALLBACK, unescape, http,
        MHD_OPTION_END);
    if (http->daemon)
        return http;
    close(http->listener.fd);
    workers_stop(http->workers);
    workers_free(http->workers);
    connections_free(http->connections);
    free(http);
    error_set(error, QD_FAILURE, "the HTTP server cannot be started");
    return NULL;
}

void http_address(const struct http *http, struct buf *out) {
    buf_add(out, "http://");
    listen_name(&http->listener, out);
    buf_char(out, '/');
}

bool http_is_local(const struct http *http) {
    return http->local;
}

/* Waits until a number has become 0, for some seconds at most. */
static void wait_for_none(size_t (*count)(struct http *http), struct http *http, int seconds) {
    const struct timespec moment = {.tv_nsec = 5000000};
    for (int i = 0; i < 200 * seconds && count(http) > 0; i++)
        nanosleep(&moment, NULL);
}

static size_t stream_count(struct http *http) {
    return events_count(http->app->events);
}

static size_t answer_count(struct http *http) {
    return atomic_load(&http->answering);
}

/* libmicrohttpd aborts the program if it stops while a request is suspended: what workers have must
 * be answered, and streams need time to end. What was stored is acknowledged, too. */
void http_stop(struct http *http) {
    assert(connections_check(http->connections) && workers_check(http->workers));
    int fd = http->mhd->quiesce_daemon(http->daemon);
    workers_stop(http->workers);
    wait_for_none(answer_count, http, LAST_ANSWERS);
    wait_for_none(stream_count, http, 5);
    http->mhd->stop_daemon(http->daemon);
    close(fd >= 0 ? fd : http->listener.fd);
    workers_free(http->workers);
    connections_free(http->connections);
    free(http);
}
