#include "server/http/request_body.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "session/verbs.h"

/* ---- fields ---- */

bool wish_refuse(struct wish *wish, const char *name, const char *what) {
    if (!wish->bad) {
        reply_problem(wish->reply, 400, "bad_request", "%s: %s", name, what);
        reply_detail(wish->reply, "field", json_string(name));
    }
    wish->bad = true;
    return false;
}

static const json_t *field(struct wish *wish, const char *name) {
    const json_t *value = wish->body ? json_object_get(wish->body, name) : NULL;
    wish->seen += value != NULL;
    return value;
}

/* Moves, names and words are plain texts: no control characters. Texts of puzzles are not. */
static bool fits(const json_t *value, size_t limit) {
    return json_is_string(value) && json_string_length(value) <= limit &&
           strlen(json_string_value(value)) == json_string_length(value);
}

const char *wish_text(struct wish *wish, const char *name, size_t limit) {
    const json_t *value = field(wish, name);
    if (value && !fits(value, limit)) {
        wish_refuse(wish, name, "a text that is not too long was expected");
        return NULL;
    }
    return value ? json_string_value(value) : NULL;
}

int64_t wish_number(struct wish *wish, const char *name, int64_t low, int64_t high,
                    int64_t without) {
    const json_t *value = field(wish, name);
    if (!value)
        return without;
    int64_t number = json_integer_value(value);
    if (json_is_integer(value) && number >= low && number <= high)
        return number;
    char what[96];
    snprintf(what, sizeof what, "a whole number from %" PRId64 " to %" PRId64 " was expected", low,
             high);
    wish_refuse(wish, name, what);
    return without;
}

bool wish_flag(struct wish *wish, const char *name) {
    const json_t *value = field(wish, name);
    if (value && !json_is_boolean(value))
        return wish_refuse(wish, name, "true or false was expected");
    return json_is_true(value);
}

const json_t *wish_texts(struct wish *wish, const char *name, size_t most, size_t limit) {
    const json_t *list = field(wish, name);
    if (!list)
        return NULL;
    bool good = json_is_array(list) && json_array_size(list) >= 1 && json_array_size(list) <= most;
    for (size_t i = 0; good && i < json_array_size(list); i++)
        good = fits(json_array_get(list, i), limit);
    if (!good)
        wish_refuse(wish, name, "a list of texts, neither empty nor too long, was expected");
    return good ? list : NULL;
}

const json_t *wish_object(struct wish *wish, const char *name) {
    const json_t *value = field(wish, name);
    if (value && !json_is_object(value)) {
        wish_refuse(wish, name, "an object was expected");
        return NULL;
    }
    return value;
}

bool wish_good(struct wish *wish) {
    if (!wish->bad && wish->body && json_object_size(wish->body) != wish->seen) {
        reply_problem(wish->reply, 400, "bad_request", "there is a field that is not known here");
        wish->bad = true;
    }
    return !wish->bad;
}

/* ---- options ---- */

bool wish_may_set(const struct option_spec *spec, unsigned capability) {
    return (spec->scope == 0 || spec->scope & capability) && strcmp(spec->name, "threads") != 0 &&
           strcmp(spec->name, "ascii") != 0 && /* boards are drawn here, or by the page */
           !(capability == CAN_SOLVE && spec->scope & CAN_SHOW) &&
           !(spec->argument && strcmp(spec->argument, "FILE") == 0);
}

static const struct option_spec *find_in(const struct option_spec *table, unsigned capability,
                                         const char *name) {
    for (; table && table->name; table++)
        if (strcmp(table->name, name) == 0 && wish_may_set(table, capability))
            return table;
    return NULL;
}

struct options *request_options_new(const struct puzzle *puzzle) {
    const struct option_spelling spelling = {
        .before = "\"",
        .is = ": ",
        .after = "\"",
        .labels = puzzle->options ? puzzle->options : shared_options,
    };
    return options_new(&spelling);
}

QD_PRINTF(2, 3)
static bool refuse_options(struct reply *reply, const char *format, ...) {
    struct buf message = {0};
    va_list args;
    va_start(args, format);
    buf_vprintf(&message, format, args);
    va_end(args);
    reply_problem(reply, 400, "bad_request", "%.240s", buf_text(&message));
    reply_detail(reply, "field", json_string("options"));
    buf_free(&message);
    return false;
}

bool wish_set(struct options *options, const struct puzzle *puzzle, unsigned capability,
              const char *name, const char *value, struct reply *reply) {
    qd_error error = {0};
    const struct option_spec *spec = find_in(puzzle->options, capability, name);
    if (!spec)
        spec = find_in(shared_options, capability, name);
    if (!spec || !puzzle_takes(puzzle, capability, name))
        return refuse_options(reply, "option %.40s: it is not known here", name);
    return options_set(options, spec, value, &error) || refuse_options(reply, "%s", error.message);
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

bool wish_options_fit(const struct options *options, const struct puzzle *puzzle,
                      unsigned capability, struct reply *reply) {
    qd_error error = {0};
    enum board_use board = capability == CAN_SHOW ? BOARD_DRAWN : BOARD_NONE;
    return puzzle_options_fit(puzzle, capability, board, options, &error) ||
           refuse_options(reply, "%s", error.message);
}

struct options *wish_options(const struct puzzle *puzzle, unsigned capability, const json_t *object,
                             struct reply *reply) {
    struct options *options = request_options_new(puzzle);
    const char *name;
    json_t *value;
    char text[256];
    bool good = true;
    if (object) {
        /* jansson's iteration takes no const object, but changes nothing */
        json_t *all = json_copy((json_t *)(uintptr_t)object);
        json_object_foreach(all, name, value) {
            good = value_text(value, text)
                       ? wish_set(options, puzzle, capability, name, text, reply)
                       : refuse_options(reply,
                                        "option %.40s: a text, a number or a boolean was expected",
                                        name);
            if (!good)
                break;
        }
        json_decref(all);
    }
    /* For a new puzzle an image may still be added, which other options need. */
    if (good &&
        (capability == CAN_GENERATE || wish_options_fit(options, puzzle, capability, reply))) {
        options_set(options, option_find(shared_options, "threads"), "1", NULL);
        return options;
    }
    options_free(options);
    return NULL;
}
