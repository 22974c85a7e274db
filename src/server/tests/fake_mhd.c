#include "server/tests/fake_mhd.h"

#include <sched.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { MOST_ARGUMENTS = 16, FIRST_PART = 7 };

/* The callbacks of dispatch.c. */
struct MHD_Daemon {
    MHD_AccessHandlerCallback receive;
    void *context;
    MHD_RequestCompletedCallback complete;
    MHD_NotifyConnectionCallback connected;
    void *(*see_line)(void *context, const char *uri, struct MHD_Connection *connection);
    size_t (*unescape)(void *context, struct MHD_Connection *connection, char *text);
};

struct MHD_Response {
    char *bytes;
    size_t size;
    struct buf headers;
    MHD_ContentReaderCallback read; /* of a stream */
    MHD_ContentReaderFreeCallback forget;
    void *source;
    uint64_t given;
    struct MHD_Connection *connection; /* of a stream that is read after the answer; NULL: none */
};

struct MHD_Connection {
    const struct fake_request *request;
    char length[24], authorization[256];
    char *text; /* that the arguments point into */
    size_t arguments;
    const char *name[MOST_ARGUMENTS], *value[MOST_ARGUMENTS];
    void *socket; /* what dispatch.c keeps of the connection */
    union MHD_ConnectionInfo info;
    struct fake_answer *answer;
    atomic_int suspended; /* workers resume it from other threads */
};

/* The functions of the library have no place for a context of ours. */
static struct MHD_Daemon *daemon_started;

/* Ends the program: the server did something wrong. */
static void check(bool good, const char *what) {
    if (good)
        return;
    fprintf(stderr, "fake_mhd: %s\n", what);
    abort();
}

/* ---- the server ---- */

static void take_option(struct MHD_Daemon *daemon, enum MHD_OPTION option, va_list *more) {
    switch (option) {
    case MHD_OPTION_CONNECTION_MEMORY_LIMIT:
        (void)va_arg(*more, size_t);
        break;
    case MHD_OPTION_NOTIFY_COMPLETED:
        daemon->complete = va_arg(*more, MHD_RequestCompletedCallback);
        (void)va_arg(*more, void *);
        break;
    case MHD_OPTION_NOTIFY_CONNECTION:
        daemon->connected = va_arg(*more, MHD_NotifyConnectionCallback);
        (void)va_arg(*more, void *);
        break;
    case MHD_OPTION_URI_LOG_CALLBACK:
        daemon->see_line = va_arg(*more, void *(*)(void *, const char *, struct MHD_Connection *));
        (void)va_arg(*more, void *);
        break;
    case MHD_OPTION_UNESCAPE_CALLBACK:
        daemon->unescape = va_arg(*more, size_t(*)(void *, struct MHD_Connection *, char *));
        (void)va_arg(*more, void *);
        break;
    default: /* a number */
        (void)va_arg(*more, unsigned);
    }
}

static struct MHD_Daemon *start_daemon(unsigned flags, uint16_t port,
                                       MHD_AcceptPolicyCallback accept, void *accept_context,
                                       MHD_AccessHandlerCallback receive, void *context, ...) {
    (void)flags;
    (void)port;
    (void)accept;
    (void)accept_context;
    struct MHD_Daemon *daemon = MEM_NEW(struct MHD_Daemon);
    enum MHD_OPTION option;
    va_list more;
    daemon->receive = receive;
    daemon->context = context;
    va_start(more, context);
    while ((option = va_arg(more, enum MHD_OPTION)) != MHD_OPTION_END)
        take_option(daemon, option, &more);
    va_end(more);
    check(daemon->complete && daemon->connected && daemon->see_line && daemon->unescape,
          "a callback is missing");
    return daemon_started = daemon;
}

static MHD_socket quiesce_daemon(struct MHD_Daemon *daemon) {
    (void)daemon;
    return -1;
}

static void stop_daemon(struct MHD_Daemon *daemon) {
    free(daemon);
    daemon_started = NULL;
}

/* ---- what is asked of a request ---- */

static const char *header_of(const struct MHD_Connection *connection, const char *name) {
    if (strcasecmp(name, "Host") == 0)
        return "localhost";
    if (strcasecmp(name, "Content-Type") == 0)
        return connection->request->body ? "application/json" : NULL;
    if (strcasecmp(name, "Content-Length") == 0)
        return connection->request->body ? connection->length : NULL;
    if (strcasecmp(name, "Authorization") == 0)
        return connection->request->token ? connection->authorization : NULL;
    return NULL;
}

