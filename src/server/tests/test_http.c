/* Requests over real connections: slow clients are cut off, large requests refused, other hosts and
 * types not answered. The timeouts are short here; test_connections.c has the default ones. */
#include <arpa/inet.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/thread_pool.h"
#include "server/api/api.h"
#include "server/dispatch.h"
#include "server/http/connections.h"
#include "server/tests/small_app.h"

#define LONG 600.0

struct world {
    struct small_app *small;
    struct http *http;
    struct connection_timeouts times;
    uint16_t port;
};

static void open_world(struct world *world, double head, double body, double idle) {
    static const qd_limits limits = {.seconds = JOBS_SECONDS, .bytes = JOBS_BYTES};
    qd_error error = {0};
    struct buf address = {0};
    world->small = small_app_new("sqlite::memory:");
    struct app *app = &world->small->app;
    assert_true(mhd_load(&world->small->mhd, &error));
    app->version = "0";
    app->engines = thread_pool_new(1, 16);
    app->jobs = jobs_new(app->events, &limits, api_made, app);
    world->times = (struct connection_timeouts){.head = head, .body = body, .idle = idle};
    app->timeouts = &world->times;
    world->http = http_start(app, NULL, 0, &error);
    assert_non_null(world->http);
    http_address(world->http, &address);
    unsigned port;
    assert_int_equal(sscanf(buf_text(&address), "http://127.0.0.1:%u/", &port), 1);
    world->port = (uint16_t)port;
    buf_free(&address);
}

static void close_world(struct world *world) {
    struct app *app = &world->small->app;
    atomic_store(&app->stopping, true);
    events_stop(app->events);
    jobs_stop(app->jobs);
    thread_pool_stop(app->engines);
    http_stop(world->http);
    jobs_free(app->jobs);
    thread_pool_free(app->engines);
    small_app_free(world->small);
}

/* ---- connections ---- */

static int dial(const struct world *world) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(world->port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int line = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(line >= 0);
    assert_int_equal(connect(line, (struct sockaddr *)&address, sizeof address), 0);
    return line;
}

