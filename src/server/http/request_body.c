#include "server/http/request_body.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "session/verbs.h"

/* ---- fields ---- */

bool body_refuse(struct request_body *body, const char *name, const char *what) {
    if (!body->bad) {
        response_problem(body->response, 400, "bad_request", "%s: %s", name, what);
        response_detail(body->response, "field", json_string(name));
    }
    body->bad = true;
    return false;
}

static const json_t *field(struct request_body *body, const char *name) {
    const json_t *value = body->json ? json_object_get(body->json, name) : NULL;
    body->seen += value != NULL;
    return value;
}

/* Moves, names and words are plain texts: no control characters. Texts of puzzles are not. */
static bool fits(const json_t *value, size_t limit) {
    return json_is_string(value) && json_string_length(value) <= limit &&
           strlen(json_string_value(value)) == json_string_length(value);
}

const char *body_text(struct request_body *body, const char *name, size_t limit) {
    const json_t *value = field(body, name);
    if (value && !fits(value, limit)) {
        body_refuse(body, name, "a text that is not too long was expected");
        return NULL;
    }
    return value ? json_string_value(value) : NULL;
}

int64_t body_number(struct request_body *body, const char *name, int64_t low, int64_t high,
                    int64_t without) {
    const json_t *value = field(body, name);
    if (!value)
        return without;
    int64_t number = json_integer_value(value);
    if (json_is_integer(value) && number >= low && number <= high)
        return number;
    char what[96];
    snprintf(what, sizeof what, "a whole number from %" PRId64 " to %" PRId64 " was expected", low,
             high);
    body_refuse(body, name, what);
    return without;
}

bool body_flag(struct request_body *body, const char *name) {
    const json_t *value = field(body, name);
    if (value && !json_is_boolean(value))
        return body_refuse(body, name, "true or false was expected");
    return json_is_true(value);
}

const json_t *body_texts(struct request_body *body, const char *name, size_t most, size_t limit) {
    const json_t *list = field(body, name);
    if (!list)
        return NULL;
    bool good = json_is_array(list) && json_array_size(list) >= 1 && json_array_size(list) <= most;
    for (size_t i = 0; good && i < json_array_size(list); i++)
        good = fits(json_array_get(list, i), limit);
    if (!good)
        body_refuse(body, name, "a list of texts, neither empty nor too long, was expected");
    return good ? list : NULL;
}

const json_t *body_object(struct request_body *body, const char *name) {
    const json_t *value = field(body, name);
    if (value && !json_is_object(value)) {
        body_refuse(body, name, "an object was expected");
        return NULL;
    }
    return value;
}

bool body_valid(struct request_body *body) {
    if (!body->bad && body->json && json_object_size(body->json) != body->seen) {
        response_problem(body->response, 400, "bad_request",
                         "there is a field that is not known here");
        body->bad = true;
    }
    return !body->bad;
}

/* ---- options ---- */

bool body_option_allowed(const struct option_spec *spec, unsigned capability) {
    return (spec->scope == 0 || spec->scope & capability) && strcmp(spec->name, "threads") != 0 &&
           strcmp(spec->name, "ascii") != 0 && /* boards are drawn here, or by the page */
           !(capability == CAN_SOLVE && spec->scope & CAN_SHOW) &&
           !(spec->argument && strcmp(spec->argument, "FILE") == 0);
}

static const struct option_spec *find_in(const struct option_spec *table, unsigned capability,
                                         const char *name) {
    for (; table && table->name; table++)
        if (strcmp(table->name, name) == 0 && body_option_allowed(table, capability))
            return table;
    return NULL;
}

struct options *body_options_new(const struct puzzle *puzzle) {
    const struct option_spelling spelling = {
        .before = "\"",
        .is = ": ",
        .after = "\"",
        .labels = puzzle->options ? puzzle->options : shared_options,
    };
    return options_new(&spelling);
}

QD_PRINTF(2, 3)
static bool refuse_options(struct response *response, const char *format, ...) {
    struct buf message = {0};
    va_list args;
    va_start(args, format);
    buf_vprintf(&message, format, args);
    va_end(args);
    response_problem(response, 400, "bad_request", "%.240s", buf_text(&message));
    response_detail(response, "field", json_string("options"));
    buf_free(&message);
    return false;
}

bool body_option_set(struct options *options, const struct puzzle *puzzle, unsigned capability,
                     const char *name, const char *value, struct response *response) {
    qd_error error = {0};
    const struct option_spec *spec = find_in(puzzle->options, capability, name);
    if (!spec)
        spec = find_in(shared_options, capability, name);
    if (!spec || !puzzle_takes(puzzle, capability, name))
        return refuse_options(response, "option %.40s: it is not known here", name);
    return options_set(options, spec, value, &error) ||
           refuse_options(response, "%s", error.message);
}

/* A value as the text that a table reads. Returns false if it has none. */
static bool value_text(const json_t *value, char out[256]) {
    if (json_is_boolean(value))
        snprintf(out, 256, "%s", json_is_true(value) ? "yes" : "no");
    else if (json_is_integer(value))
        snprintf(out, 256, "%" PRId64, (int64_t)json_integer_value(value));
    else if (json_is_real(value))
        snprintf(out, 256, "%.9g", json_real_value(value));
    else if (fits(value, 255))
        snprintf(out, 256, "%s", json_string_value(value));
    else
        return false;
    return true;
}

bool body_options_fit(const struct options *options, const struct puzzle *puzzle,
                      unsigned capability, struct response *response) {
    qd_error error = {0};
    enum board_use board = capability == CAN_SHOW ? BOARD_DRAWN : BOARD_NONE;
    return puzzle_options_fit(puzzle, capability, board, options, &error) ||
           refuse_options(response, "%s", error.message);
}

struct options *body_options(const struct puzzle *puzzle, unsigned capability, const json_t *object,
                             struct response *response) {
    struct options *options = body_options_new(puzzle);
    const char *name;
    json_t *value;
    char text[256];
    bool good = true;
    if (object) {
        /* jansson's iteration takes no const object, but changes nothing */
        json_t *all = json_copy((json_t *)(uintptr_t)object);
        json_object_foreach(all, name, value) {
            good = value_text(value, text)
                       ? body_option_set(options, puzzle, capability, name, text, response)
                       : refuse_options(response,
                                        "option %.40s: a text, a number or a boolean was expected",
                                        name);
            if (!good)
                break;
        }
        json_decref(all);
    }
    /* For a new puzzle an image may still be added, which other options need. */
    if (good &&
        (capability == CAN_GENERATE || body_options_fit(options, puzzle, capability, response))) {
        options_set(options, option_find(shared_options, "threads"), "1", NULL);
        return options;
    }
    options_free(options);
    return NULL;
}