static const char *lookup_connection_value(struct MHD_Connection *connection,
                                           enum MHD_ValueKind kind, const char *name) {
    if (kind == MHD_HEADER_KIND)
        return header_of(connection, name);
    for (size_t i = 0; i < connection->arguments; i++)
        if (strcasecmp(connection->name[i], name) == 0)
            return connection->value[i];
    return NULL;
}

static int get_connection_values(struct MHD_Connection *connection, enum MHD_ValueKind kind,
                                 MHD_KeyValueIterator see, void *context) {
    size_t seen = 0;
    if (kind == MHD_HEADER_KIND) { /* the one that may be strange */
        const char *length = header_of(connection, "Content-Length");
        return length ? see(context, kind, "Content-Length", length) == MHD_YES : 0;
    }
    while (seen < connection->arguments &&
           see(context, kind, connection->name[seen], connection->value[seen]) == MHD_YES)
        seen++;
    return (int)seen;
}

static const union MHD_ConnectionInfo *get_connection_info(struct MHD_Connection *connection,
                                                           enum MHD_ConnectionInfoType type, ...) {
    if (type == MHD_CONNECTION_INFO_CLIENT_ADDRESS)
        return NULL;
    if (type == MHD_CONNECTION_INFO_SOCKET_CONTEXT)
        connection->info.socket_context = connection->socket;
    else
        connection->info.connect_fd = -1;
    return &connection->info;
}

static int digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static size_t http_unescape(char *text) {
    char *to = text;
    for (const char *from = text; *from; from++)
        if (from[0] == '%' && digit(from[1]) >= 0 && digit(from[2]) >= 0) {
            *to++ = (char)(16 * digit(from[1]) + digit(from[2]));
            from += 2;
        } else
            *to++ = *from;
    *to = '\0';
    return (size_t)(to - text);
}

/* ---- responses ---- */

static struct MHD_Response *create_response_from_buffer(size_t size, void *bytes,
                                                        enum MHD_ResponseMemoryMode mode) {
    struct MHD_Response *response = MEM_NEW(struct MHD_Response);
    response->bytes = mem_new(size + 1, 1);
    response->size = size;
    if (size)
        memcpy(response->bytes, bytes, size);
    if (mode == MHD_RESPMEM_MUST_FREE)
        free(bytes);
    return response;
}

static struct MHD_Response *create_response_from_callback(uint64_t size, size_t block,
                                                          MHD_ContentReaderCallback read,
                                                          void *source,
                                                          MHD_ContentReaderFreeCallback forget) {
    (void)size;
    (void)block;
    struct MHD_Response *response = MEM_NEW(struct MHD_Response);
    response->read = read;
    response->source = source;
    response->forget = forget;
    return response;
}

static enum MHD_Result add_response_header(struct MHD_Response *response, const char *name,
                                           const char *value) {
    check(!strpbrk(value, "\r\n"), "a header of several lines");
    buf_printf(&response->headers, "%s: %s\n", name, value);
    return MHD_YES;
}

static enum MHD_Result queue_response(struct MHD_Connection *connection, unsigned status,
                                      struct MHD_Response *response) {
    struct fake_answer *answer = connection->answer;
    check(!answer->status, "two answers to one request");
    answer->status = status;
    buf_bytes(&answer->headers, buf_text(&response->headers), response->headers.size);
    if (response->read) {
        answer->stream = response;
        response->connection = connection;
    } else
        buf_bytes(&answer->body, response->bytes, response->size);
    return MHD_YES;
}

static void free_response(struct MHD_Response *response) {
    if (response->forget)
        response->forget(response->source);
    fake_connection_free(response->connection);
    free(response->bytes);
    buf_free(&response->headers);
    free(response);
}

static void destroy_response(struct MHD_Response *response) {
    if (!response->connection)
        free_response(response);
}

/* A stream that waits is not read before the next fake_stream_read. */
static void suspend_connection(struct MHD_Connection *connection) {
    atomic_fetch_add(&connection->suspended, 1);
}

static void resume_connection(struct MHD_Connection *connection) {
    atomic_fetch_sub(&connection->suspended, 1);
}

struct MHD_Connection *fake_connection_new(void) {
    return MEM_NEW(struct MHD_Connection);
}

void fake_connection_free(struct MHD_Connection *connection) {
    if (connection)
        free(connection->text);
    free(connection);
}

bool fake_connection_is_suspended(const struct MHD_Connection *connection) {
    int suspended = atomic_load(&connection->suspended);
    check(suspended == 0 || suspended == 1, "suspended or resumed twice");
    return suspended;
}

