#include "library/library.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "session/verbs.h"

struct qd_report {
    qd_status status;
    char *text;
    char *json;
    qd_moves moves;
};

/* Hands the found text and moves over to a report; NULL if there is nothing to report because the
 * call failed. */
static qd_report *report_of(qd_status status, struct buf *text, const json_t *fields,
                            struct record *moves) {
    if (status == QD_BAD_INPUT || status == QD_FAILURE)
        return NULL;
    assert(status == QD_YES || status == QD_NO || status == QD_LIMIT);
    qd_report *report = MEM_NEW(qd_report);
    report->status = status;
    report->text = buf_take(text);
    report->json = json_line_of(fields);
    if (moves) {
        report->moves.record = *moves;
        *moves = (struct record){0};
    }
    return report;
}

/* verb_hint or verb_opponent. */
typedef qd_status move_function(const struct session *session, const struct options *options,
                                qd_control *control, struct hint *hint, qd_error *error);

static qd_report *find_move(move_function *work, unsigned capability, const qd_session *session,
                            const qd_options *options, qd_control *control, qd_error *error) {
    struct call call;
    if (!call_begin(&call, session_puzzle(session->game), capability, BOARD_NONE, options, control,
                    error))
        return NULL;
    struct hint hint = {0};
    qd_status status = work(session->game, call.options, call.control, &hint, call.error);
    qd_report *report = report_of(status, &hint.text, hint.fields, &hint.moves);
    hint_free(&hint);
    call_end(&call);
    return report;
}

qd_report *qd_hint(const qd_session *session, const qd_options *options, qd_control *control,
                   qd_error *error) {
    return find_move(verb_hint, CAN_HINT, session, options, control, error);
}

qd_report *qd_reply(const qd_session *session, const qd_options *options, qd_control *control,
                    qd_error *error) {
    return find_move(verb_opponent, CAN_PLAY, session, options, control, error);
}

/* verb_check or verb_rate. */
typedef qd_status work_function(const struct session *session, const struct options *options,
                                qd_control *control, struct finding *finding, qd_error *error);

static qd_report *find_out(work_function *work, unsigned capability, const qd_session *session,
                           const qd_options *options, qd_control *control, qd_error *error) {
    struct call call;
    if (!call_begin(&call, session_puzzle(session->game), capability, BOARD_NONE, options, control,
                    error))
        return NULL;
    struct finding finding = {0};
    qd_status status = work(session->game, call.options, call.control, &finding, call.error);
    qd_report *report = report_of(status, &finding.text, finding.fields, NULL);
    finding_free(&finding);
    call_end(&call);
    return report;
}

qd_report *qd_check(const qd_session *session, const qd_options *options, qd_control *control,
                    qd_error *error) {
    return find_out(verb_check, CAN_CHECK, session, options, control, error);
}

qd_report *qd_rate(const qd_session *session, const qd_options *options, qd_control *control,
                   qd_error *error) {
    return find_out(verb_rate, CAN_RATE, session, options, control, error);
}

qd_report *qd_generate_report(const qd_session *session) {
    struct buf text = {0};
    buf_add(&text, buf_text(&session->made.text));
    return report_of(QD_YES, &text, session->made.fields, NULL);
}

qd_status qd_report_status(const qd_report *report) {
    return report->status;
}

const char *qd_report_text(const qd_report *report) {
    return report->text;
}

const char *qd_report_json(const qd_report *report) {
    return report->json;
}

const qd_moves *qd_report_moves(const qd_report *report) {
    return &report->moves;
}

void qd_report_free(qd_report *report) {
    if (!report)
        return;
    record_free(&report->moves.record);
    free(report->text);
    free(report->json);
    free(report);
}
