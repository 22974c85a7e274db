#include <stdio.h>
#include <string.h>

#include "cli/options/wrap.h"
#include "cli/run/files.h"

static const char *status_word(qd_status status) {
    return status == QD_YES ? "hint" : status == QD_NO ? "none" : "unknown";
}

static json_t *list_of(const struct record *moves) {
    json_t *list = json_array();
    for (size_t i = 0; i < moves->count; i++)
        json_array_append_new(list, json_text(moves->moves[i].text));
    return list;
}

static void add_moves(const struct record *moves, struct buf *out) {
    for (size_t i = 0; i < moves->count; i++)
        buf_printf(out, "%s%s", i ? " " : "", moves->moves[i].text);
}

/* Further lines of the text are aligned below its first. */
static void add_wrapped(const char *text, size_t indent, struct buf *out) {
    wrap_text(out, text, indent, indent);
}

/* The moves followed by the reason; or the reason, and the brief form of the moves below it. */
static void print_step(const struct job *job, const struct hint *hint, size_t number) {
    struct buf out = {0};
    if (number && !job->output->quiet)
        buf_printf(&out, "%zu. ", number);
    size_t indent = out.size;
    if (job->output->quiet || hint->brief.size == 0) {
        const char *why = job->output->quiet ? "" : buf_text(&hint->text);
        add_moves(&hint->moves, &out);
        if (out.size && *why)
            buf_add(&out, "  ");
        add_wrapped(why, out.size, &out);
    } else {
        add_wrapped(buf_text(&hint->text), indent, &out);
        buf_printf(&out, "%*s", (int)indent, "");
        add_wrapped(buf_text(&hint->brief), indent, &out);
    }
    fputs(out.text, output_stream(job->output));
    buf_free(&out);
}

static void print_text(const struct job *job, const struct hint *hint, qd_status status) {
    if (status == QD_YES || !job->output->quiet)
        print_step(job, hint, 0);
    if (status == QD_LIMIT && !job->output->quiet)
        fprintf(output_stream(job->output), "%s\n", job_end_sentence(job));
}

static void print_json(const struct job *job, const struct hint *hint, qd_status status) {
    struct json_line line;
    job_json_begin(job, &line, status_word(status));
    job_json_fields(&line, hint->fields);
    if (status == QD_YES && !json_object_get(hint->fields, "move"))
        job_json_field(&line, "move", json_text(hint->moves.moves[0].text));
    job_json_field(&line, "moves", list_of(&hint->moves));
    job_json_field(&line, "text", json_text(buf_text(&hint->text)));
    if (status == QD_LIMIT)
        job_json_field(&line, "ended", json_text(job_end_word(job)));
    job_json_end(job, &line);
}

static qd_status hint_once(struct job *job) {
    struct hint hint = {0};
    job_begin(job);
    qd_status status = verb_hint(job->session, job->options, job->control, &hint, &job->error);
    job_end(job);
    if (status != QD_BAD_INPUT && status != QD_FAILURE) {
        if (job->output->json)
            print_json(job, &hint, status);
        else
            print_text(job, &hint, status);
    }
    hint_free(&hint);
    return status;
}

/* Plays the hint. verb_hint has checked that its moves are legal. */
static void take_step(struct session *session, const struct hint *hint) {
    for (size_t i = 0; i < hint->moves.count; i++)
        session_move(session, hint->moves.moves[i].text, NULL, NULL);
}

static void keep_step(const struct hint *hint, json_t *steps) {
    json_t *step = hint->fields ? json_copy(hint->fields) : json_object();
    if (!json_object_get(step, "moves"))
        json_object_set_new(step, "moves", list_of(&hint->moves));
    if (!json_object_get(step, "text"))
        json_object_set_new(step, "text", json_text(buf_text(&hint->text)));
    json_array_append_new(steps, step);
}

/* How the series of hints ended; the last hint's text says why there are no more. */
static void print_all_end(const struct job *job, const struct hint *last, qd_status status,
                          const json_t *steps) {
    if (job->output->json) {
        struct json_line line;
        job_json_begin(job, &line, status_word(status));
        json_line_field(&line, "steps", steps);
        job_json_field(&line, "solved", json_boolean(session_solved(job->session)));
        if (status != QD_YES)
            job_json_field(&line, "text", json_text(buf_text(&last->text)));
        if (status == QD_LIMIT)
            job_json_field(&line, "ended", json_text(job_end_word(job)));
        job_json_end(job, &line);
    } else if (status != QD_YES) {
        print_text(job, last, status);
    }
}

/* Plays hint after hint until the puzzle is solved or there is no next one. hint receives the last.
 */
static qd_status walk_hints(struct job *job, struct hint *hint, json_t *steps) {
    qd_status status = QD_YES;
    for (size_t number = 1; status == QD_YES; number++) {
        hint_free(hint);
        status = control_spend(job->control, 0)
                     ? verb_hint(job->session, job->options, job->control, hint, &job->error)
                     : QD_LIMIT;
        if (status != QD_YES)
            break;
        if (job->output->json)
            keep_step(hint, steps);
        else
            print_step(job, hint, number);
        take_step(job->session, hint);
        if (session_solved(job->session) || output_broken())
            break;
    }
    return status;
}

static qd_status hint_all(struct job *job) {
    struct hint last = {0};
    json_t *steps = json_array();
    job->silent = !job->output->json;
    job_begin(job);
    qd_status status = walk_hints(job, &last, steps);
    job_end(job);
    if (status != QD_BAD_INPUT && status != QD_FAILURE)
        print_all_end(job, &last, status, steps);
    json_decref(steps);
    hint_free(&last);
    return status;
}

static qd_status hint(struct job *job) {
    return request_flag(job->request, "all") ? hint_all(job) : hint_once(job);
}

qd_status cmd_hint(const struct request *request) {
    return run_files(request, &(struct file_verb){.run = hint});
}