bool fake_stream_read(struct MHD_Response *stream, struct buf *out) {
    char part[100];
    for (;;) {
        ssize_t got = stream->read(stream->source, stream->given, part, sizeof part);
        check(got <= (ssize_t)sizeof part, "a stream gives more than there is room for");
        if (got <= 0)
            return got == 0;
        stream->given += (uint64_t)got;
        buf_bytes(out, part, (size_t)got);
    }
}

void fake_stream_end(struct MHD_Response *stream) {
    free_response(stream);
}

void fake_mhd_fill(struct mhd *mhd) {
    *mhd = (struct mhd){.add_response_header = add_response_header,
                        .create_response_from_buffer = create_response_from_buffer,
                        .create_response_from_callback = create_response_from_callback,
                        .destroy_response = destroy_response,
                        .get_connection_info = get_connection_info,
                        .get_connection_values = get_connection_values,
                        .http_unescape = http_unescape,
                        .lookup_connection_value = lookup_connection_value,
                        .queue_response = queue_response,
                        .quiesce_daemon = quiesce_daemon,
                        .resume_connection = resume_connection,
                        .start_daemon = start_daemon,
                        .stop_daemon = stop_daemon,
                        .suspend_connection = suspend_connection};
}

/* ---- a request ---- */

static void read_arguments(struct MHD_Connection *connection, char *text) {
    while (text && *text && connection->arguments < MOST_ARGUMENTS) {
        char *next = strchr(text, '&'), *value;
        if (next)
            *next++ = '\0';
        value = strchr(text, '=');
        if (value)
            *value++ = '\0';
        daemon_started->unescape(daemon_started->context, connection, text);
        if (value)
            daemon_started->unescape(daemon_started->context, connection, value);
        connection->name[connection->arguments] = text;
        connection->value[connection->arguments++] = value;
        text = next;
    }
}

/* Hands over the head, the body in two parts, and the end. */
static void hand_over(struct MHD_Connection *connection, const char *path) {
    struct MHD_Daemon *daemon = daemon_started;
    const struct fake_request *request = connection->request;
    size_t size = request->body ? strlen(request->body) : 0, none = 0;
    size_t first = size < FIRST_PART ? size : FIRST_PART, rest = size - first;
    void *state = NULL;
    const size_t parts[] = {first, rest};
    const char *at = request->body ? request->body : "";
    daemon->receive(daemon->context, connection, path, request->method, "HTTP/1.1", NULL, &none,
                    &state);
    for (int i = 0; i < 2 && !connection->answer->status; i++) {
        size_t part = parts[i];
        if (part > 0)
            daemon->receive(daemon->context, connection, path, request->method, "HTTP/1.1", at,
                            &part, &state);
        at += parts[i];
    }
    for (int i = 0; i < 2 && !connection->answer->status; i++) { /* again when it is resumed */
        daemon->receive(daemon->context, connection, path, request->method, "HTTP/1.1", NULL, &none,
                        &state);
        while (fake_connection_is_suspended(connection))
            sched_yield();
    }
    daemon->complete(daemon->context, connection, &state, MHD_REQUEST_TERMINATED_COMPLETED_OK);
}

static struct MHD_Connection *connect_for(const struct fake_request *request,
                                          struct fake_answer *answer) {
    struct MHD_Connection *connection = fake_connection_new();
    connection->request = request;
    connection->answer = answer;
    connection->text = mem_text(request->target);
    snprintf(connection->length, sizeof connection->length, "%zu",
             request->body ? strlen(request->body) : 0);
    snprintf(connection->authorization, sizeof connection->authorization, "Bearer %.200s",
             request->token ? request->token : "");
    return connection;
}

void fake_ask(const struct fake_request *request, struct fake_answer *answer) {
    struct MHD_Daemon *daemon = daemon_started;
    *answer = (struct fake_answer){0};
    struct MHD_Connection *connection = connect_for(request, answer);
    daemon->connected(daemon->context, connection, &connection->socket,
                      MHD_CONNECTION_NOTIFY_STARTED);
    daemon->see_line(daemon->context, request->target, connection);
    char *query = strchr(connection->text, '?');
    if (query)
        *query++ = '\0';
    read_arguments(connection, query);
    daemon->unescape(daemon->context, connection, connection->text);
    snprintf(answer->path, sizeof answer->path, "%s", connection->text);
    hand_over(connection, connection->text);
    daemon->connected(daemon->context, connection, &connection->socket,
                      MHD_CONNECTION_NOTIFY_CLOSED);
    if (!answer->stream)
        fake_connection_free(connection);
}

void fake_answer_free(struct fake_answer *answer) {
    buf_free(&answer->body);
    buf_free(&answer->headers);
}
