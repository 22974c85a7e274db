/* Solving: answers, solutions, stops. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/conformance/conformance.h"

#include "base/clock.h"
#include "base/thread.h"
#include "session/verbs.h"

/* "At once", for a call that was stopped before it began. */
static const double at_once = 5;

/* The solution as a list of at most that many moves. */
void list_way(const struct instance *instance, const struct answer *answer, unsigned solution,
              const char *from, size_t limit, struct record *moves) {
    const struct puzzle_solve *solve = instance->puzzle->solve;
    qd_error error = {0};
    struct move_iterator *iterator = solve->iterate(answer, solution, from, &error);
    EXPECT(iterator, "way %u: %s", solution, error.message);
    struct buf move = {0};
    while (moves->count < limit && (buf_clear(&move), solve->next(iterator, &move)))
        record_add(moves, buf_text(&move), 0);
    buf_free(&move);
    solve->end(iterator);
}

/* How many moves the instance's text itself lists. */
static size_t listed_moves(const struct instance *instance) {
    struct session *session = open_instance(instance);
    size_t count = session_moves(session)->count;
    session_free(session);
    return count;
}

/* The position that the puzzle gives for a move number is the one that playing the moves leads to.
 */
static void compare_position(const struct instance *instance, const struct session *session,
                             const struct answer *answer, unsigned solution) {
    const struct puzzle *puzzle = instance->puzzle;
    char from[32];
    qd_error error = {0};
    size_t played = session_moves(session)->count - listed_moves(instance);
    snprintf(from, sizeof from, "%zu", played);
    struct session *start = open_instance(instance);
    struct position *at =
        puzzle->solve->at(session_position(start), answer, solution, from, &error);
    EXPECT(at, "way %u at %s: %s", solution, from, error.message);
    struct buf said = {0}, reached = {0};
    struct record none = {0};
    puzzle->text->print(at, &none, puzzle->text->formats, &said, NULL);
    puzzle->text->print(session_position(session), &none, puzzle->text->formats, &reached, NULL);
    EXPECT(strcmp(buf_text(&said), buf_text(&reached)) == 0, "way %u at %s: %s is not %s", solution,
           from, buf_text(&said), buf_text(&reached));
    buf_free(&said);
    buf_free(&reached);
    puzzle->rules->free(at);
    session_free(start);
}

static void play_way(const struct instance *instance, const struct answer *answer,
                     unsigned solution) {
    struct session *session = open_instance(instance);
    struct record moves = {0}, later = {0};
    list_way(instance, answer, solution, NULL, 10 * LONG_WAY, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        struct refusal why = {0};
        if (instance->puzzle->solve->at && i < 100)
            compare_position(instance, session, answer, solution);
        EXPECT(session_move(session, moves.moves[i].text, NULL, &why) == QD_YES, "way %u, %s: %s",
               solution, moves.moves[i].text, buf_text(&why.text));
        refusal_free(&why);
    }
    EXPECT(moves.count == 10 * LONG_WAY || session_solved(session), "way %u ends unsolved",
           solution);
    if (moves.count > 1) {
        list_way(instance, answer, solution, "1", 1, &later);
        EXPECT(strcmp(later.moves[0].text, moves.moves[1].text) == 0, "begins at %s, not %s",
               later.moves[0].text, moves.moves[1].text);
    }
    record_free(&moves);
    record_free(&later);
    session_free(session);
}

static void expect_no_walk_from(const struct instance *instance, const struct answer *answer,
                                const char *from) {
    qd_error error = {0};
    EXPECT(!instance->puzzle->solve->iterate(answer, 0, from, &error), "walks from '%.20s'", from);
    EXPECT(error.status == QD_BAD_INPUT && error.message[0], "no error for '%.20s'", from);
}

static void play_ways(const struct instance *instance, const struct answer *answer) {
    char digits[5001];
    memset(digits, '9', sizeof digits - 1);
    digits[sizeof digits - 1] = '\0';
    for (unsigned solution = 0; solution < answer->solutions && solution < WAYS; solution++)
        play_way(instance, answer, solution);
    expect_no_walk_from(instance, answer, "x");
    expect_no_walk_from(instance, answer, "-1");
    expect_no_walk_from(instance, answer, digits);
}

