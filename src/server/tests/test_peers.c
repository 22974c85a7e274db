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
    struct peer *peer;
    double before, after;
};

static void connect_line(struct peers *peers, struct line *line) {
    int pair[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    line->here = pair[0];
    line->there = pair[1];
    line->before = clock_wall();
    line->peer = peers_add(peers, line->there);
    line->after = clock_wall();
    assert_true(peers_check(peers));
}

static void enter(struct peers *peers, struct line *line,
                  void (*stage)(struct peers *peers, struct peer *peer)) {
    line->before = clock_wall();
    stage(peers, line->peer);
    line->after = clock_wall();
}

static void close_line(struct peers *peers, struct line *line) {
    peers_remove(peers, line->peer);
    assert_true(peers_check(peers));
    close(line->here);
    close(line->there);
}

static bool is_open(const struct line *line) {
    char byte;
    return recv(line->here, &byte, 1, MSG_DONTWAIT | MSG_PEEK) != 0;
}

/* It is cut off after this time, and not before. */
static void expect_end(struct peers *peers, const struct line *line, double seconds) {
    assert_int_equal(peers_cut(peers, line->before + seconds), 0);
    assert_true(is_open(line));
    assert_int_equal(peers_cut(peers, line->after + seconds + 0.001), 1);
    assert_false(is_open(line));
}

static void test_head(void **state) {
    (void)state;
    struct peers *peers = peers_new(&peers_usual);
    struct line line;
    connect_line(peers, &line);
    while (clock_wall() < line.after + 0.002)
        ; /* what follows is later, and does not give more time */
    peer_begins(peers, line.peer);
    expect_end(peers, &line, 10);
    close_line(peers, &line);
    peers_free(peers);
}

static void test_body(void **state) {
    (void)state;
    struct peers *peers = peers_new(&peers_usual);
    struct line line;
    connect_line(peers, &line);
    enter(peers, &line, peer_has_head);
    expect_end(peers, &line, 20);
    close_line(peers, &line);
    peers_free(peers);
}

/* An answer may take long; then the next request is waited for. */
static void test_answer_and_rest(void **state) {
    (void)state;
    struct peers *peers = peers_new(&peers_usual);
    struct line line;
    connect_line(peers, &line);
    enter(peers, &line, peer_has_body);
    assert_int_equal(peers_cut(peers, line.after + 100000), 0);
    assert_true(is_open(&line));
    enter(peers, &line, peer_is_answered);
    expect_end(peers, &line, 75);
    close_line(peers, &line);
    peers_free(peers);
}

/* The head of a later request is counted from its first line. */
static void test_next_request(void **state) {
    (void)state;
    struct peers *peers = peers_new(&peers_usual);
    struct line line;
    connect_line(peers, &line);
    enter(peers, &line, peer_is_answered);
    enter(peers, &line, peer_begins);
    expect_end(peers, &line, 10);
    close_line(peers, &line);
    peers_free(peers);
}

/* Only those who are late go. */
static void test_others_stay(void **state) {
    (void)state;
    struct peers *peers = peers_new(&peers_usual);
    struct line lines[3];
    for (int i = 0; i < 3; i++)
        connect_line(peers, &lines[i]);
    enter(peers, &lines[1], peer_has_head);
    assert_int_equal(peers_cut(peers, lines[2].after + 10.5), 2);
    assert_false(is_open(&lines[0]));
    assert_true(is_open(&lines[1]));
    assert_false(is_open(&lines[2]));
    close_line(peers, &lines[1]);
    close_line(peers, &lines[0]);
    close_line(peers, &lines[2]);
    peers_free(peers);
}

/* The watcher does so by itself. */
static void test_watcher(void **state) {
    (void)state;
    const struct peers_times soon = {.head = 0.01, .body = 60, .rest = 60};
    struct peers *peers = peers_new(&soon);
    struct line line;
    char byte;
    connect_line(peers, &line);
    assert_int_equal(recv(line.here, &byte, 1, 0), 0); /* waits until it is cut off */
    close_line(peers, &line);
    peers_free(peers);
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
