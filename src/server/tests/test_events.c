/* A stream hears of every version once, from the moment at which it begins, and ends when it must.
 * Its connection is a pretended one, so that each order of what happens can be had. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server/games/events.h"
#include "server/tests/fake_mhd.h"

struct world {
    struct mhd mhd;
    struct events *events;
    struct MHD_Connection *connection;
    struct buf text;
};

static int set_up(void **state) {
    struct world *world = calloc(1, sizeof *world);
    fake_mhd_fill(&world->mhd);
    world->connection = fake_connection_new();
    world->events = events_new(&world->mhd);
    *state = world;
    return 0;
}

static int tear_down(void **state) {
    struct world *world = *state;
    events_stop(world->events);
    events_free(world->events);
    fake_connection_free(world->connection);
    buf_free(&world->text);
    free(world);
    return 0;
}

/* All that the stream has to say now; NULL if it has ended. */
static const char *read_all(struct world *world, struct MHD_Response *response) {
    buf_clear(&world->text);
    return fake_stream_read(response, &world->text) ? buf_text(&world->text) : NULL;
}

static void test_change_between_beginning_and_first_versions(void **state) {
    struct world *world = *state;
    struct stream *stream = events_open(world->events, world->connection, "gameA,gameB");
    assert_non_null(stream);
    events_game(world->events, "gameA", 5);
    events_initial(stream, "gameA", 4); /* read a moment before */
    events_initial(stream, "gameB", 0);
    struct MHD_Response *response = events_response(stream);
    assert_string_equal(read_all(world, response),
                        "retry: 1000\n\n"
                        "event: change\ndata: {\"topic\":\"gameA\",\"version\":5}\n\n"
                        "event: change\ndata: {\"topic\":\"gameB\",\"version\":0}\n\n");
    fake_stream_end(response);
}

static void test_each_version_once_and_upwards(void **state) {
    struct world *world = *state;
    struct stream *stream = events_open(world->events, world->connection, "gameA");
    events_initial(stream, "gameA", 1);
    struct MHD_Response *response = events_response(stream);
    read_all(world, response);
    assert_true(fake_connection_is_suspended(world->connection));
    events_game(world->events, "gameC", 2);
    assert_true(fake_connection_is_suspended(world->connection));
    events_game(world->events, "gameA", 2);
    assert_false(fake_connection_is_suspended(world->connection));
    events_game(world->events, "gameA", 2);
    events_game(world->events, "gameA", 1);
    events_job(world->events, "gameA", "done");
    assert_string_equal(read_all(world, response),
                        "event: change\ndata: {\"topic\":\"gameA\",\"version\":2}\n\n"
                        "event: job\ndata: {\"topic\":\"gameA\",\"state\":\"done\"}\n\n");
    fake_stream_end(response);
    assert_int_equal(events_count(world->events), 0);
}

static void test_renewed_streams_end(void **state) {
    struct world *world = *state;
    struct MHD_Response *response =
        events_response(events_open(world->events, world->connection, "gameA"));
    read_all(world, response);
    events_restart(world->events);
    assert_null(read_all(world, response));
    fake_stream_end(response);
}

static void test_limits(void **state) {
    struct world *world = *state;
    char topics[EVENTS_TOPICS * 2 + 2] = "a";
    static const char longest[] = "a234567890123456789012";
    assert_null(events_open(world->events, world->connection, ""));
    assert_null(events_open(world->events, world->connection, "a,,b"));
    assert_null(events_open(world->events, world->connection, "a2345678901234567890123"));
    assert_true(events_check(world->events));
    fake_stream_end(events_response(events_open(world->events, world->connection, longest)));
    for (int i = 1; i < EVENTS_TOPICS; i++)
        strcat(topics, ",a");
    fake_stream_end(events_response(events_open(world->events, world->connection, topics)));
    strcat(topics, ",a");
    assert_null(events_open(world->events, world->connection, topics));
    assert_int_equal(events_count(world->events), 0);
}

/* As many streams as may be, and not one more until one has ended. */
static void test_streams(void **state) {
    struct world *world = *state;
    static struct MHD_Response *responses[EVENTS_STREAMS];
    for (int i = 0; i < EVENTS_STREAMS; i++) {
        struct stream *stream = events_open(world->events, world->connection, "gameA");
        assert_non_null(stream);
        responses[i] = events_response(stream);
    }
    assert_true(events_check(world->events));
    assert_null(events_open(world->events, world->connection, "gameA"));
    fake_stream_end(responses[1000]); /* in the middle of the list */
    assert_true(events_check(world->events));
    responses[1000] = events_response(events_open(world->events, world->connection, "gameB"));
    assert_true(events_has_listener(world->events, "gameB"));
    for (int i = 0; i < EVENTS_STREAMS; i++)
        fake_stream_end(responses[i]);
    assert_false(events_has_listener(world->events, "gameA"));
    assert_true(events_check(world->events));
    assert_int_equal(events_count(world->events), 0);
}

/* No stream begins any more, and those that there are say what they have to say and end. */
static void test_stopped(void **state) {
    struct world *world = *state;
    struct MHD_Response *response =
        events_response(events_open(world->events, world->connection, "gameA"));
    read_all(world, response);
    assert_true(fake_connection_is_suspended(world->connection));
    events_stop(world->events);
    assert_false(fake_connection_is_suspended(world->connection));
    assert_null(events_open(world->events, world->connection, "gameA"));
    assert_null(read_all(world, response));
    fake_stream_end(response);
}

/* Whether a stream that has heard of so many versions and read none still goes on. */
static bool goes_on_after(struct world *world, uint64_t versions) {
    struct MHD_Response *response =
        events_response(events_open(world->events, world->connection, "gameA"));
    for (uint64_t version = 0; version < versions; version++) /* 66 bytes each */
        events_game(world->events, "gameA", 1000000000000000 + version);
    assert_true(events_check(world->events));
    bool goes_on = read_all(world, response) != NULL;
    fake_stream_end(response);
    return goes_on;
}

/* Who leaves 64 kB unread is let go before what waits for them grows without end. */
static void test_slow_readers_are_let_go(void **state) {
    struct world *world = *state;
    assert_true(goes_on_after(world, 992)); /* and 13 bytes at the beginning */
    assert_false(goes_on_after(world, 993));
    assert_false(goes_on_after(world, 100000));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_change_between_beginning_and_first_versions, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_each_version_once_and_upwards, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_renewed_streams_end, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_limits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_streams, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_stopped, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_slow_readers_are_let_go, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
