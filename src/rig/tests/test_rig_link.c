/* Requests over a bad wire: carried out at most once, exactly once if the answer says so, and every
 * wait ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rig/tests/rig_noisy.h"
#include "tests/support/slow.h"

enum { MOST = 2000 };

/* A bad wire, a link over it, and how often the device did what it was asked. */
struct bench {
    struct noisy noisy;
    struct rig_link link;
    unsigned done[MOST]; /* by the request's own number in its body */
    unsigned latest;     /* the last one that was done */
    unsigned asked, answered, unknown;
};

/* The request says which one it is: "move x 17". */
static void carry_out(void *context, const char *body, char answer[RIG_BODY_LIMIT + 1]) {
    struct bench *bench = context;
    unsigned index;
    assert_int_equal(sscanf(body, "move x %u", &index), 1);
    assert_true(index < MOST);
    bench->done[index]++;
    assert_int_equal(bench->done[index], 1);
    assert_true(index >= bench->latest);
    bench->latest = index;
    snprintf(answer, RIG_BODY_LIMIT + 1, "ok %u", index);
}

static void bench_begin(struct bench *bench, uint64_t seed) {
    *bench = (struct bench){0};
    noisy_init(&bench->noisy, seed);
    bench->noisy.carry_out = carry_out;
    bench->noisy.context = bench;
    struct rig_wire wire = noisy_wire(&bench->noisy);
    rig_link_open(&bench->link, &wire, (uint32_t)seed * 977);
}

/* Sends the next request and checks what must hold whatever the wire does. */
static enum rig_reply ask_once(struct bench *bench) {
    char body[32], expected[32];
    unsigned index = bench->asked++;
    int64_t began = bench->noisy.now;
    snprintf(body, sizeof body, "move x %u", index);
    snprintf(expected, sizeof expected, "%u", index);
    enum rig_reply reply = rig_link_request(&bench->link, body);
    assert_true(bench->noisy.now - began <= RIG_CALL_MS); /* what every device promises */
    if (reply == RIG_REPLY_OK) {
        assert_int_equal(bench->done[index], 1);
        assert_string_equal(bench->link.answer, expected);
        bench->answered++;
    } else {
        bench->unknown++;
    }
    return reply;
}

/* As ask_once, in a new session. */
static enum rig_reply greet_again(struct bench *bench) {
    bench->link.greeted = false;
    return ask_once(bench);
}

static void add_asked(const unsigned percent[NOISE_KINDS], uint64_t seed, unsigned count,
                      unsigned tally[3]) {
    struct bench bench;
    bench_begin(&bench, seed);
    memcpy(bench.noisy.percent, percent, sizeof bench.noisy.percent);
    for (unsigned i = 0; i < count; i++)
        ask_once(&bench);
    tally[0] += bench.asked;
    tally[1] += bench.answered;
    tally[2] += bench.unknown;
    noisy_free(&bench.noisy);
}

static void a_clean_wire_needs_no_second_try(void **state) {
    (void)state;
    struct bench bench;
    bench_begin(&bench, 1);
    for (unsigned i = 0; i < 1000; i++)
        assert_int_equal(ask_once(&bench), RIG_REPLY_OK);
    assert_int_equal(bench.link.resent, 0);
    assert_int_equal(bench.link.stale, 0);
    assert_string_equal(bench.link.name, "noisy");
    assert_false(bench.link.restarted);
    noisy_free(&bench.noisy);
}

/* Each kind of noise alone, on one frame of five in each direction. */
static void each_noise_alone_is_survived(void **state) {
    (void)state;
    static const char *const names[] = {"lost",    "doubled", "cut",    "shifted",
                                        "changed", "garbage", "paused", "old"};
    for (int kind = 0; kind < NOISE_KINDS; kind++) {
        unsigned percent[NOISE_KINDS] = {0}, tally[3] = {0};
        percent[kind] = 20;
        for (uint64_t seed = 1; seed <= (slow_tests() ? 20 : 5); seed++)
            add_asked(percent, seed, 500, tally);
        print_message("%-8s %u asked, %u answered, %u unknown\n", names[kind], tally[0], tally[1],
                      tally[2]);
        assert_true(tally[2] <= tally[0] / 100);
    }
}

/* From a little of everything to half of all frames hit by each kind. */
static void all_noise_together_never_repeats_an_action(void **state) {
    (void)state;
    unsigned all[3] = {0};
    for (unsigned level = 2; level <= 50; level += 6) {
        unsigned percent[NOISE_KINDS], tally[3] = {0};
        for (int kind = 0; kind < NOISE_KINDS; kind++)
            percent[kind] = level;
        for (uint64_t seed = 1; seed <= (slow_tests() ? 10 : 3); seed++)
            add_asked(percent, seed * 100 + level, 200, tally);
        print_message("%2u %%: %u asked, %u answered, %u unknown\n", level, tally[0], tally[1],
                      tally[2]);
        for (int i = 0; i < 3; i++)
            all[i] += tally[i];
    }
    assert_true(all[1] > 0 && all[2] > 0);
}

