/* What jobs do, and their results as objects. */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "server/http/request_body.h"
#include "server/jobs/jobs.h"
#include "session/verbs.h"

static void set(json_t *object, const char *name, json_t *value) {
    json_object_set_new(object, name, value);
}

static json_t *result_new(const char *status, const struct buf *text, const json_t *fields) {
    json_t *result = json_object();
    set(result, "status", json_string(status));
    set(result, "text", json_text(buf_text(text)));
    set(result, "fields", fields ? json_deep_copy(fields) : json_object());
    return result;
}

/* The moves of the first solution, from the number that is wanted on. */
static bool add_moves(const struct job_request *request, const struct answer *answer,
                      json_t *result, qd_error *error) {
    const struct puzzle_solve *solve = request->puzzle->solve;
    struct move_iterator *iterator = solve->iterate(answer, 0, request->from, error);
    if (!iterator)
        return false;
    struct buf move = {0};
    json_t *moves = json_array();
    bool more = true;
    for (uint64_t i = 0; i <= request->count; i++) {
        buf_clear(&move);
        more = solve->next(iterator, &move);
        if (!more || i == request->count)
            break;
        json_array_append_new(moves, json_text(buf_text(&move)));
    }
    set(result, "moves", moves);
    set(result, "complete", json_boolean(!more));
    buf_free(&move);
    solve->end(iterator);
    return true;
}

static json_t *solve(const struct job_request *request, qd_control *control, qd_error *error) {
    static const char *const words[] = {"solved", "unsolvable", "unknown"};
    struct answer answer = {0};
    json_t *result = NULL;
    qd_status status = verb_solve(request->session, request->options, control, &answer, error);
    if (status != QD_BAD_INPUT && status != QD_FAILURE) {
        result = result_new(words[answer.verdict], &answer.text, answer.fields);
        if (answer.solutions > 0 && !add_moves(request, &answer, result, error)) {
            json_decref(result);
            result = NULL;
        }
    }
    verb_answer_free(request->session, &answer);
    return result;
}

static json_t *list_of(const struct record *record) {
    json_t *list = json_array();
    for (size_t i = 0; i < record->count; i++)
        json_array_append_new(list, json_text(record->moves[i].text));
    return list;
}

/* The places that the moves of a hint are about. */
static json_t *cells_of(const struct job_request *request, const struct hint *hint) {
    struct record places = {0};
    for (size_t i = 0; request->puzzle->view && i < hint->moves.count; i++)
        request->puzzle->view->places(session_position(request->session), hint->moves.moves[i].text,
                                      &places);
    json_t *cells = list_of(&places);
    record_free(&places);
    return cells;
}

static json_t *hint(const struct job_request *request, qd_control *control, qd_error *error) {
    struct hint hint = {0};
    json_t *result = NULL;
    qd_status status = verb_hint(request->session, request->options, control, &hint, error);
    if (status != QD_BAD_INPUT && status != QD_FAILURE) {
        result = result_new(status == QD_YES  ? "hint"
                            : status == QD_NO ? "none"
                                              : "unknown",
                            &hint.text, hint.fields);
        set(result, "brief", json_text(buf_text(&hint.brief)));
        set(result, "moves", list_of(&hint.moves));
        set(result, "cells", cells_of(request, &hint));
    }
    hint_free(&hint);
    return result;
}

/* check and rate differ in little. */
static json_t *find_out(const struct job_request *request, qd_control *control, qd_error *error) {
    struct finding finding = {0};
    json_t *result = NULL;
    bool check = request->kind == JOB_CHECK;
    qd_status status = (check ? verb_check : verb_rate)(request->session, request->options, control,
                                                        &finding, error);
    if (status != QD_BAD_INPUT && status != QD_FAILURE) {
        const char *yes = check ? "valid" : "rated", *no = check ? "invalid" : "unsolvable";
        result = result_new(status == QD_YES  ? yes
                            : status == QD_NO ? no
                                              : "unknown",
                            &finding.text, finding.fields);
    }
    finding_free(&finding);
    return result;
}

/* What a check says of a draft, or only that it was made. */
static json_t *judge(const struct job_request *request, const struct session *session,
                     const struct finding *made, qd_control *control, qd_error *error) {
    if (!request->check)
        return result_new("made", &made->text, made->fields);
    /* nothing of the session is changed */
    struct job_request check = {.kind = JOB_CHECK, .puzzle = request->puzzle};
    check.session = (struct session *)(uintptr_t)session;
    check.options = body_options_new(request->puzzle);
    options_set(check.options, option_find(shared_options, "threads"), "1", NULL);
    json_t *result = find_out(&check, control, error);
    options_free(check.options);
    return result;
}

static json_t *draft_of(const struct session *session, qd_error *error) {
    struct buf text = {0};
    json_t *draft = NULL;
    if (verb_convert(session, NULL, &text, error)) {
        draft = json_object();
        set(draft, "puzzle", json_string(session_puzzle(session)->name));
        set(draft, "text", json_text(buf_text(&text)));
    }
    buf_free(&text);
    return draft;
}

/* A puzzle that nobody keeps. */
static json_t *draft(const struct job_request *request, qd_control *control, qd_error *error) {
    struct finding made = {0};
    struct session *own = request->session ? NULL : job_make(request, control, &made, error);
    const struct session *session = own ? own : request->session;
    json_t *result = session ? judge(request, session, &made, control, error) : NULL;
    json_t *text = result ? draft_of(session, error) : NULL;
    if (text)
        set(result, "draft", text);
    else {
        json_decref(result);
        result = NULL;
    }
    finding_free(&made);
    session_free(own);
    return result;
}

json_t *job_work(const struct job_request *request, qd_control *control, qd_error *error) {
    switch (request->kind) {
    case JOB_SOLVE:
        return solve(request, control, error);
    case JOB_HINT:
        return hint(request, control, error);
    case JOB_DRAFT:
        return draft(request, control, error);
    default:
        return find_out(request, control, error);
    }
}

struct session *job_make(const struct job_request *request, qd_control *control,
                         struct finding *finding, qd_error *error) {
    return verb_generate(request->puzzle, request->options, request->seed, control, finding, error);
}
