/* Calls and what they give, as text and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "rig/device/call.h"
#include "rig/device/protocol.h"

static const char *const good_calls[] = {"describe",
                                         "home x 5000",
                                         "home y 1",
                                         "move x 120000 600000",
                                         "move y -2147483648 2147483647",
                                         "stop",
                                         "axis x",
                                         "axis y",
                                         "grip open",
                                         "grip close",
                                         "tare 0",
                                         "weigh",
                                         "poll"};
static const char *const bad_calls[] = {
    "",         "describe ",  " describe", "home",       "home z 5",
    "home x",   "home x 5 6", "move x 1",  "move x a 1", "move x 1 2147483648",
    "stop now", "axis",       "grip",      "grip shut",  "grip closed",
    "tare",     "tare one",   "weigh 1",   "WEIGH",      "poll poll",
    "hello 1",  "move  x 1 1"};

static void calls_come_back_as_they_went(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof good_calls / sizeof *good_calls; i++) {
        struct rig_call call;
        char text[RIG_CALL_ROOM];
        assert_true(rig_call_read(good_calls[i], &call));
        rig_call_write(&call, text);
        assert_string_equal(text, good_calls[i]);
    }
}

static void what_is_no_call_is_refused(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof bad_calls / sizeof *bad_calls; i++) {
        struct rig_call call;
        if (rig_call_read(bad_calls[i], &call))
            fail_msg("'%s' was taken for a call", bad_calls[i]);
    }
}

/* Even the longest request fits the frame that a device must be able to hold. */
static void requests_are_short(void **state) {
    (void)state;
    struct rig_call call = {.kind = RIG_CALL_MOVE, .target = INT32_MIN, .limit_ms = INT32_MIN};
    struct rig_frame frame = {UINT32_MAX, UINT16_MAX, ""};
    char text[RIG_CALL_ROOM], line[RIG_FRAME_LIMIT + 1];
    rig_call_write(&call, text);
    strcpy(frame.body, text);
    assert_true(rig_frame_write(RIG_HOST, &frame, line) <= RIG_REQUEST_LIMIT);
}

static void expect_given(enum rig_call_kind kind, const char *text) {
    struct rig_call call = {.kind = kind};
    union rig_response response;
    char again[RIG_RESPONSE_ROOM];
    if (!rig_response_read(&call, text, &response))
        fail_msg("'%s' was refused", text);
    rig_response_write(&call, &response, again);
    assert_string_equal(again, text);
}

static void values_come_back_as_they_went(void **state) {
    (void)state;
    expect_given(RIG_CALL_DESCRIBE, "0 500000 200000 0 250000 150000 100000 250000 400000 180000 "
                                    "20000 15000 2000000 300 20 1 0 12");
    for (int i = 0; i < 5; i++) {
        static const char *const motions[] = {"still 1 0 0", "moving 1 -5 7", "homing 0 5 0",
                                              "stalled 0 2147483647 -2147483648", "late 0 1 2"};
        expect_given(RIG_CALL_AXIS, motions[i]);
    }
    expect_given(RIG_CALL_WEIGH, "30012 -5 110003");
    expect_given(RIG_CALL_POLL, "none");
    expect_given(RIG_CALL_POLL, "start");
    expect_given(RIG_CALL_POLL, "exit");
    expect_given(RIG_CALL_POLL, "restart");
    expect_given(RIG_CALL_POLL, "knob y -3");
    expect_given(RIG_CALL_STOP, "");
    expect_given(RIG_CALL_HOME, "");
}

static void values_of_another_form_are_refused(void **state) {
    (void)state;
    static const struct {
        enum rig_call_kind kind;
        const char *text;
    } wrong[] = {{RIG_CALL_STOP, "1"},
                 {RIG_CALL_WEIGH, "1 2"},
                 {RIG_CALL_WEIGH, "1 2 3 4"},
                 {RIG_CALL_WEIGH, "1 2 x"},
                 {RIG_CALL_WEIGH, ""},
                 {RIG_CALL_WEIGH, "1 2 3 "},
                 {RIG_CALL_AXIS, "still 1 0"},
                 {RIG_CALL_AXIS, "still 2 0 0"},
                 {RIG_CALL_AXIS, "asleep 1 0 0"},
                 {RIG_CALL_POLL, ""},
                 {RIG_CALL_POLL, "knob"},
                 {RIG_CALL_POLL, "knob x"},
                 {RIG_CALL_POLL, "start 1"},
                 {RIG_CALL_POLL, "knob z 1"},
                 {RIG_CALL_WEIGH, "1 2 2147483648"},
                 {RIG_CALL_DESCRIBE, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 1"},
                 {RIG_CALL_DESCRIBE, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 1 2"},
                 {RIG_CALL_DESCRIBE, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 1 1 x"},
                 {RIG_CALL_DESCRIBE, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 1 1 12 13"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        union rig_response response;
        if (rig_response_read(&(struct rig_call){.kind = wrong[i].kind}, wrong[i].text, &response))
            fail_msg("'%s' was taken", wrong[i].text);
    }
}

/* A device that does not state its position tolerance has the usual one. */
static void a_tolerance_that_is_not_stated_is_the_usual_one(void **state) {
    (void)state;
    union rig_response response;
    struct rig_call call = {.kind = RIG_CALL_DESCRIBE};
    assert_true(rig_response_read(&call, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 1 1", &response));
    assert_int_equal(response.description.position_tolerance, RIG_POSITION_TOLERANCE);
    assert_true(rig_response_read(&call, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 1 1 7", &response));
    assert_int_equal(response.description.position_tolerance, 7);
}

/* The longest description fits a frame. */
static void descriptions_fit(void **state) {
    (void)state;
    union rig_response response;
    char text[RIG_RESPONSE_ROOM];
    memset(&response, 0, sizeof response);
    struct rig_description *of = &response.description;
    int32_t *numbers[] = {&of->travel_y, &of->floor_y,   &of->ring_height,       &of->cell_limit,
                          &of->grip_ms,  &of->sample_ms, &of->position_tolerance};
    for (int i = 0; i < RIG_AXES; i++)
        of->low[i] = of->high[i] = of->speed[i] = INT32_MIN;
    for (int i = 0; i < RIG_TOWERS; i++)
        of->tower_x[i] = INT32_MIN;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        *numbers[i] = INT32_MIN;
    struct rig_call call = {.kind = RIG_CALL_DESCRIBE};
    rig_response_write(&call, &response, text);
    assert_true(strlen(text) + strlen("ok ") <= RIG_BODY_LIMIT);
    union rig_response again;
    assert_true(rig_response_read(&call, text, &again));
    assert_memory_equal(&again.description, &response.description, sizeof response.description);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_come_back_as_they_went),
        cmocka_unit_test(what_is_no_call_is_refused),
        cmocka_unit_test(requests_are_short),
        cmocka_unit_test(values_come_back_as_they_went),
        cmocka_unit_test(values_of_another_form_are_refused),
        cmocka_unit_test(a_tolerance_that_is_not_stated_is_the_usual_one),
        cmocka_unit_test(descriptions_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