static void a_silent_device_is_said_so_in_time(void **state) {
    (void)state;
    struct bench bench;
    bench_begin(&bench, 1);
    for (int i = 0; i < 3; i++)
        assert_int_equal(ask_once(&bench), RIG_REPLY_OK);
    bench.noisy.dead_from = bench.noisy.now;
    int64_t died = bench.noisy.now;
    while (!rig_link_gone(&bench.link))
        assert_int_equal(ask_once(&bench), RIG_REPLY_SILENT);
    assert_true(bench.noisy.now - died >= RIG_GONE_MS);
    assert_true(bench.noisy.now - died <= RIG_GONE_MS + RIG_GIVE_UP_MS);
    /* It wakes up, and does not execute the old requests. */
    bench.noisy.dead_from = INT64_MAX;
    unsigned asked = bench.asked;
    assert_int_equal(ask_once(&bench), RIG_REPLY_OK);
    assert_false(rig_link_gone(&bench.link));
    assert_int_equal(bench.done[asked], 1);
    for (unsigned i = 3; i < asked; i++)
        assert_int_equal(bench.done[i], 0);
    noisy_free(&bench.noisy);
}

/* The device dies at any moment, and comes back without its memory. */
static void a_device_that_was_switched_off_is_noticed(void **state) {
    (void)state;
    for (int64_t after = 0; after < 30; after++) {
        struct bench bench;
        bench_begin(&bench, 1);
        assert_int_equal(ask_once(&bench), RIG_REPLY_OK);
        bench.noisy.dead_from = bench.noisy.now + after;
        enum rig_reply reply = RIG_REPLY_OK;
        while (reply == RIG_REPLY_OK)
            reply = ask_once(&bench);
        assert_int_equal(reply, RIG_REPLY_SILENT);
        assert_false(bench.link.restarted);
        noisy_restart(&bench.noisy);
        bench.noisy.dead_from = INT64_MAX;
        assert_int_equal(ask_once(&bench), RIG_REPLY_RESTARTED);
        assert_true(bench.link.restarted);
        bench.link.restarted = false;
        assert_int_equal(ask_once(&bench), RIG_REPLY_OK);
        assert_false(bench.link.restarted); /* once is enough */
        noisy_free(&bench.noisy);
    }
}

/* Also if the session had been given up, so that no old request can show it. */
static void the_greeting_alone_shows_a_restart(void **state) {
    (void)state;
    struct bench bench;
    bench_begin(&bench, 1);
    assert_int_equal(ask_once(&bench), RIG_REPLY_OK);
    assert_int_equal(greet_again(&bench), RIG_REPLY_OK);
    assert_int_equal(ask_once(&bench), RIG_REPLY_OK);
    assert_false(bench.link.restarted);
    bench.noisy.dead_from = 0;
    for (int i = 0; i < 5; i++)
        assert_int_equal(greet_again(&bench), RIG_REPLY_SILENT);
    bench.noisy.dead_from = INT64_MAX;
    assert_int_equal(greet_again(&bench), RIG_REPLY_OK);
    assert_false(bench.link.restarted);
    noisy_restart(&bench.noisy);
    assert_int_equal(greet_again(&bench), RIG_REPLY_OK);
    assert_true(bench.link.restarted);
    noisy_free(&bench.noisy);
}

/* The previous session is then 0, even where 0 is the next number after the last one used. */
static void a_restart_is_seen_whatever_the_first_session_is(void **state) {
    (void)state;
    static const uint32_t firsts[] = {0, 1, UINT32_MAX, 77};
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++) {
        struct bench bench;
        bench_begin(&bench, 1);
        bench.link.first = bench.link.session = firsts[i];
        for (int greetings = 0; greetings < 2; greetings++) {
            assert_int_equal(greet_again(&bench), RIG_REPLY_OK);
            assert_false(bench.link.restarted);
        }
        noisy_restart(&bench.noisy);
        assert_int_equal(greet_again(&bench), RIG_REPLY_OK);
        /* Behind the highest number 0 is a session like any other: then it cannot be told. */
        assert_int_equal(bench.link.restarted, firsts[i] != UINT32_MAX);
        noisy_free(&bench.noisy);
    }
}

/* No number is used twice in a session: after 65535 a new session begins. */
static void numbers_run_out_without_harm(void **state) {
    (void)state;
    struct bench bench;
    bench_begin(&bench, 1);
    bench.link.first = bench.link.session = UINT32_MAX;
    assert_int_equal(ask_once(&bench), RIG_REPLY_OK);
    assert_int_equal(bench.link.session, 0);
    bench.link.number = bench.noisy.peer.last = UINT16_MAX - 1;
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(ask_once(&bench), RIG_REPLY_OK);
    assert_int_equal(bench.link.session, 1);
    assert_int_equal(bench.link.number, 3);
    assert_false(bench.link.restarted);
    noisy_free(&bench.noisy);
}

