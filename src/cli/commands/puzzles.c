#include <stdio.h>

#include "base/json.h"
#include "cli/options/help.h"
#include "puzzles/interface/registry.h"

static void print_text(const struct puzzle *puzzle, bool first) {
    struct buf out = {0};
    help_puzzle_entry(puzzle, &out);
    printf("%s%s", first ? "" : "\n", out.text);
    buf_free(&out);
}

static json_t *formats_of(const struct puzzle *puzzle) {
    json_t *list = json_array();
    for (const struct puzzle_format *format = puzzle->text->formats; format->name; format++)
        json_array_append_new(list, json_pack("{s:o,s:o,s:o}", "name", json_text(format->name),
                                              "extension",
                                              json_text(format->extension ? format->extension : ""),
                                              "summary", json_text(format->summary)));
    return list;
}

/* The commands that work with this puzzle. Every puzzle has a file format, so it can be converted.
 */
static json_t *verbs_of(const struct puzzle *puzzle) {
    json_t *list = json_array();
    const struct verb *verb;
    for (size_t i = 0; (verb = verb_at(i)); i++)
        if (verb->scope & CAN_ALL ? puzzle_can(puzzle, verb->scope) : verb->scope == CLI_CONVERT)
            json_array_append_new(list, json_text(verb->name));
    return list;
}

static void print_json(const struct puzzle *puzzle) {
    json_t *object = json_pack("{s:o,s:o,s:o,s:o,s:o,s:o}", "puzzle", json_text(puzzle->name),
                               "title", json_text(puzzle->title), "summary",
                               json_text(puzzle->summary), "moves", json_text(puzzle->moves),
                               "formats", formats_of(puzzle), "verbs", verbs_of(puzzle));
    struct json_line line = {.out = stdout};
    json_line_fields(&line, object);
    json_line_end(&line);
    json_decref(object);
}

qd_status cmd_puzzles(const struct request *request) {
    const struct puzzle *puzzle;
    bool first = true;
    for (size_t i = 0; (puzzle = registry_at(i)); i++) {
        if (puzzle->hidden && !request_flag(request, "all"))
            continue;
        if (request_flag(request, "json"))
            print_json(puzzle);
        else
            print_text(puzzle, first);
        first = false;
    }
    return QD_YES;
}
