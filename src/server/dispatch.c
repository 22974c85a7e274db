#include "server/dispatch.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "server/api/api.h"
#include "server/api/routes.h"
#include "server/http/connections.h"
#include "server/http/listen.h"
#include "server/http/mhd.h"
#include "server/http/static_files.h"

enum {
    THREADS = 16, /* they mostly wait for the disk */
    CONNECTIONS = 8192,
    MEMORY = 16384, /* of a connection: its head must fit */
    IDLE = 60,      /* seconds that a client may leave an answer unread */
    FEW = 64,       /* descriptors that are kept for other things */
    HOPELESS = 8 * APP_BODY
};

struct http {
    struct app *app;
    const struct mhd *mhd; /* of the app */
    struct listener listener;
    struct MHD_Daemon *daemon;
    struct peers *peers;
    bool local;
};

/* A request that is being received. */
struct incoming {
    struct buf body;
    bool too_large;
    struct peer *peer;
};

/* ---- what handlers may ask ---- */

const char *call_query(const struct call *call, const char *name) {
    return call->mhd->lookup_connection_value(call->connection, MHD_GET_ARGUMENT_KIND, name);
}

struct seer {
    void (*see)(void *context, const char *name, const char *value);
    void *context;
};

static enum MHD_Result see_one(void *context, enum MHD_ValueKind kind, const char *name,
                               const char *value) {
    (void)kind;
    struct seer *seer = context;
    seer->see(seer->context, name, value ? value : "");
    return MHD_YES;
}

void call_queries(const struct call *call,
                  void (*see)(void *context, const char *name, const char *value), void *context) {
    struct seer seer = {.see = see, .context = context};
    call->mhd->get_connection_values(call->connection, MHD_GET_ARGUMENT_KIND, see_one, &seer);
}

/* ---- answers ---- */

