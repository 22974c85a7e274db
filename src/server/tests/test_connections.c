/* Whoever is late is cut off, at the time that is said and not before; nobody else is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "server/http/connections.h"

/* The other end of a connection, and the times between which its present stage began. */
struct line {
    int here, there;
    struct connection *connection;
    double before, after;
};

static void connect_line(struct connections *connections, struct line *line) {
    int pair[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    line->here = pair[0];
    line->there = pair[1];
    line->before = clock_wall();
    line->connection = connections_add(connections, line->there);
    line->after = clock_wall();
    assert_true(connections_check(connections));
}

static void enter(struct connections *connections, struct line *line,
                  void (*stage)(struct connections *connections, struct connection *connection)) {
    line->before = clock_wall();
    stage(connections, line->connection);
    line->after = clock_wall();
}

static void close_line(struct connections *connections, struct line *line) {
    connections_remove(connections, line->connection);
    assert_true(connections_check(connections));
    close(line->here);
    close(line->there);
}

static bool is_open(const struct line *line) {
    char byte;
    return recv(line->here, &byte, 1, MSG_DONTWAIT | MSG_PEEK) != 0;
}

/* It is cut off after this time, and not before. */
static void expect_end(struct connections *connections, const struct line *line, double seconds) {
    assert_int_equal(connections_cut_late(connections, line->before + seconds), 0);
    assert_true(is_open(line));
    assert_int_equal(connections_cut_late(connections, line->after + seconds + 0.001), 1);
    assert_false(is_open(line));
}

static void test_head(void **state) {
    (void)state;
    struct connections *connections = connections_new(&connection_timeouts_default);
    struct line line;
    connect_line(connections, &line);
    while (clock_wall() < line.after + 0.002)
        ; /* what follows is later, and does not give more time */
    connection_request_begins(connections, line.connection);
    expect_end(connections, &line, 10);
    close_line(connections, &line);
    connections_free(connections);
}

static void test_body(void **state) {
    (void)state;
    struct connections *connections = connections_new(&connection_timeouts_default);
    struct line line;
    connect_line(connections, &line);
    enter(connections, &line, connection_head_received);
    expect_end(connections, &line, 20);
    close_line(connections, &line);
    connections_free(connections);
}

/* An answer may take long; then the next request is waited for. */
static void test_answer_and_rest(void **state) {
    (void)state;
    struct connections *connections = connections_new(&connection_timeouts_default);
    struct line line;
    connect_line(connections, &line);
    enter(connections, &line, connection_body_received);
    assert_int_equal(connections_cut_late(connections, line.after + 100000), 0);
    assert_true(is_open(&line));
    enter(connections, &line, connection_answered);
    expect_end(connections, &line, 75);
    close_line(connections, &line);
    connections_free(connections);
}

/* The head of a later request is counted from its first line. */
static void test_next_request(void **state) {
    (void)state;
    struct connections *connections = connections_new(&connection_timeouts_default);
    struct line line;
    connect_line(connections, &line);
    enter(connections, &line, connection_answered);
    enter(connections, &line, connection_request_begins);
    expect_end(connections, &line, 10);
    close_line(connections, &line);
    connections_free(connections);
}

/* Only those who are late go. */
static void test_others_stay(void **state) {
    (void)state;
    struct connections *connections = connections_new(&connection_timeouts_default);
    struct line lines[3];
    for (int i = 0; i < 3; i++)
        connect_line(connections, &lines[i]);
    enter(connections, &lines[1], connection_head_received);
    assert_int_equal(connections_cut_late(connections, lines[2].after + 10.5), 2);
    assert_false(is_open(&lines[0]));
    assert_true(is_open(&lines[1]));
    assert_false(is_open(&lines[2]));
    close_line(connections, &lines[1]);
    close_line(connections, &lines[0]);
    close_line(connections, &lines[2]);
    connections_free(connections);
}

/* The watcher does so by itself. */
static void test_watcher(void **state) {
    (void)state;
    const struct connection_timeouts soon = {.head = 0.01, .body = 60, .rest = 60};
    struct connections *connections = connections_new(&soon);
    struct line line;
    char byte;
    connect_line(connections, &line);
    assert_int_equal(recv(line.here, &byte, 1, 0), 0); /* waits until it is cut off */
    close_line(connections, &line);
    connections_free(connections);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_head),
        cmocka_unit_test(test_body),
        cmocka_unit_test(test_answer_and_rest),
        cmocka_unit_test(test_next_request),
        cmocka_unit_test(test_others_stay),
        cmocka_unit_test(test_watcher),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
