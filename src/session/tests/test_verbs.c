/* What a puzzle answers is checked before anyone sees it: a puzzle that lies is found out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "session/verbs.h"

/* ---- a puzzle that can be told to lie: count up to 3, one at a time ---- */

struct position {
    int at;
};

struct move_iterator {
    const char *moves;
};

/* What it answers; the options are handed through to it, so this needs no state of its own. */
enum { GOAL = 3 };

static struct position *copy(const struct position *position) {
    return mem_copy(position, sizeof *position);
}

static void free_position(struct position *position) {
    free(position);
}

static qd_status move(struct position *position, const char *text, qd_control *control,
                      struct refusal *refusal) {
    (void)control;
    if (strcmp(text, "+") != 0 || position->at >= GOAL) {
        buf_add(&refusal->text, "that is no step up");
        return QD_NO;
    }
    position->at++;
    return QD_YES;
}

static bool solved(const struct position *position) {
    return position->at == GOAL;
}

static const struct option_spec lies[] = {
    {.name = "moves", .kind = OPTION_TEXT, .argument = "TEXT", .initial = "+++"},
    {.name = "verdict", .kind = OPTION_TEXT, .argument = "TEXT", .initial = "solved"},
    {.name = NULL}};

/* Each character is a move. */
static qd_status solve(const struct position *position, const struct options *options,
                       qd_control *control, struct answer *answer, qd_error *error) {
    (void)position;
    (void)control;
    (void)error;
    bool none = strcmp(options_text(options, lies, "verdict"), "solved") != 0;
    answer->verdict = none ? QD_UNSOLVABLE : QD_SOLVED;
    answer->solutions = none ? 0 : 1;
    answer->data = mem_text(options_text(options, lies, "moves"));
    return none ? QD_NO : QD_YES;
}

static struct move_iterator *iterate(const struct answer *answer, unsigned solution,
                                     const char *from, qd_error *error) {
    (void)solution;
    (void)from;
    if (strcmp(answer->data, "shut") == 0)
        return error_set(error, QD_FAILURE, "it cannot be opened"), NULL;
    struct move_iterator *iterator = MEM_NEW(struct move_iterator);
    iterator->moves = answer->data;
    return iterator;
}

static bool next(struct move_iterator *iterator, struct buf *out) {
    if (!*iterator->moves)
        return false;
    buf_char(out, *iterator->moves++);
    return true;
}

static void end(struct move_iterator *iterator) {
    free(iterator);
}

static void release(struct answer *answer) {
    free(answer->data);
    answer->data = NULL;
}

static qd_status hint(const struct game *game, const struct options *options, qd_control *control,
                      struct hint *out, qd_error *error) {
    (void)game;
    (void)control;
    (void)error;
    char text[2] = "";
    for (const char *at = options_text(options, lies, "moves"); *at; at++) {
        text[0] = *at;
        record_add(&out->moves, text, 0);
    }
    return strcmp(options_text(options, lies, "verdict"), "late") == 0 ? QD_LIMIT : QD_YES;
}

static size_t bytes(const struct position *position) {
    (void)position;
    return 1;
}

static const struct puzzle_rules rules = {
    .copy = copy, .free = free_position, .bytes = bytes, .move = move, .solved = solved};
static const struct puzzle_solve solver = {
    .solve = solve, .iterate = iterate, .next = next, .end = end, .release = release};
static const struct puzzle_hint hinter = {.hint = hint};
static const struct puzzle_opponent opponent = {.choose = hint};
static const struct puzzle liar = {.name = "liar",
                                   .title = "Liar",
                                   .rules = &rules,
                                   .solve = &solver,
                                   .hint = &hinter,
                                   .opponent = &opponent};

/* ---- asking it ---- */

struct asked {
    struct session *session;
    struct options *options;
    qd_control *control;
    qd_error error;
};

static struct asked ask(int at, const char *moves, const char *verdict) {
    struct position *start = MEM_NEW(struct position);
    struct asked asked = {.options = options_new(NULL), .control = control_new(NULL)};
    start->at = at;
    asked.session = session_start_from(&liar, start);
    assert_true(options_set(asked.options, &lies[0], moves, NULL));
    assert_true(options_set(asked.options, &lies[1], verdict, NULL));
    return asked;
}

