#include "server/http/response.h"

#include <stdio.h>
#include <string.h>

#include "base/json.h"

/* ---- making one ---- */

void response_free(struct response *response) {
    json_decref(response->json);
    buf_free(&response->body);
    *response = (struct response){0};
}

void response_json(struct response *response, int status, json_t *value) {
    json_decref(response->json);
    response->json = value;
    response->status = status;
}

void response_problem(struct response *response, int status, const char *code, const char *format,
                      ...) {
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
    buf_clear(&response->body);
    response_json(response, status, object);
    response->type = NULL;
}

void response_detail(struct response *response, const char *name, json_t *value) {
    json_object_set_new(json_object_get(response->json, "error"), name, value);
}

void response_wrong_method(struct response *response, const char *method, const char *allowed) {
    response_problem(response, 405, "method_not_allowed", "%.10s is not allowed here", method);
    snprintf(response->allow, sizeof response->allow, "%s", allowed);
}

void response_failure(struct response *response, const qd_error *error) {
    fprintf(stderr, "quandary serve: %s\n", error->message);
    response_problem(response, 500, "failure", "the server has failed; its log says why");
}

void response_undecided(struct response *response) {
    response_problem(response, 503, "undecided",
                     "it could not be decided in time whether the move is legal");
}

void response_bad_text(struct response *response, const qd_error *error) {
    if (error->status == QD_FAILURE) {
        response_failure(response, error);
        return;
    }
    if (error->status == QD_LIMIT) {
        response_undecided(response);
        return;
    }
    response_problem(response, 422, "bad_text", "%s", error->message);
    response_detail(response, "line", json_integer(error->line));
    response_detail(response, "column", json_integer(error->column));
    response_detail(response, "excerpt", json_text(error->excerpt));
}

/* ---- sending it ---- */

void response_protect(const struct mhd *mhd, struct MHD_Response *message, const char *policy) {
    mhd->add_response_header(message, "Content-Security-Policy", policy);
    mhd->add_response_header(message, "X-Content-Type-Options", "nosniff");
    mhd->add_response_header(message, "Referrer-Policy", "no-referrer");
    mhd->add_response_header(message, "Cross-Origin-Opener-Policy", "same-origin");
    mhd->add_response_header(message, "Cross-Origin-Resource-Policy", "same-origin");
}

enum MHD_Result response_queue(const struct mhd *mhd, struct MHD_Connection *connection, int status,
                               struct MHD_Response *message) {
    if (!message)
        return MHD_NO;
    enum MHD_Result result = mhd->queue_response(connection, (unsigned)status, message);
    mhd->destroy_response(message);
    return result;
}

static void add_headers(const struct response *response, const struct mhd *mhd,
                        struct MHD_Response *message) {
    char text[128];
    /* pictures have their own styles, and no scripts */
    response_protect(mhd, message, "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    mhd->add_response_header(message, "Content-Type",
                             response->type ? response->type : "application/json");
    if (response->name[0]) {
        snprintf(text, sizeof text, "attachment; filename=\"%s\"", response->name);
        mhd->add_response_header(message, "Content-Disposition", text);
    }
    if (response->retry) {
        snprintf(text, sizeof text, "%d", response->retry);
        mhd->add_response_header(message, "Retry-After", text);
    }
    if (response->allow[0])
        mhd->add_response_header(message, "Allow", response->allow);
    if (response->close)
        mhd->add_response_header(message, "Connection", "close");
    if (response->status == 401)
        mhd->add_response_header(message, "WWW-Authenticate", "Bearer");
}

/* A proxy must not hold events back until it has a bufferful of them. */
static void add_stream_headers(const struct mhd *mhd, struct MHD_Response *message) {
    response_protect(mhd, message, "default-src 'none'");
    mhd->add_response_header(message, "Content-Type", "text/event-stream");
    mhd->add_response_header(message, "X-Accel-Buffering", "no");
}

/* The body, which the caller frees; NULL if it is empty. */
static char *take_bytes(struct response *response, size_t *size) {
    *size = response->body.size;
    if (!response->json)
        return *size > 0 ? buf_take(&response->body) : NULL;
    char *bytes = json_dumps(response->json, JSON_COMPACT);
    if (!bytes) { /* an empty answer would look like a good one */
        const qd_error error = {.message = "an answer cannot be written as JSON"};
        response_failure(response, &error);
        bytes = json_dumps(response->json, JSON_COMPACT);
    }
    *size = bytes ? strlen(bytes) : 0;
    return bytes;
}

enum MHD_Result response_send(struct response *response, const struct mhd *mhd,
                              struct MHD_Connection *connection) {
    size_t size;
    struct MHD_Response *message = response->stream;
    if (message)
        add_stream_headers(mhd, message);
    else {
        char *bytes = take_bytes(response, &size);
        message = bytes ? mhd->create_response_from_buffer(size, bytes, MHD_RESPMEM_MUST_FREE)
                        : mhd->create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
        if (message)
            add_headers(response, mhd, message);
    }
    if (message)
        mhd->add_response_header(message, "Cache-Control", "no-store");
    int status = response->status;
    response_free(response);
    return response_queue(mhd, connection, status, message);
}