/* ---- a device that says what it should not ---- */

/* Answers every request with the same body. */
struct parrot {
    int64_t now;
    const char *body;
    struct rig_frame frame;
    bool asked, broken;
};

static bool parrot_write(void *context, const char *bytes, size_t size) {
    struct parrot *parrot = context;
    struct rig_scanner scanner = {.sender = RIG_HOST};
    for (size_t i = 0; i < size; i++)
        parrot->asked |= rig_scan(&scanner, (unsigned char)bytes[i], &parrot->frame);
    return !parrot->broken;
}

static int parrot_read(void *context, char *bytes, size_t room, int64_t wait_ms) {
    struct parrot *parrot = context;
    char text[RIG_FRAME_LIMIT + 1];
    parrot->now += wait_ms > 10 ? 10 : wait_ms;
    if (!parrot->asked || wait_ms <= 0)
        return 0;
    parrot->asked = false;
    if (parrot->frame.number != 0)
        snprintf(parrot->frame.body, sizeof parrot->frame.body, "%s", parrot->body);
    else if (strncmp(parrot->body, "hello ", 6) == 0)
        snprintf(parrot->frame.body, sizeof parrot->frame.body, "%s", parrot->body + 6);
    else
        snprintf(parrot->frame.body, sizeof parrot->frame.body, "ok 1 00000000 parrot");
    size_t size = rig_frame_write(RIG_DEVICE, &parrot->frame, text);
    assert_true(size <= room);
    memcpy(bytes, text, size);
    return (int)size;
}

static int64_t parrot_now(void *context) {
    return ((struct parrot *)context)->now;
}

static enum rig_reply ask_parrot(const char *body, char *answer) {
    struct parrot parrot = {.body = body};
    struct rig_wire wire = {
        .context = &parrot, .write = parrot_write, .read = parrot_read, .now = parrot_now};
    struct rig_link link;
    rig_link_open(&link, &wire, 1);
    enum rig_reply reply = rig_link_request(&link, "weigh");
    strcpy(answer, link.answer);
    return reply;
}

static void answers_are_told_apart(void **state) {
    (void)state;
    char answer[RIG_BODY_LIMIT + 1];
    assert_int_equal(ask_parrot("ok 1 2 3", answer), RIG_REPLY_OK);
    assert_string_equal(answer, "1 2 3");
    assert_int_equal(ask_parrot("ok", answer), RIG_REPLY_OK);
    assert_string_equal(answer, "");
    assert_int_equal(ask_parrot("fail range", answer), RIG_REPLY_FAIL);
    assert_string_equal(answer, "range");
    assert_int_equal(ask_parrot("fail greet", answer), RIG_REPLY_RESTARTED);
    assert_int_equal(ask_parrot("fail", answer), RIG_REPLY_NONSENSE);
    assert_int_equal(ask_parrot("okay", answer), RIG_REPLY_NONSENSE);
    assert_int_equal(ask_parrot("done", answer), RIG_REPLY_NONSENSE);
    assert_int_equal(ask_parrot("hello ok 2 00000000 parrot", answer), RIG_REPLY_VERSION);
    assert_int_equal(ask_parrot("hello fail version 2", answer), RIG_REPLY_VERSION);
    assert_int_equal(ask_parrot("hello ok parrot", answer), RIG_REPLY_NONSENSE);
    assert_int_equal(ask_parrot("hello ok 1 parrot", answer), RIG_REPLY_NONSENSE);
    assert_int_equal(ask_parrot("hello ok 1 0000000 parrot", answer), RIG_REPLY_NONSENSE);
    assert_int_equal(ask_parrot("hello fail broken", answer), RIG_REPLY_FAIL);
}

static void a_broken_wire_is_said_so(void **state) {
    (void)state;
    struct parrot parrot = {.body = "ok", .broken = true};
    struct rig_wire wire = {
        .context = &parrot, .write = parrot_write, .read = parrot_read, .now = parrot_now};
    struct rig_link link;
    rig_link_open(&link, &wire, 1);
    assert_int_equal(rig_link_request(&link, "weigh"), RIG_REPLY_BROKEN);
    parrot.broken = false;
    assert_int_equal(rig_link_request(&link, "weigh"), RIG_REPLY_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clean_wire_needs_no_second_try),
        cmocka_unit_test(each_noise_alone_is_survived),
        cmocka_unit_test(all_noise_together_never_repeats_an_action),
        cmocka_unit_test(a_silent_device_is_said_so_in_time),
        cmocka_unit_test(a_device_that_was_switched_off_is_noticed),
        cmocka_unit_test(the_greeting_alone_shows_a_restart),
        cmocka_unit_test(a_restart_is_seen_whatever_the_first_session_is),
        cmocka_unit_test(numbers_run_out_without_harm),
        cmocka_unit_test(answers_are_told_apart),
        cmocka_unit_test(a_broken_wire_is_said_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
