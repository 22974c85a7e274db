#include "server/http/response.h"

#include <stdio.h>

#include "base/json.h"

void reply_free(struct reply *reply) {
    json_decref(reply->json);
    buf_free(&reply->body);
    *reply = (struct reply){0};
}

void reply_json(struct reply *reply, int status, json_t *value) {
    json_decref(reply->json);
    reply->json = value;
    reply->status = status;
}

void reply_problem(struct reply *reply, int status, const char *code, const char *format, ...) {
    struct buf message = {0};
    va_list args;
    va_start(args, format);
    buf_vprintf(&message, format, args);
    va_end(args);
    json_t *error = json_object(), *object = json_object();
    json_object_set_new(error, "code", json_string(code));
    json_object_set_new(error, "message", json_text(buf_text(&message)));
    json_object_set_new(object, "error", error);
    buf_free(&message);
    buf_clear(&reply->body);
    reply_json(reply, status, object);
    reply->type = NULL;
}

void reply_detail(struct reply *reply, const char *name, json_t *value) {
    json_object_set_new(json_object_get(reply->json, "error"), name, value);
}

void reply_failure(struct reply *reply, const qd_error *error) {
    fprintf(stderr, "quandary serve: %s\n", error->message);
    reply_problem(reply, 500, "failure", "the server could not do it");
}

void reply_undecided(struct reply *reply) {
    reply_problem(reply, 503, "undecided",
                  "it could not be decided in time whether the move is legal");
}

void reply_bad_text(struct reply *reply, const qd_error *error) {
    if (error->status == QD_FAILURE) {
        reply_failure(reply, error);
        return;
    }
    if (error->status == QD_LIMIT) {
        reply_undecided(reply);
        return;
    }
    reply_problem(reply, 422, "bad_text", "%s", error->message);
    reply_detail(reply, "line", json_integer(error->line));
    reply_detail(reply, "column", json_integer(error->column));
    reply_detail(reply, "excerpt", json_text(error->excerpt));
}
