/* Logs: what was recorded is played again, and a run that leaves the log is told so with its line.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "rig/executor/config.h"
#include "rig/report/replay.h"
#include "rig/sim/sim.h"
#include "tests/support/temporary.h"

static const double weights[] = {30, 60, 110};

static void temporary_path(char path[64]) {
    temporary_name(path, 64, "rig");
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
}

static void write_log(const char *path, const char *text) {
    assert_true(file_replace(path, text, strlen(text), NULL));
}

/* A few calls of every kind; returns a number that depends on all they gave. */
static int64_t use(struct rig_device *device) {
    struct rig_description of;
    struct rig_axis_state state = {0};
    struct rig_sample sample;
    struct rig_input input;
    void *self = device->self;
    int64_t sum = 0;
    assert_int_equal(device->describe(self, &of), RIG_OK);
    sum += of.high[RIG_X] + of.name[0];
    assert_int_equal(device->move(self, RIG_X, 0, 100), RIG_REFUSED);
    assert_int_equal(device->home(self, RIG_Y, 60000), RIG_OK);
    do {
        device->sleep(self, 20);
        sum += device->clock(self);
        assert_int_equal(device->axis(self, RIG_Y, &state), RIG_OK);
        sum += state.at;
    } while (state.motion == RIG_HOMING);
    assert_int_equal(device->grip(self, RIG_CLOSED), RIG_OK);
    assert_int_equal(device->tare(self, 1), RIG_OK);
    assert_int_equal(device->weigh(self, &sample), RIG_OK);
    for (int i = 0; i < RIG_TOWERS; i++)
        sum = sum * 7 + sample.cell[i];
    assert_int_equal(device->poll(self, &input), RIG_OK);
    assert_int_equal(device->stop(self), RIG_OK);
    return sum * 5 + (int64_t)input.kind;
}

static void what_was_recorded_is_played_again(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        char path[64];
        struct rig_config config, settings;
        qd_error error = {0};
        temporary_path(path);
        rig_config_init(&config);
        config.mode = RIG_SOLVE;
        config.calibration.zero[1] = 0.1 + (double)seed / 3;
        struct rig_sim *sim = rig_sim_new(seed, 3, weights, 0);
        struct rig_record *record = rig_record_open(path, &config, rig_sim_device(sim), &error);
        assert_non_null(record);
        int64_t sum = use(rig_record_device(record));
        assert_true(rig_record_close(record, &error));
        rig_sim_free(sim);

        struct rig_replay *replay = rig_replay_open(path, &error);
        assert_non_null(replay);
        rig_config_init(&settings);
        rig_replay_settings(replay, &settings);
        assert_int_equal(settings.mode, RIG_SOLVE);
        assert_true(settings.calibration.zero[1] == config.calibration.zero[1]);
        struct rig_description description;
        assert_true(rig_replay_description(replay, &description));
        assert_true(rig_replay_left(replay) > 10);
        assert_true(use(rig_replay_device(replay)) == sum);
        assert_false(rig_replay_diverged(replay, NULL));
        assert_int_equal(rig_replay_left(replay), 0);
        rig_replay_free(replay);
        unlink(path);
    }
}

static const char head[] = "quandary rig log 1\nconfig mode=reset rings=30,60,110\n";

/* Opens a log with this text after its first lines. */
static struct rig_replay *open_log(const char *lines) {
    char path[64];
    struct buf text = {0};
    qd_error error = {0};
    temporary_path(path);
    buf_printf(&text, "%s%s", head, lines);
    write_log(path, text.text);
    struct rig_replay *replay = rig_replay_open(path, &error);
    if (!replay)
        fail_msg("%s", error.message);
    unlink(path);
    buf_free(&text);
    return replay;
}

static void expect_divergence(const char *lines, int line, const char *words) {
    struct rig_replay *replay = open_log(lines);
    struct rig_device *device = rig_replay_device(replay);
    struct rig_sample sample;
    qd_error error = {0};
    assert_int_equal(device->stop(device->self), RIG_OK);
    assert_false(rig_replay_diverged(replay, &error));
    assert_int_equal(device->weigh(device->self, &sample), RIG_DIVERGED);
    assert_true(rig_replay_diverged(replay, &error));
    assert_int_equal(error.line, line);
    if (!strstr(error.message, words))
        fail_msg("'%s' has no '%s'", error.message, words);
    /* From then on nothing works, and the first place stays the place. */
    assert_int_equal(device->stop(device->self), RIG_DIVERGED);
    int64_t now = device->clock(device->self);
    assert_true(device->clock(device->self) > now);
    assert_true(rig_replay_diverged(replay, &error));
    assert_int_equal(error.line, line);
    rig_replay_free(replay);
}

static void a_divergence_is_told_with_its_line(void **state) {
    (void)state;
    expect_divergence("stop = ok\npoll = ok none\n", 4, "the log has 'poll = ok none'");
    expect_divergence("stop = ok\n", 4, "the log ends");
    expect_divergence("stop = ok\nweigh = ok 1 2 3", 4, "the log ends");
    expect_divergence("stop = ok\nweigh = ok 1 2\n", 4, "the run makes 'weigh'");
    expect_divergence("stop = ok\nweigh = perhaps\n", 4, "the run makes 'weigh'");
    expect_divergence("stop = ok\nweigh = okay 1 2 3\n", 4, "the run makes 'weigh'");
    expect_divergence("stop = ok\nweigh\n", 4, "the run makes 'weigh'");
    expect_divergence("stop = ok\n\nweigh = ok 1 2 3\n", 4, "the log has ''");
}

