/* The journal: its format, what is read from a damaged one, when it is refused, and disks that fill
 * up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "rig/executor/journal.h"
#include "rig/sim/sim.h"
#include "rig/tests/rig_judge.h"

static void drop(char *path) {
    unlink(path);
    free(path);
}

static char *read_text(const char *path) {
    struct source source;
    qd_error error;
    assert_true(file_read(path, &source, &error));
    char *text = strndup(source.data, source.size);
    file_close(&source);
    return text;
}

static struct rig_config usual(const char *path) {
    struct rig_config config;
    rig_config_init(&config);
    config.journal = path;
    return config;
}

/* ---- the format ---- */

static void the_format_is_pinned(void **state) {
    (void)state;
    char *path = judge_fresh_path();
    struct rig_config config = usual(path);
    struct rig_journal journal;
    struct rig_recovery recovery;
    char message[256];
    struct rig_board board = {
        .count = {2, 0, 0}, .ring = {{2, 1}}, .unsure = {2, 0, 0}, .hand = RIG_HAND_HOLDS};
    assert_true(rig_journal_open(&journal, &config, &recovery, message, sizeof message));
    assert_int_equal(recovery.lines, 0);
    assert_true(rig_journal_board(&journal, &board));
    assert_true(rig_journal_add(&journal, "step %d lift 0 1", 17));
    rig_journal_close(&journal);
    char *text = read_text(path);
    assert_string_equal(text, "2746485c 1 rings 30 60 110\n"
                              "da784ed7 2 run reset 0\n"
                              "010e9c27 3 board 21 - - 2 0 0 holds 0\n"
                              "0b6cc707 4 step 17 lift 0 1\n");
    free(text);
    assert_true(rig_journal_open(&journal, &config, &recovery, message, sizeof message));
    rig_journal_close(&journal);
    assert_int_equal(recovery.lines, 4);
    assert_int_equal(recovery.damaged, 0);
    assert_true(recovery.unfinished && recovery.in_step && recovery.has_board);
    assert_int_equal(recovery.board.count[0], 2);
    assert_int_equal(recovery.board.ring[0][1], 1);
    assert_int_equal(recovery.board.unsure[0], 2);
    assert_int_equal(recovery.board.hand, RIG_HAND_HOLDS);
    assert_int_equal(recovery.board.held, 0);
    drop(path);
}

/* Cut off anywhere, in its first line too, the journal still tells all lines that are whole. */
static void a_torn_journal_tells_what_is_whole(void **state) {
    (void)state;
    struct rig_config config = usual(NULL);
    const char *text = "2746485c 1 rings 30 60 110\nda784ed7 2 run reset 0\n010e9c27 3 board 21 - "
                       "- 2 0 0 holds 0\n";
    for (size_t size = 0; size <= strlen(text); size++) {
        struct rig_recovery recovery;
        bool other_rings;
        long whole = 0;
        for (size_t i = 0; i < size; i++)
            whole += text[i] == '\n';
        bool good = rig_journal_read(text, size, &config, &recovery, &other_rings);
        assert_int_equal(recovery.lines, whole);
        assert_true(good);
        assert_int_equal(recovery.has_board, whole == 3);
    }
}

/* Every single changed byte is noticed. */
static void damage_is_noticed(void **state) {
    (void)state;
    struct rig_config config = usual(NULL);
    const char *good = "2746485c 1 rings 30 60 110\nda784ed7 2 run reset 0\n010e9c27 3 board 21 - "
                       "- 2 0 0 holds 0\n";
    char *text = strdup(good);
    for (size_t i = 0; text[i] != '\0'; i++) {
        for (int bit = 0; bit < 8; bit++) {
            struct rig_recovery recovery;
            bool other_rings;
            text[i] = (char)(text[i] ^ 1 << bit);
            rig_journal_read(text, strlen(good), &config, &recovery, &other_rings);
            assert_true(recovery.damaged > 0 && recovery.lines < 3);
            text[i] = good[i];
        }
    }
    free(text);
}

/* A line that a damaged file system gives twice, or an old one, is passed over. */
static void a_line_that_comes_twice_counts_once(void **state) {
    (void)state;
    struct rig_config config = usual(NULL);
    const char *text =
        "2746485c 1 rings 30 60 110\nda784ed7 2 run reset 0\nda784ed7 2 run reset 0\n"
        "2746485c 1 rings 30 60 110\n";
    struct rig_recovery recovery;
    bool other_rings;
    assert_true(rig_journal_read(text, strlen(text), &config, &recovery, &other_rings));
    assert_int_equal(recovery.lines, 2);
    assert_int_equal(recovery.damaged, 2);
}

