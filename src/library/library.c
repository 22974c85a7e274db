#include "library/library.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "search/control.h"

const struct option_spelling library_spelling = {.before = "'", .is = "=", .after = "'"};

const char *qd_version(void) {
    return QUANDARY_VERSION;
}

void qd_free(void *memory) {
    free(memory);
}

size_t qd_error_text(const qd_error *error, char *buffer, size_t size) {
    struct buf text = {0};
    error_print(error, &text);
    size_t length = text.size;
    if (size) {
        size_t kept = length < size ? length : size - 1;
        assert(kept < size);
        memcpy(buffer, buf_text(&text), kept);
        buffer[kept] = '\0';
    }
    buf_free(&text);
    return length;
}

qd_error *error_begin(qd_error *given, qd_error *own) {
    qd_error *error = given ? given : own;
    assert(error);
    *error = (qd_error){.status = QD_YES};
    return error;
}

/* ---- controls ---- */

qd_control *qd_control_new(const qd_limits *limits) {
    return control_new(limits);
}

void qd_control_free(qd_control *control) {
    control_free(control);
}

void qd_control_stop(qd_control *control) {
    control_stop(control);
}

qd_end qd_control_end(const qd_control *control) {
    return control_end(control);
}

void qd_control_progress(const qd_control *control, qd_progress *progress) {
    control_progress(control, progress);
}

void qd_control_report(qd_control *control, double seconds, qd_progress_report *report,
                       void *context) {
    control_report(control, seconds, report, context);
}

/* ---- calls ---- */

static bool options_suit(const struct puzzle *puzzle, unsigned capability, enum board_use board,
                         const qd_options *options, qd_error *error) {
    if (options->puzzle && options->puzzle != puzzle)
        return error_set(error, QD_BAD_INPUT, "these options are for %s, not for %s",
                         options->puzzle->name, puzzle->name);
    return puzzle_options_fit(puzzle, capability, board, options->values, error);
}

bool call_begin(struct call *call, const struct puzzle *puzzle, unsigned capability,
                enum board_use board, const qd_options *options, qd_control *control,
                qd_error *error) {
    *call = (struct call){.control = control};
    call->error = error_begin(error, &call->own_error);
    if (options && !options_suit(puzzle, capability, board, options, call->error))
        return false;
    if (!options)
        call->own_options = options_new(&library_spelling);
    call->options = options ? options->values : call->own_options;
    if (!control)
        call->control = call->own_control = control_new(NULL);
    assert(call->options && call->control && call->error);
    return true;
}

void call_end(struct call *call) {
    options_free(call->own_options);
    control_free(call->own_control);
}

static int add_bytes(const char *bytes, size_t size, void *buf) {
    buf_bytes(buf, bytes, size);
    return 0;
}

char *json_line_of(const json_t *fields) {
    struct buf line = {0};
    if (fields)
        json_dump_callback(fields, add_bytes, &line, JSON_COMPACT);
    else
        buf_add(&line, "{}");
    return buf_take(&line);
}