/* Behind a divergence even the right call gets no answer: what follows would be of another run. */
static void nothing_is_played_after_a_divergence(void **state) {
    (void)state;
    struct rig_replay *replay = open_log("poll = ok none\nstop = ok\n");
    struct rig_device *device = rig_replay_device(replay);
    struct rig_input input;
    assert_int_equal(device->stop(device->self), RIG_DIVERGED);
    assert_int_equal(device->poll(device->self, &input), RIG_DIVERGED);
    assert_int_equal(rig_replay_left(replay), 2);
    rig_replay_free(replay);
}

static void all_statuses_are_played(void **state) {
    (void)state;
    struct rig_replay *replay = open_log("stop = ok\nstop = bus\nstop = refused\nstop = gone\n");
    struct rig_device *device = rig_replay_device(replay);
    assert_int_equal(device->stop(device->self), RIG_OK);
    assert_int_equal(device->stop(device->self), RIG_BUS_ERROR);
    assert_int_equal(device->stop(device->self), RIG_REFUSED);
    assert_int_equal(device->stop(device->self), RIG_GONE);
    assert_int_equal(rig_replay_left(replay), 0);
    rig_replay_free(replay);
}

static void expect_refused(const char *text, int line) {
    char path[64];
    qd_error error = {0};
    temporary_path(path);
    write_log(path, text);
    assert_null(rig_replay_open(path, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_int_equal(error.line, line);
    unlink(path);
}

static void what_is_no_log_is_refused(void **state) {
    (void)state;
    expect_refused("", 1);
    expect_refused("3 2 1 | |\n", 1);
    expect_refused("quandary rig log 2\nconfig mode=reset\n", 1);
    expect_refused("quandary rig log 1\n", 2);
    expect_refused("quandary rig log 1\nweigh = ok 1 2 3\n", 2);
    expect_refused("quandary rig log 1\nconfig mode=dance\n", 2);
    qd_error error = {0};
    assert_null(rig_replay_open("/nowhere/at/all", &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
}

static void a_log_that_cannot_be_written_is_told(void **state) {
    (void)state;
    struct rig_config config;
    qd_error error = {0};
    struct rig_sim *sim = rig_sim_new(1, 3, weights, 0);
    rig_config_init(&config);
    assert_null(rig_record_open("/nowhere/at/all", &config, rig_sim_device(sim), &error));
    assert_int_equal(error.status, QD_FAILURE);
    struct rig_record *record = rig_record_open("/dev/full", &config, rig_sim_device(sim), &error);
    assert_non_null(record);
    use(rig_record_device(record)); /* the run goes on */
    assert_false(rig_record_close(record, &error));
    assert_int_equal(error.status, QD_FAILURE);
    assert_string_equal(error.file, "/dev/full");
    rig_sim_free(sim);
}

static void settings_come_back_as_they_went(void **state) {
    (void)state;
    struct rig_config config, again;
    struct buf text = {0};
    rig_config_init(&config);
    config.mode = RIG_PARTICIPANT;
    config.rings = 5;
    for (int i = 0; i < 5; i++)
        config.weight[i] = 10.1 * (i + 1) / 3;
    config.start = 1;
    config.goal = 0;
    config.calibration.gain[2] = 1.0 / 3;
    config.calibration.zero[0] = -12.345678901234567;
    config.idle_ms = 77;
    config.seconds_limit = 0.1;
    rig_settings_write(&config, &text);
    rig_config_init(&again);
    assert_true(rig_settings_read(text.text, &again));
    assert_int_equal(again.mode, config.mode);
    assert_int_equal(again.rings, 5);
    assert_memory_equal(again.weight, config.weight, 5 * sizeof *config.weight);
    assert_memory_equal(&again.calibration, &config.calibration, sizeof config.calibration);
    assert_int_equal(again.start, 1);
    assert_int_equal(again.goal, 0);
    assert_int_equal(again.idle_ms, 77);
    assert_true(again.seconds_limit == 0.1);
    buf_free(&text);
}

static void wrong_settings_are_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"mode",
                                        "mode=",
                                        "mode=x",
                                        "rings=",
                                        "rings=1,",
                                        "rings=a",
                                        "rings=1,2,3,4,5,6,7,8,9",
                                        "zero=1,2",
                                        "gain=1,2,3,4",
                                        "start=1.5",
                                        "start=x",
                                        "unknown=1",
                                        "limit=nan",
                                        "limit=inf",
                                        "idle=1e99",
                                        "zero=0x1,2,3",
                                        "=1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct rig_config config;
        rig_config_init(&config);
        if (rig_settings_read(wrong[i], &config))
            fail_msg("'%s' was taken", wrong[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_recorded_is_played_again),
        cmocka_unit_test(a_divergence_is_told_with_its_line),
        cmocka_unit_test(nothing_is_played_after_a_divergence),
        cmocka_unit_test(all_statuses_are_played),
        cmocka_unit_test(what_is_no_log_is_refused),
        cmocka_unit_test(a_log_that_cannot_be_written_is_told),
        cmocka_unit_test(settings_come_back_as_they_went),
        cmocka_unit_test(wrong_settings_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