static void after_a_torn_line_it_goes_on(void **state) {
    (void)state;
    char *path = judge_fresh_path();
    struct rig_config config = usual(path);
    struct rig_journal journal;
    struct rig_recovery recovery;
    char message[256];
    FILE *file = fopen(path, "w");
    fputs("2746485c 1 rings 30 60 110\nda784ed7 2 run res", file);
    fclose(file);
    for (int i = 0; i < 2; i++) {
        assert_true(rig_journal_open(&journal, &config, &recovery, message, sizeof message));
        rig_journal_close(&journal);
    }
    assert_int_equal(recovery.lines, 3);
    assert_int_equal(recovery.damaged, 1);
    drop(path);
}

/* The journal cannot be used, and so the machine does nothing. */
static void expect_refused(struct trial *trial) {
    assert_int_equal(trial_run(trial, NULL, NULL), RIG_SAFE_STOP);
    assert_int_equal(trial->result.reason, RIG_REASON_JOURNAL);
    assert_int_equal(trial->result.steps, 0);
}

static void what_is_no_journal_is_not_written_to(void **state) {
    (void)state;
    static const char *const texts[] = {"a letter to my mother\n", "504178ca 1 rings 30 60 111\n",
                                        "\1\2\3"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct trial trial;
        trial_begin(&trial, 1, 2, true);
        FILE *file = fopen(trial.journal, "w");
        fputs(texts[i], file);
        fclose(file);
        expect_refused(&trial);
        char *text = read_text(trial.journal);
        assert_string_equal(text, texts[i]);
        free(text);
        trial_end(&trial);
    }
}

static void a_journal_of_other_rings_is_refused(void **state) {
    (void)state;
    char *path = judge_fresh_path();
    struct rig_config config = usual(path);
    struct rig_journal journal;
    struct rig_recovery recovery;
    char message[256];
    assert_true(rig_journal_open(&journal, &config, &recovery, message, sizeof message));
    rig_journal_close(&journal);
    config.weight[2] = 120;
    assert_false(rig_journal_open(&journal, &config, &recovery, message, sizeof message));
    assert_non_null(strstr(message, "other rings"));
    drop(path);
}

/* A journal that cannot be written stops the machine before it does what would not be written down.
 */
static void a_full_disk_stops_the_run(void **state) {
    (void)state;
    struct trial trial;
    trial_begin(&trial, 1, 2, false);
    trial.config.journal = "/dev/full";
    expect_refused(&trial);
    trial_end(&trial);
}

/* A run whose journal cannot be larger, by a limit on the size of files. */
static enum rig_end run_with_room(struct trial *trial, rlim_t bytes) {
    struct rlimit old;
    getrlimit(RLIMIT_FSIZE, &old);
    struct rlimit limit = {bytes, old.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
    enum rig_end end = trial_run(trial, NULL, NULL);
    setrlimit(RLIMIT_FSIZE, &old);
    signal(SIGXFSZ, SIG_DFL);
    return end;
}

/* The same in the middle of a run: wherever it strikes, the arm comes up. */
static void a_disk_that_fills_up_stops_the_run(void **state) {
    (void)state;
    for (rlim_t bytes = 100; bytes < 6000; bytes += 197) {
        struct trial trial;
        trial_begin(&trial, 1, 2, true);
        snprintf(trial.what, sizeof trial.what, "%d bytes", (int)bytes);
        assert_int_equal(run_with_room(&trial, bytes), RIG_SAFE_STOP);
        assert_int_equal(trial.result.reason, RIG_REASON_JOURNAL);
        assert_true(trial.result.arm_up);
        trial_end(&trial);
    }
}

/* ---- every step is written down before and after ---- */

static void every_step_is_in_the_journal(void **state) {
    (void)state;
    struct trial trial;
    trial_begin(&trial, 3, 2, true);
    assert_int_equal(trial_run(&trial, NULL, NULL), RIG_DONE);
    char *text = read_text(trial.journal);
    long number = 0;
    long ended = 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        long step;
        if (sscanf(line, "%*x %*d step %ld", &step) == 1) {
            assert_int_equal(step, ++number);
            assert_int_equal(ended, number - 1);
        } else if (sscanf(line, "%*x %*d did %ld", &step) == 1) {
            assert_int_equal(step, ++ended);
        }
    }
    assert_int_equal(number, trial.result.steps);
    assert_int_equal(ended, trial.result.steps);
    struct rig_truth truth;
    rig_sim_truth(trial.sim, &truth);
    assert_int_equal(truth.steps, trial.result.steps);
    free(text);
    trial_end(&trial);
}