void solved_or_proven(const struct instance *instance) {
    if (!instance->puzzle->solve)
        return;
    struct session *session = open_instance(instance);
    struct call call = begin(&patience);
    struct answer answer = {0};
    qd_status status = verb_solve(session, call.options, call.control, &answer, &call.error);
    bool beyond = instance->puzzle->solve->partial && status == QD_LIMIT;
    EXPECT(beyond || status == (is_unsolvable(instance) ? QD_NO : QD_YES), "status %d: %s%s",
           status, call.error.message, buf_text(&answer.text));
    EXPECT(ends_a_line(&answer.text), "no sentence: '%s'", buf_text(&answer.text));
    if (beyond) {
        EXPECT(answer.verdict == QD_UNKNOWN && answer.solutions == 0, "verdict %d", answer.verdict);
    } else if (status == QD_YES) {
        EXPECT(answer.verdict == QD_SOLVED, "verdict %d", answer.verdict);
        EXPECT(answer.solutions > 0, "no way");
        play_ways(instance, &answer);
    } else {
        EXPECT(answer.verdict == QD_UNSOLVABLE, "verdict %d", answer.verdict);
        EXPECT(answer.solutions == 0, "%u ways", answer.solutions);
    }
    verb_answer_free(session, &answer);
    done(&call);
    session_free(session);
}

/* One of two solves that run at the same time. */
struct solve_run {
    const struct session *session;
    struct call call;
    struct answer answer;
    qd_status status;
};

static void solve_on_thread(void *context) {
    struct solve_run *run = context;
    run->status = verb_solve(run->session, run->call.options, run->call.control, &run->answer,
                             &run->call.error);
}

static void expect_same_way(const struct instance *instance, const struct answer *a,
                            const struct answer *b) {
    struct record left = {0}, right = {0};
    list_way(instance, a, 0, NULL, LONG_WAY, &left);
    list_way(instance, b, 0, NULL, LONG_WAY, &right);
    EXPECT(left.count == right.count, "%zu and %zu moves", left.count, right.count);
    for (size_t i = 0; i < left.count; i++)
        EXPECT(strcmp(left.moves[i].text, right.moves[i].text) == 0, "move %zu differs", i);
    record_free(&left);
    record_free(&right);
}

void two_solves_agree(const struct instance *instance) {
    if (!instance->puzzle->solve)
        return;
    struct session *session = open_instance(instance);
    struct solve_run runs[2];
    struct thread threads[2];
    bool started[2];
    for (int i = 0; i < 2; i++) {
        runs[i] = (struct solve_run){.session = session, .call = begin(&patience)};
        started[i] = thread_start(&threads[i], solve_on_thread, &runs[i]);
        EXPECT(started[i], "no thread");
    }
    for (int i = 0; i < 2; i++)
        thread_join(&threads[i]);
    const struct answer *a = &runs[0].answer, *b = &runs[1].answer;
    EXPECT(runs[0].status == runs[1].status, "%d and %d", runs[0].status, runs[1].status);
    EXPECT(a->verdict == b->verdict && a->solutions == b->solutions, "verdicts or ways differ");
    EXPECT(strcmp(buf_text(&a->text), buf_text(&b->text)) == 0, "texts differ");
    EXPECT((!a->fields && !b->fields) || json_equal(a->fields, b->fields), "fields differ");
    if (a->solutions > 0)
        expect_same_way(instance, a, b);
    for (int i = 0; i < 2; i++) {
        verb_answer_free(session, &runs[i].answer);
        done(&runs[i].call);
    }
    session_free(session);
}

/* A solve whose control gives it nothing: no time, no states, or no memory. */
static void expect_short_solve(const struct instance *instance, const struct session *session,
                               struct call *call) {
    struct answer answer = {0};
    double start = clock_wall();
    qd_status status = verb_solve(session, call->options, call->control, &answer, &call->error);
    EXPECT(clock_wall() - start < at_once, "took %.1f s", clock_wall() - start);
    qd_status finished = is_unsolvable(instance) ? QD_NO : QD_YES;
    EXPECT(status == QD_LIMIT || status == finished, "status %d: %s", status, call->error.message);
    EXPECT(status != QD_LIMIT || answer.verdict == QD_UNKNOWN, "verdict %d", answer.verdict);
    verb_answer_free(session, &answer);
    done(call);
}

void stopped_calls_return(const struct instance *instance) {
    struct session *session = open_instance(instance);
    struct call call = begin(NULL);
    control_stop(call.control);
    double start = clock_wall();
    struct hint hint = {0};
    struct finding check = {0}, rate = {0};
    verb_hint(session, call.options, call.control, &hint, &call.error);
    verb_check(session, call.options, call.control, &check, &call.error);
    verb_rate(session, call.options, call.control, &rate, &call.error);
    session_free(
        verb_generate(instance->puzzle, call.options, SEED, call.control, NULL, &call.error));
    EXPECT(clock_wall() - start < at_once, "took %.1f s", clock_wall() - start);
    hint_free(&hint);
    finding_free(&check);
    finding_free(&rate);
    if (instance->puzzle->solve) {
        expect_short_solve(instance, session, &call);
        call = begin(&(qd_limits){.nodes = 1});
        expect_short_solve(instance, session, &call);
        call = begin(&(qd_limits){.bytes = 1});
        expect_short_solve(instance, session, &call);
    } else {
        done(&call);
    }
    session_free(session);
}