static bool put(int line, const char *text, size_t size) {
    while (size > 0) {
        ssize_t sent = send(line, text, size, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        text += sent;
        size -= (size_t)sent;
    }
    return true;
}

static bool put_text(int line, const char *text) {
    return put(line, text, strlen(text));
}

/* Reads until the end of the connection. Returns the number of bytes. */
static size_t read_to_end(int line, char *out, size_t room) {
    size_t size = 0;
    ssize_t got;
    while (size + 1 < room && (got = recv(line, out + size, room - 1 - size, 0)) > 0)
        size += (size_t)got;
    out[size] = '\0';
    return size;
}

/* The status of the answer that comes next; 0 if none does. */
static int status_on(int line) {
    char head[4096];
    size_t size = 0;
    ssize_t got;
    int status = 0;
    head[0] = '\0';
    while (!strchr(head, '\n') && (got = recv(line, head + size, sizeof head - 1 - size, 0)) > 0)
        head[size += (size_t)got] = '\0';
    return sscanf(head, "HTTP/1.1 %d", &status) == 1 ? status : 0;
}

/* One request on a connection of its own. */
static int status_of(const struct world *world, const char *head, const char *body, size_t size) {
    char length[64];
    int line = dial(world);
    snprintf(length, sizeof length, "Content-Length: %zu\r\n\r\n", size);
    bool sent = put_text(line, head) && put_text(line, body ? length : "\r\n") &&
                (!body || put(line, body, size));
    int status = sent ? status_on(line) : 0;
    close(line);
    return status;
}

/* ---- slow ones ---- */

static void test_no_head(void **state) {
    (void)state;
    struct world world;
    char said[256];
    open_world(&world, 0.02, LONG, LONG);
    int nothing = dial(&world), half = dial(&world);
    put_text(half, "POST /api/v1/games HTTP/1.1\r\nHost: loc");
    assert_int_equal(read_to_end(nothing, said, sizeof said), 0);
    read_to_end(half, said, sizeof said); /* libmicrohttpd may call it a bad request */
    assert_null(strstr(said, " 200 "));
    close(nothing);
    close(half);
    close_world(&world);
}

/* The time is that of the whole head, not between two bytes. */
static void test_slow_head(void **state) {
    (void)state;
    struct world world;
    char byte;
    open_world(&world, 0.05, LONG, LONG);
    int line = dial(&world);
    put_text(line, "GET /api/v1/health HTTP/1.1\r\nX: ");
    unsigned sent = 0;
    while (put_text(line, "x") && recv(line, &byte, 1, MSG_DONTWAIT) != 0) {
        assert_true(++sent < 100000);
        struct timespec moment = {.tv_nsec = 1000000};
        nanosleep(&moment, NULL);
    }
    close(line);
    close_world(&world);
}

static void test_slow_body(void **state) {
    (void)state;
    struct world world;
    char said[512];
    open_world(&world, LONG, 0.02, LONG);
    int line = dial(&world);
    put_text(line, "POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n"
                   "Content-Type: application/json\r\n\r\n{");
    read_to_end(line, said, sizeof said);
    assert_null(strstr(said, " 200 "));
    close(line);
    close_world(&world);
}

/* An idle connection is closed; a stream goes on meanwhile. */
static void test_rest(void **state) {
    (void)state;
    struct world world;
    char said[4096], byte;
    open_world(&world, LONG, LONG, 0.02);
    int stream = dial(&world), line = dial(&world);
    put_text(stream, "GET /api/v1/events?topics=AAAAAAAAAAAA HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert_int_equal(status_on(stream), 200);
    put_text(line, "GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n");
    read_to_end(line, said, sizeof said);
    assert_non_null(strstr(said, " 200 "));
    while (recv(stream, &byte, 1, MSG_DONTWAIT) > 0)
        ;
    assert_int_equal(recv(stream, &byte, 1, MSG_DONTWAIT), -1); /* open, with nothing to read */
    close(line);
    close(stream);
    close_world(&world);
}

/* ---- sizes ---- */

static const char post[] = "POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\n"
                           "Content-Type: application/json\r\n";

/* The largest body is read; one byte more is refused, announced or not. */
static void test_bodies(void **state) {
    (void)state;
    struct world world;
    char *body = malloc(APP_BODY + 1);
    open_world(&world, LONG, LONG, LONG);
    memset(body, ' ', APP_BODY + 1);
    memcpy(body, "{\"text\":\"x\"}", 12);
    assert_int_equal(status_of(&world, post, body, APP_BODY), 422); /* no puzzle */
    assert_int_equal(status_of(&world, post, body, APP_BODY + 1), 413);
    for (int more = 0; more <= 1; more++) {
        char size[32];
        int line = dial(&world);
        snprintf(size, sizeof size, "%x\r\n", (unsigned)(APP_BODY + more));
        put_text(line, post);
        put_text(line, "Transfer-Encoding: chunked\r\n\r\n");
        put_text(line, size);
        put(line, body, (size_t)(APP_BODY + more));
        put_text(line, "\r\n0\r\n\r\n");
        assert_int_equal(status_on(line), more ? 413 : 422);
        close(line);
    }
    free(body);
    close_world(&world);
}

/* Each route has its own limit; where it takes no body, one is ignored. */
static void test_bodies_of_routes(void **state) {
    (void)state;
    static const char undo[] =
        "POST /api/v1/games/AAAAAAAAAAAA/undo HTTP/1.1\r\nHost: localhost\r\n"
        "Authorization: Bearer x\r\nContent-Type: application/json\r\n";
    static const char health[] = "GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n";
    enum { SMALL = 512 << 10 };
    struct world world;
    char *body = malloc(APP_BODY + 1);
    open_world(&world, LONG, LONG, LONG);
    memset(body, ' ', APP_BODY + 1);
    memcpy(body, "{\"version\":0}", 13);
    assert_int_equal(status_of(&world, undo, body, SMALL), 404); /* no game */
    assert_int_equal(status_of(&world, undo, body, SMALL + 1), 413);
    assert_int_equal(status_of(&world, health, "no JSON", 7), 200);
    assert_int_equal(status_of(&world, health, body, APP_BODY + 1), 200);
    free(body);
    close_world(&world);
}

/* A body that is far too large is refused before it is sent; others are read first, so that a
 * browser sees the answer. */
static void test_announced_bodies(void **state) {
    (void)state;
    struct world world;
    open_world(&world, LONG, LONG, LONG);
    for (int more = 0; more <= 1; more++) {
        char head[256];
        int line = dial(&world);
        snprintf(head, sizeof head, "%sExpect: 100-continue\r\nContent-Length: %d\r\n\r\n", post,
                 8 * APP_BODY + more);
        put_text(line, head);
        assert_int_equal(status_on(line), more ? 413 : 100);
        close(line);
    }
    close_world(&world);
}

/* ---- limits that libmicrohttpd keeps ---- */

static void test_connections(void **state) {
    (void)state;
    static const struct {
        uint64_t files;
        unsigned connections;
    } rows[] = {{0, 64},      {128, 64},    {129, 65},    {1024, 960},
                {8255, 8191}, {8256, 8192}, {8257, 8192}, {UINT64_MAX, 8192}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(http_connections(rows[i].files), rows[i].connections);
}

/* What the daemon was started with. */
static struct {
    unsigned connections, per_address, idle;
    size_t head;
} told;

static void take_option(enum MHD_OPTION option, va_list *options) {
    switch (option) {
    case MHD_OPTION_CONNECTION_LIMIT:
        told.connections = va_arg(*options, unsigned);
        break;
    case MHD_OPTION_PER_IP_CONNECTION_LIMIT:
        told.per_address = va_arg(*options, unsigned);
        break;
    case MHD_OPTION_CONNECTION_TIMEOUT:
        told.idle = va_arg(*options, unsigned);
        break;
    case MHD_OPTION_CONNECTION_MEMORY_LIMIT:
        told.head = va_arg(*options, size_t);
        break;
    case MHD_OPTION_LISTEN_SOCKET:
    case MHD_OPTION_STRICT_FOR_CLIENT:
    case MHD_OPTION_THREAD_POOL_SIZE:
        (void)va_arg(*options, unsigned);
        break;
    default: /* a function and its context */
        (void)va_arg(*options, void *);
        (void)va_arg(*options, void *);
    }
}

static struct MHD_Daemon *note_options(unsigned flags, uint16_t port,
                                       MHD_AcceptPolicyCallback accept, void *accept_context,
                                       MHD_AccessHandlerCallback handle, void *handle_context,
                                       ...) {
    (void)flags, (void)port, (void)accept, (void)accept_context, (void)handle;
    va_list options;
    va_start(options, handle_context);
    int option;
    while ((option = va_arg(options, int)) != MHD_OPTION_END)
        take_option((enum MHD_OPTION)option, &options);
    va_end(options);
    return NULL;
}

/* 16 KiB for a head and a minute for a response that is not read, exactly. A daemon that does not
 * start is an error. */
static void test_limits(void **state) {
    (void)state;
    struct small_app *small = small_app_new("sqlite::memory:");
    struct rlimit files;
    qd_error error = {0};
    small->mhd.start_daemon = note_options;
    assert_null(http_start(&small->app, NULL, 0, &error));
    assert_int_equal(error.status, QD_FAILURE);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &files), 0);
    assert_int_equal(told.connections, http_connections(files.rlim_max));
    assert_int_equal(told.per_address, told.connections / 2);
    assert_int_equal(told.head, 16384);
    assert_int_equal(told.idle, 60);
    small_app_free(small);
}

/* ---- hosts and types ---- */

static void test_hosts(void **state) {
    (void)state;
    static const struct {
        const char *host;
        int status;
    } cases[] = {{"localhost", 200},      {"LOCALHOST:8420", 200},   {"127.0.0.1", 200},
                 {"127.0.0.1:80", 200},   {"127.1.2.3", 200},        {"[::1]:8420", 200},
                 {"evil.example", 403},   {"localhost.evil", 403},   {"127.0.0.1.evil", 403},
                 {"localhost@evil", 403}, {"evil.localhost", 403},   {"128.0.0.1", 403},
                 {"[::1].evil", 403},     {"127.evil.example", 403}, {"", 403}};
    struct world world;
    open_world(&world, LONG, LONG, LONG);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int page = 0; page < 2; page++) {
            char head[256];
            snprintf(head, sizeof head, "GET %s HTTP/1.1\r\nHost: %s\r\n",
                     page ? "/" : "/api/v1/health", cases[i].host);
            assert_int_equal(status_of(&world, head, NULL, 0), cases[i].status);
        }
    close_world(&world);
}