/* ---- one run at a time ---- */

static void a_journal_is_locked(void **state) {
    (void)state;
    struct trial trial;
    struct rig_journal journal, second;
    struct rig_recovery recovery;
    char message[256];
    trial_begin(&trial, 1, 2, true);
    assert_true(rig_journal_open(&journal, &trial.config, &recovery, message, sizeof message));
    assert_false(rig_journal_open(&second, &trial.config, &recovery, message, sizeof message));
    assert_non_null(strstr(message, "in use by another run"));
    expect_refused(&trial);
    assert_true(rig_journal_add(&journal, "want 0 2")); /* the first one is not disturbed */
    rig_journal_close(&journal);
    assert_int_equal(trial_run(&trial, NULL, NULL), RIG_DONE);
    trial_end(&trial);
}

/* A run that cannot write its last line is not done. */
static void the_last_line_counts(void **state) {
    (void)state;
    struct trial trial;
    trial_begin(&trial, 3, 2, true);
    assert_int_equal(trial_run(&trial, NULL, NULL), RIG_DONE);
    char *text = read_text(trial.journal);
    rlim_t room = strlen(text) - 1;
    free(text);
    trial_end(&trial);
    trial_begin(&trial, 3, 2, true);
    assert_int_equal(run_with_room(&trial, room), RIG_SAFE_STOP);
    assert_int_equal(trial.result.reason, RIG_REASON_JOURNAL);
    assert_true(trial.result.board_known);
    trial_end(&trial);
}

/* ---- what cannot be ---- */

static bool reads_board(const char *text) {
    struct rig_config config;
    struct rig_recovery recovery;
    bool other_rings;
    struct rig_journal journal;
    char message[256];
    char *path = judge_fresh_path();
    config = usual(path);
    assert_true(rig_journal_open(&journal, &config, &recovery, message, sizeof message));
    assert_true(rig_journal_add(&journal, "board %s", text));
    rig_journal_close(&journal);
    char *whole = read_text(path);
    assert_true(rig_journal_read(whole, strlen(whole), &config, &recovery, &other_rings));
    free(whole);
    drop(path);
    return recovery.has_board;
}

/* A line with a good checksum that describes no board is passed over. */
static void boards_that_cannot_be_are_not_believed(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "21 0 - 3 0 0 empty -",  /* more unsure rings than rings */
        "21 0 - 0 1 0 empty -",  /* one ring alone is always in order */
        "21 0 - -2 0 0 empty -", /* fewer than none */
        "21 1 - 0 0 0 empty -",  /* a ring on two towers */
        "23 0 - 0 0 0 empty -",  /* a ring that is not there */
        "21 0 - 0 0 0 holds 0",  /* in the gripper and on a tower */
        "21 - - 0 0 0 empty 0",  /* an empty gripper with a ring in it */
        "21 - - 0 0 0 holds -",  "21 - - 0 0 0 holds 3", "21 - - 0 0 0 has 0",
        "21 0 - 0 0 0",          "21 0 - 0 0 empty -"};
    assert_true(reads_board("21 0 - 2 0 0 empty -"));
    assert_true(reads_board("21 - - 2 0 0 maybe 0"));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (reads_board(wrong[i]))
            fail_msg("'%s' was believed", wrong[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_format_is_pinned),
        cmocka_unit_test(a_torn_journal_tells_what_is_whole),
        cmocka_unit_test(damage_is_noticed),
        cmocka_unit_test(a_line_that_comes_twice_counts_once),
        cmocka_unit_test(after_a_torn_line_it_goes_on),
        cmocka_unit_test(what_is_no_journal_is_not_written_to),
        cmocka_unit_test(a_journal_of_other_rings_is_refused),
        cmocka_unit_test(a_full_disk_stops_the_run),
        cmocka_unit_test(a_disk_that_fills_up_stops_the_run),
        cmocka_unit_test(every_step_is_in_the_journal),
        cmocka_unit_test(a_journal_is_locked),
        cmocka_unit_test(the_last_line_counts),
        cmocka_unit_test(boards_that_cannot_be_are_not_believed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