static const char *header(const struct mhd *mhd, struct MHD_Connection *connection,
                          const char *name) {
    return mhd->lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static void set_header(const struct mhd *mhd, struct MHD_Response *response, const char *name,
                       const char *value) {
    mhd->add_response_header(response, name, value);
}

/* Nothing from elsewhere, nothing inline, nobody else's frame. */
static void protect(const struct mhd *mhd, struct MHD_Response *response, const char *policy) {
    set_header(mhd, response, "Content-Security-Policy", policy);
    set_header(mhd, response, "X-Content-Type-Options", "nosniff");
    set_header(mhd, response, "Referrer-Policy", "no-referrer");
    set_header(mhd, response, "Cross-Origin-Opener-Policy", "same-origin");
    set_header(mhd, response, "Cross-Origin-Resource-Policy", "same-origin");
}

static enum MHD_Result send_response(const struct mhd *mhd, struct MHD_Connection *connection,
                                     int status, struct MHD_Response *response) {
    if (!response)
        return MHD_NO;
    enum MHD_Result result = mhd->queue_response(connection, (unsigned)status, response);
    mhd->destroy_response(response);
    return result;
}

static void set_reply_headers(const struct mhd *mhd, struct MHD_Response *response,
                              const struct reply *reply) {
    char text[128];
    /* pictures have their own styles, and no scripts */
    protect(mhd, response, "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    set_header(mhd, response, "Content-Type", reply->type ? reply->type : "application/json");
    set_header(mhd, response, "Cache-Control", "no-store");
    if (reply->name[0]) {
        snprintf(text, sizeof text, "attachment; filename=\"%s\"", reply->name);
        set_header(mhd, response, "Content-Disposition", text);
    }
    if (reply->retry) {
        snprintf(text, sizeof text, "%d", reply->retry);
        set_header(mhd, response, "Retry-After", text);
    }
    if (reply->status == 401)
        set_header(mhd, response, "WWW-Authenticate", "Bearer");
}

/* Sends the reply, and frees it. */
static enum MHD_Result send_reply(const struct mhd *mhd, struct MHD_Connection *connection,
                                  struct reply *reply) {
    char *bytes = NULL;
    size_t size = 0;
    if (reply->json) {
        bytes = json_dumps(reply->json, JSON_COMPACT);
        if (!bytes) { /* an empty answer would look like a good one */
            const qd_error error = {.message = "an answer cannot be written as JSON"};
            reply_failure(reply, &error);
            bytes = json_dumps(reply->json, JSON_COMPACT);
        }
        size = bytes ? strlen(bytes) : 0;
    } else if (reply->body.size > 0) {
        size = reply->body.size;
        bytes = buf_take(&reply->body);
    }
    struct MHD_Response *response =
        bytes ? mhd->create_response_from_buffer(size, bytes, MHD_RESPMEM_MUST_FREE)
              : mhd->create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    if (response)
        set_reply_headers(mhd, response, reply);
    int status = reply->status;
    reply_free(reply);
    return send_response(mhd, connection, status, response);
}

/* ---- files of the page ---- */

/* An invitation as a link that people can read leads to the page. */
static enum MHD_Result send_to_page(const struct mhd *mhd, struct MHD_Connection *connection,
                                    const char *path) {
    struct MHD_Response *response =
        mhd->create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    char place[96];
    snprintf(place, sizeof place, "/#%s", path);
    if (response) {
        protect(mhd, response, "default-src 'none'");
        set_header(mhd, response, "Location", place);
        set_header(mhd, response, "Cache-Control", "no-store");
    }
    return send_response(mhd, connection, 303, response);
}

static enum MHD_Result send_file(const struct mhd *mhd, struct MHD_Connection *connection,
                                 const struct web_file *file) {
    const char *known = header(mhd, connection, "If-None-Match");
    bool same = known && strstr(known, file->etag);
    /* the bytes are constant; libmicrohttpd does not write to what is persistent */
    void *bytes = (void *)(uintptr_t)file->bytes;
    struct MHD_Response *response =
        same ? mhd->create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT)
             : mhd->create_response_from_buffer(file->size, bytes, MHD_RESPMEM_PERSISTENT);
    if (response) {
        protect(mhd, response,
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: "
                "blob:; connect-src 'self'; worker-src 'self'; font-src 'self'; manifest-src "
                "'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
        set_header(mhd, response, "Content-Type", file->type);
        set_header(mhd, response, "ETag", file->etag);
        set_header(mhd, response, "Cache-Control", "no-cache");
    }
    return send_response(mhd, connection, same ? 304 : 200, response);
}

static enum MHD_Result answer_file(const struct mhd *mhd, struct MHD_Connection *connection,
                                   const char *method, const char *path) {
    const struct web_file *file = files_find(path);
    struct reply reply = {0};
    bool invite = strncmp(path, "/join/", 6) == 0 && secret_is_name(path + 6, SECRET_LONG);
    bool reads = strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
    if (reads && file)
        return send_file(mhd, connection, file);
    if (reads && invite)
        return send_to_page(mhd, connection, path);
    if (file || invite)
        reply_problem(&reply, 405, "method_not_allowed", "this is not done by %.10s", method);
    else
        reply_problem(&reply, 404, "not_found", "there is nothing here");
    return send_reply(mhd, connection, &reply);
}

/* ---- events ---- */

static enum MHD_Result answer_events(struct http *http, const struct call *call) {
    const struct mhd *mhd = http->mhd;
    const char *topics = call_query(call, "topics");
    struct reply reply = {0};
    struct MHD_Response *response = NULL;
    if (!topics || !*topics) {
        reply_problem(&reply, 400, "bad_request", "topics: ids of games or jobs were expected");
        return send_reply(mhd, call->connection, &reply);
    }
    struct stream *stream = events_begin(http->app->events, call->connection, topics);
    if (stream) {
        api_events_first(http->app, topics, stream);
        response = events_answer(stream);
    }
    if (!response) {
        bool stopping = atomic_load(&http->app->stopping);
        reply_problem(&reply, stopping ? 503 : 400, stopping ? "stopping" : "too_many",
                      stopping ? "the server is about to stop"
                               : "too many topics, a topic that is no id, or too many streams");
        return send_reply(mhd, call->connection, &reply);
    }
    protect(mhd, response, "default-src 'none'");
    set_header(mhd, response, "Content-Type", "text/event-stream");
    set_header(mhd, response, "Cache-Control", "no-store");
    set_header(mhd, response, "X-Accel-Buffering", "no");
    return send_response(mhd, call->connection, 200, response);
}

/* ---- requests ---- */

static const char *token_of(const struct mhd *mhd, struct MHD_Connection *connection) {
    const char *value = header(mhd, connection, "Authorization");
    if (!value || strncasecmp(value, "Bearer ", 7) != 0)
        return NULL;
    return value + 7;
}

static bool is_json(const struct mhd *mhd, struct MHD_Connection *connection) {
    const char *type = header(mhd, connection, "Content-Type");
    size_t size = strlen("application/json");
    return type && strncasecmp(type, "application/json", size) == 0 &&
           (!type[size] || type[size] == ';' || type[size] == ' ');
}

/* The body as an object; NULL if there is none, or with a problem. */
static json_t *read_body(const struct mhd *mhd, struct MHD_Connection *connection,
                         const struct incoming *incoming, struct reply *reply) {
    json_error_t error;
    if (incoming->body.size == 0)
        return NULL;
    if (!is_json(mhd,
                 connection)) { /* a page from elsewhere cannot send this type without asking */
        reply_problem(reply, 400, "bad_request", "Content-Type: application/json was expected");
        return NULL;
    }
    json_t *body =
        json_loadb(incoming->body.text, incoming->body.size, JSON_REJECT_DUPLICATES, &error);
    if (!body)
        reply_problem(reply, 400, "bad_json", "the body is not JSON: %s (line %d, column %d)",
                      error.text, error.line, error.column);
    else if (!json_is_object(body)) {
        reply_problem(reply, 400, "bad_json", "an object was expected");
        json_decref(body);
        body = NULL;
    }
    return body;
}

static enum MHD_Result answer_api(struct http *http, struct MHD_Connection *connection,
                                  const char *method, const char *path,
                                  const struct incoming *incoming) {
    const struct mhd *mhd = http->mhd;
    struct reply reply = {0};
    char parts[2][64] = {"", ""};
    const char *rest = path + strlen(ROUTES_BASE);
    struct call call = {.part = {parts[0], parts[1]}, .mhd = mhd, .connection = connection};
    if (strcmp(path, ROUTES_EVENTS) == 0 && strcmp(method, "GET") == 0)
        return answer_events(http, &call);
    const struct route *route = route_find(method, rest, parts, &reply);
    call.token = token_of(mhd, connection);
    if (route && route->who == ROUTE_SEATED && !call.token)
        reply_problem(&reply, 401, "unauthorized",
                      "this needs a token: Authorization: Bearer TOKEN");
    json_t *body = reply.status ? NULL : read_body(mhd, connection, incoming, &reply);
    call.body = body;
    if (route && !reply.status) {
        route->handle(http->app, &call, &reply);
        assert(reply.status); /* every handler has something to say */
    }
    json_decref(body);
    return send_reply(mhd, connection, &reply);
}

/* A page from elsewhere whose name was made to point to this machine has another host. */
static bool knows_host(const struct http *http, struct MHD_Connection *connection) {
    static const char *const known[] = {"localhost", "127.", "[::1]"};
    const struct mhd *mhd = http->mhd;
    const char *host = header(mhd, connection, "Host");
    if (!http->local)
        return true;
    for (size_t i = 0; host && i < sizeof known / sizeof *known; i++)
        if (strncasecmp(host, known[i], strlen(known[i])) == 0) {
            const char *rest = host + strlen(known[i]);
            return rest[strspn(rest, i == 1 ? "0123456789.:" : ":0123456789")] == '\0';
        }
    return false;
}

static enum MHD_Result answer(struct http *http, struct MHD_Connection *connection,
                              const char *method, const char *path,
                              const struct incoming *incoming) {
    const struct mhd *mhd = http->mhd;
    struct reply reply = {0};
    size_t base = strlen(ROUTES_BASE);
    if (incoming->too_large)
        reply_problem(&reply, 413, "too_large", "a body has at most %d bytes", APP_BODY);
    else if (!knows_host(http, connection))
        reply_problem(&reply, 403, "forbidden", "this server answers to localhost only");
    if (reply.status)
        return send_reply(mhd, connection, &reply);
    if (strncmp(path, ROUTES_BASE, base) == 0 && (path[base] == '/' || !path[base]))
        return answer_api(http, connection, method, path, incoming);
    return answer_file(mhd, connection, method, path);
}

/* ---- receiving ---- */

static struct peer *peer_of(const struct mhd *mhd, struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        mhd->get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/* Called as soon as the first line of a request is there. */
static void *see_line(void *context, const char *uri, struct MHD_Connection *connection) {
    (void)uri;
    struct http *http = context;
    peer_begins(http->peers, peer_of(http->mhd, connection));
    return NULL;
}

/* A NUL would hide what stands behind it: such a text becomes one that nothing is called. */
static size_t unescape(void *context, struct MHD_Connection *connection, char *text) {
    (void)connection;
    const struct http *http = context;
    if (!strstr(text, "%00"))
        return http->mhd->http_unescape(text);
    text[0] = 0x7f;
    text[1] = '\0';
    return 1;
}

static unsigned long long announced(const struct mhd *mhd, struct MHD_Connection *connection) {
    const char *length = header(mhd, connection, "Content-Length");
    return length ? strtoull(length, NULL, 10) : 0;
}

/* Called first for the head, then for each part of the body, then for the answer. */
static enum MHD_Result receive(void *context, struct MHD_Connection *connection, const char *path,
                               const char *method, const char *version, const char *data,
                               size_t *size, void **request) {
    (void)version;
    struct http *http = context;
    struct incoming *incoming = *request;
    if (!incoming) {
        *request = incoming = MEM_NEW(struct incoming);
        incoming->peer = peer_of(http->mhd, connection);
        incoming->too_large = announced(http->mhd, connection) > APP_BODY;
        peer_has_head(http->peers, incoming->peer);
        /* a browser that is still sending would not see the answer: what is not far too large is
         * read and thrown away first */
        return announced(http->mhd, connection) > HOPELESS
                   ? answer(http, connection, method, path, incoming)
                   : MHD_YES;
    }
    if (*size == 0) {
        peer_has_body(http->peers, incoming->peer);
        return answer(http, connection, method, path, incoming);
    }
    incoming->too_large |= incoming->body.size + *size > APP_BODY;
    if (incoming->too_large)
        buf_free(&incoming->body);
    else
        buf_bytes(&incoming->body, data, *size);
    *size = 0;
    return MHD_YES;
}

static void complete(void *context, struct MHD_Connection *connection, void **request,
                     enum MHD_RequestTerminationCode code) {
    (void)connection;
    (void)code;
    struct http *http = context;
    struct incoming *incoming = *request;
    if (!incoming)
        return;
    if (code == MHD_REQUEST_TERMINATED_COMPLETED_OK)
        peer_is_answered(http->peers, incoming->peer);
    buf_free(&incoming->body);
    free(incoming);
    *request = NULL;
}

static void connected(void *context, struct MHD_Connection *connection, void **socket,
                      enum MHD_ConnectionNotificationCode code) {
    struct http *http = context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo *info =
            http->mhd->get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        *socket = info ? peers_add(http->peers, info->connect_fd) : NULL;
    } else if (*socket) {
        peers_remove(http->peers, *socket);
        *socket = NULL;
    }
}

/* ---- start and stop ---- */

unsigned http_connections(uint64_t files) {
    uint64_t room = files > 2 * FEW ? files - FEW : FEW;
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
    http->peers = peers_new(app->patience ? app->patience : &peers_usual);
    unsigned connections = connections_allowed();
    http->daemon = http->mhd->start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, receive, http,
        MHD_OPTION_LISTEN_SOCKET, http->listener.fd, MHD_OPTION_THREAD_POOL_SIZE, (unsigned)THREADS,
        MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
        connections / 2, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)MEMORY,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE, MHD_OPTION_NOTIFY_COMPLETED, complete, http,
        MHD_OPTION_NOTIFY_CONNECTION, connected, http, MHD_OPTION_URI_LOG_CALLBACK, see_line, http,
        MHD_OPTION_UNESCAPE_CALLBACK, unescape, http, MHD_OPTION_END);
    if (http->daemon)
        return http;
    close(http->listener.fd);
    peers_free(http->peers);
    free(http);
    if (error) {
        error->status = QD_FAILURE;
        snprintf(error->message, sizeof error->message, "the HTTP server cannot be started");
    }
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

/* Stopping while a stream is suspended would abort the program: they are given time to end. */
static void wait_for_streams(struct http *http) {
    const struct timespec moment = {.tv_nsec = 5000000};
    for (int i = 0; i < 1000 && events_count(http->app->events) > 0; i++)
        nanosleep(&moment, NULL);
}

void http_stop(struct http *http) {
    assert(peers_check(http->peers));
    int fd = http->mhd->quiesce_daemon(http->daemon);
    wait_for_streams(http);
    http->mhd->stop_daemon(http->daemon);
    close(fd >= 0 ? fd : http->listener.fd);
    peers_free(http->peers);
    free(http);
}