/* A page from elsewhere can send a form, but not this type. */
static void test_types(void **state) {
    (void)state;
    static const struct {
        const char *type;
        int status;
    } cases[] = {{"application/json", 201},
                 {"Application/JSON", 201},
                 {"application/json; charset=utf-8", 201},
                 {"application/json ;x", 201},
                 {"application/jsonx", 400},
                 {"text/plain", 400},
                 {"application/x-www-form-urlencoded", 400},
                 {"multipart/form-data; boundary=x", 400},
                 {"", 400}};
    static const char body[] = "{\"text\":\"2 1 | |\\n\"}";
    struct world world;
    open_world(&world, LONG, LONG, LONG);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char head[256];
        snprintf(head, sizeof head,
                 "POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\n",
                 cases[i].type);
        assert_int_equal(status_of(&world, head, body, sizeof body - 1), cases[i].status);
    }
    assert_int_equal(status_of(&world, "POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\n", body,
                               sizeof body - 1),
                     400);
    close_world(&world);
}

/* No path leads to anything but the page and the API. */
static void test_paths(void **state) {
    (void)state;
    static const struct {
        const char *path;
        int status;
    } cases[] = {{"/", 200},
                 {"/index.html", 200},
                 {"/index.html/", 404},
                 {"/index.html%00.js", 404},
                 {"/../index.html", 404},
                 {"/./index.html", 404},
                 {"//index.html", 404},
                 {"/%2e%2e/etc/passwd", 404},
                 {"/api/v1", 404},
                 {"/api/v1x/health", 404},
                 {"/api/v1/health", 200},
                 {"/api/v1/health%00", 404},
                 {"/api/v1/games/AAAAAAAAAAAA%00/log", 404},
                 {"/join/AAAAAAAAAAAAAAAAAAAAAA", 303},
                 {"/join/AAAAAAAAAAAAAAAAAAAAA", 404},
                 {"/join/AAAAAAAAAAAAAAAAAAAA%0d%0a", 404}};
    struct world world;
    open_world(&world, LONG, LONG, LONG);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char head[256];
        snprintf(head, sizeof head, "GET %s HTTP/1.1\r\nHost: localhost\r\n", cases[i].path);
        assert_int_equal(status_of(&world, head, NULL, 0), cases[i].status);
    }
    assert_int_equal(status_of(&world, "POST / HTTP/1.1\r\nHost: localhost\r\n", "", 0), 405);
    close_world(&world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_head),
        cmocka_unit_test(test_slow_head),
        cmocka_unit_test(test_slow_body),
        cmocka_unit_test(test_rest),
        cmocka_unit_test(test_bodies),
        cmocka_unit_test(test_bodies_of_routes),
        cmocka_unit_test(test_announced_bodies),
        cmocka_unit_test(test_connections),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_hosts),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