static void asked_free(struct asked *asked) {
    session_free(asked->session);
    options_free(asked->options);
    control_free(asked->control);
}

static void expect_solve(int at, const char *moves, const char *verdict, qd_status expected,
                         const char *says) {
    struct asked asked = ask(at, moves, verdict);
    struct answer answer = {0};
    assert_int_equal(verb_solve(asked.session, asked.options, asked.control, &answer, &asked.error),
                     expected);
    if (!strstr(asked.error.message, says))
        fail_msg("'%s' does not say '%s'", asked.error.message, says);
    verb_answer_free(asked.session, &answer);
    asked_free(&asked);
}

static void an_answer_that_does_not_hold_is_a_failure(void **state) {
    (void)state;
    expect_solve(0, "+++", "solved", QD_YES, "");
    expect_solve(1, "++", "solved", QD_YES, "");
    expect_solve(0, "++", "solved", QD_FAILURE, "the moves do not end solved");
    expect_solve(0, "", "solved", QD_FAILURE, "the moves do not end solved");
    expect_solve(0, "++++", "solved", QD_FAILURE, "that is no step up");
    expect_solve(0, "+-++", "solved", QD_FAILURE, "that is no step up");
    expect_solve(0, "shut", "solved", QD_FAILURE, "it cannot be opened");
    expect_solve(0, "", "none", QD_NO, "");
}

typedef qd_status ask_move(const struct session *session, const struct options *options,
                           qd_control *control, struct hint *hint, qd_error *error);

static void expect_move(ask_move *work, const char *moves, const char *verdict,
                        qd_status expected) {
    struct asked asked = ask(0, moves, verdict);
    struct hint found = {0};
    assert_int_equal(work(asked.session, asked.options, asked.control, &found, &asked.error),
                     expected);
    hint_free(&found);
    asked_free(&asked);
}

static void a_hint_that_cannot_be_played_is_a_failure(void **state) {
    (void)state;
    expect_move(verb_hint, "+", "", QD_YES);
    expect_move(verb_hint, "+++", "", QD_YES);
    expect_move(verb_hint, "", "", QD_FAILURE);
    expect_move(verb_hint, "-", "", QD_FAILURE);
    expect_move(verb_hint, "++++", "", QD_FAILURE);
    expect_move(verb_hint, "-", "late", QD_LIMIT); /* none was found, so none is looked at */
}

/* An opponent moves even when its time is up. */
static void a_reply_that_cannot_be_played_is_a_failure(void **state) {
    (void)state;
    expect_move(verb_opponent, "+", "", QD_YES);
    expect_move(verb_opponent, "+", "late", QD_LIMIT);
    expect_move(verb_opponent, "-", "", QD_FAILURE);
    expect_move(verb_opponent, "-", "late", QD_FAILURE);
}

#define REFUSED(what) "liar has no " what "; it supports: solve, hint, play, show"

static void what_it_cannot_do_is_refused(void **state) {
    (void)state;
    struct asked asked = ask(0, "+", "");
    struct finding finding = {0};
    assert_int_equal(verb_rate(asked.session, asked.options, asked.control, &finding, &asked.error),
                     QD_BAD_INPUT);
    assert_string_equal(asked.error.message, REFUSED("rating"));
    assert_int_equal(
        verb_check(asked.session, asked.options, asked.control, &finding, &asked.error),
        QD_BAD_INPUT);
    assert_string_equal(asked.error.message, REFUSED("check"));
    assert_null(verb_generate(&liar, asked.options, 1, asked.control, NULL, &asked.error));
    assert_string_equal(asked.error.message, REFUSED("generator"));
    asked_free(&asked);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_that_does_not_hold_is_a_failure),
        cmocka_unit_test(a_hint_that_cannot_be_played_is_a_failure),
        cmocka_unit_test(a_reply_that_cannot_be_played_is_a_failure),
        cmocka_unit_test(what_it_cannot_do_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
