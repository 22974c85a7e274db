/* Hints, checks, ratings, new instances, and what is lacking. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/conformance/conformance.h"

#include "session/verbs.h"

/* How many moves a solution takes, LONG_WAY if it is more; 0 if it is not known. */
static size_t solution_length(const struct instance *instance, const struct session *session) {
    if (!instance->puzzle->solve)
        return 0;
    struct call call = begin(&patience);
    struct answer answer = {0};
    struct record moves = {0};
    if (verb_solve(session, call.options, call.control, &answer, &call.error) == QD_YES)
        list_way(instance, &answer, 0, NULL, LONG_WAY, &moves);
    size_t length = moves.count;
    record_free(&moves);
    verb_answer_free(session, &answer);
    done(&call);
    return length;
}

/* Plays a hint. Returns false when there is none. */
static bool follow_hint(const struct instance *instance, struct session *session) {
    struct call call = begin_with_little_effort(instance->puzzle, &patience);
    struct hint hint = {0};
    qd_status status = verb_hint(session, call.options, call.control, &hint, &call.error);
    EXPECT(status == QD_YES || status == QD_NO, "status %d: %s", status, call.error.message);
    EXPECT(ends_a_line(&hint.text), "no reason");
    for (size_t i = 0; status == QD_YES && i < hint.moves.count; i++) {
        struct refusal why = {0};
        EXPECT(session_move(session, hint.moves.moves[i].text, NULL, &why) == QD_YES, "%s: %s",
               hint.moves.moves[i].text, buf_text(&why.text));
        refusal_free(&why);
    }
    hint_free(&hint);
    done(&call);
    return status == QD_YES;
}

void hints_lead_to_the_end(const struct instance *instance) {
    if (!instance->puzzle->hint)
        return;
    struct session *session = open_instance(instance);
    size_t length = solution_length(instance, session);
    size_t limit = length < LONG_WAY ? 2 * length + 1000 : 100;
    size_t followed = 0;
    while (followed < limit && follow_hint(instance, session))
        followed++;
    if (is_unsolvable(instance))
        EXPECT(followed == 0, "a hint, where there is no solution");
    else if (length < LONG_WAY)
        EXPECT(session_solved(session), "not solved after %zu hints", followed);
    else
        EXPECT(followed == limit, "the hints ended after %zu", followed);
    session_free(session);
}

void checked_and_rated(const struct instance *instance) {
    struct session *session = open_instance(instance);
    struct call call = begin_with_little_effort(instance->puzzle, &patience);
    struct finding check = {0}, rate = {0};
    if (instance->puzzle->check) {
        qd_status status = verb_check(session, call.options, call.control, &check, &call.error);
        EXPECT(status == QD_YES || status == QD_NO, "check: %d: %s", status, call.error.message);
        EXPECT(ends_a_line(&check.text), "check says nothing");
    }
    if (instance->puzzle->rate) {
        qd_status status = verb_rate(session, call.options, call.control, &rate, &call.error);
        EXPECT(status == (is_unsolvable(instance) ? QD_NO : QD_YES), "rate: %d: %s", status,
               call.error.message);
        EXPECT(ends_a_line(&rate.text), "rate says nothing");
    }
    finding_free(&check);
    finding_free(&rate);
    done(&call);
    session_free(session);
}

void seeds_decide(const struct puzzle *puzzle) {
    bool differ = false;
    char *first = NULL;
    for (uint64_t i = 0; puzzle->generate && i < 5; i++) {
        char *once = generated_text(puzzle, i), *twice = generated_text(puzzle, i);
        assert_string_equal(once, twice);
        differ = differ || (first && strcmp(first, once) != 0);
        free(twice);
        if (first)
            free(once);
        else
            first = once;
    }
    assert_true(!puzzle->generate || differ);
    free(first);
}

void lacking_is_said(const struct instance *instance) {
    struct session *whole = open_instance(instance);
    struct puzzle bare = *instance->puzzle;
    bare.solve = NULL;
    bare.check = NULL;
    bare.hint = NULL;
    bare.opponent = NULL;
    bare.generate = NULL;
    bare.rate = NULL;
    struct session *session = session_start_from(&bare, bare.rules->copy(session_position(whole)));
    struct call call = begin(NULL);
    struct answer answer = {0};
    struct hint hint = {0};
    struct finding finding = {0};
    qd_error *error = &call.error;
    EXPECT(verb_solve(session, call.options, call.control, &answer, error) == QD_BAD_INPUT,
           "solve");
    EXPECT(verb_hint(session, call.options, call.control, &hint, error) == QD_BAD_INPUT, "hint");
    EXPECT(verb_opponent(session, call.options, call.control, &hint, error) == QD_BAD_INPUT,
           "opponent");
    EXPECT(verb_check(session, call.options, call.control, &finding, error) == QD_BAD_INPUT,
           "check");
    EXPECT(verb_rate(session, call.options, call.control, &finding, error) == QD_BAD_INPUT, "rate");
    EXPECT(!verb_generate(&bare, call.options, 1, call.control, NULL, error), "generate");
    EXPECT(error->status == QD_BAD_INPUT && error->message[0], "no error");
    struct buf out = {0};
    EXPECT(!verb_convert(session, "no such format", &out, error) && error->message[0], "convert");
    EXPECT(verb_convert(session, NULL, &out, error) && out.size > 0, "convert");
    buf_free(&out);
    done(&call);
    session_free(session);
    session_free(whole);
}
