/* The puzzles there are, and what can be asked of them. */
#include <string.h>

#include "puzzles/interface/registry.h"
#include "server/api/api.h"
#include "server/games/engine_seats.h"
#include "server/http/request_body.h"
#include "session/verbs.h"

static void set(json_t *object, const char *name, json_t *value) {
    json_object_set_new(object, name, value);
}

static json_t *text_or_null(const char *text) {
    return text ? json_string(text) : json_null();
}

/* The words of "a|b|c". */
static json_t *words_of(const char *text) {
    json_t *list = json_array();
    while (text && *text) {
        size_t size = strcspn(text, "|");
        json_array_append_new(list, json_stringn(text, size));
        text += size + (text[size] == '|');
    }
    return list;
}

static json_t *option_json(const struct option_spec *spec) {
    static const char *const kinds[] = {"flag", "int", "number", "size", "choice", "text", "text"};
    json_t *object = json_object();
    struct buf label = {0};
    option_label(spec, &label);
    set(object, "name", json_string(spec->name));
    set(object, "label", json_string(buf_text(&label)));
    buf_free(&label);
    set(object, "kind", json_string(kinds[spec->kind]));
    if (spec->kind == OPTION_CHOICE)
        set(object, "choices", words_of(spec->argument));
    set(object, "initial", text_or_null(spec->initial));
    if (spec->kind == OPTION_INT || spec->kind == OPTION_NUMBER) {
        set(object, "low", json_integer(spec->low));
        set(object, "high", json_integer(spec->high));
    }
    set(object, "help", json_string(spec->help));
    return object;
}

static void add_options(const struct option_spec *table, const struct puzzle *puzzle,
                        unsigned capability, json_t *list) {
    for (; table && table->name; table++)
        if (body_option_allowed(table, capability) && puzzle_takes(puzzle, capability, table->name))
            json_array_append_new(list, option_json(table));
}

static json_t *options_of(const struct puzzle *puzzle) {
    static const unsigned asked[] = {CAN_SOLVE, CAN_HINT,     CAN_CHECK,
                                     CAN_RATE,  CAN_GENERATE, CAN_SHOW};
    json_t *object = json_object();
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        json_t *list = json_array();
        add_options(puzzle->options, puzzle, asked[i], list);
        add_options(shared_options, puzzle, asked[i], list);
        set(object, capability_name(asked[i]), list);
    }
    return object;
}

static json_t *abilities_of(const struct puzzle *puzzle) {
    const struct {
        const char *name;
        const void *there;
    } abilities[] = {{"solve", puzzle->solve},       {"hint", puzzle->hint},
                     {"check", puzzle->check},       {"rate", puzzle->rate},
                     {"generate", puzzle->generate}, {"engine", puzzle->opponent},
                     {"seats", puzzle->seats}};
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof abilities / sizeof *abilities; i++)
        if (abilities[i].there)
            json_array_append_new(list, json_string(abilities[i].name));
    return list;
}

static json_t *formats_of(const struct puzzle *puzzle) {
    json_t *list = json_array();
    for (const struct puzzle_format *format = puzzle->text->formats; format->name; format++) {
        json_t *object = json_object();
        set(object, "name", json_string(format->name));
        set(object, "extension", json_string(format->extension));
        set(object, "summary", json_string(format->summary));
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *samples_of(const struct puzzle *puzzle) {
    json_t *list = json_array();
    for (const struct puzzle_sample *sample = puzzle->samples; sample && sample->name; sample++) {
        json_t *object = json_object();
        set(object, "name", json_string(sample->name));
        set(object, "text", json_string(sample->text));
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *puzzle_json(const struct puzzle *puzzle) {
    json_t *object = json_object();
    set(object, "name", json_string(puzzle->name));
    set(object, "title", json_string(puzzle->title));
    set(object, "summary", json_string(puzzle->summary));
    set(object, "moves", json_string(puzzle->moves));
    set(object, "can", abilities_of(puzzle));
    set(object, "formats", formats_of(puzzle));
    set(object, "samples", samples_of(puzzle));
    set(object, "levels", words_of(engine_levels(puzzle)));
    set(object, "options", options_of(puzzle));
    return object;
}

static json_t *limits_json(void) {
    json_t *object = json_object();
    set(object, "body_bytes", json_integer(APP_BODY));
    set(object, "moves", json_integer(APP_MOVES));
    set(object, "job_seconds", json_real(JOBS_SECONDS));
    set(object, "job_bytes", json_integer((json_int_t)JOBS_BYTES));
    set(object, "topics", json_integer(EVENTS_TOPICS));
    return object;
}

void api_puzzles(struct app *app, const struct request *request, struct response *response) {
    (void)app;
    (void)request;
    json_t *list = json_array(), *object = json_object();
    const struct puzzle *puzzle;
    for (size_t i = 0; (puzzle = registry_at(i)); i++)
        if (!puzzle->hidden)
            json_array_append_new(list, puzzle_json(puzzle));
    set(object, "puzzles", list);
    set(object, "limits", limits_json());
    response_json(response, 200, object);
}
