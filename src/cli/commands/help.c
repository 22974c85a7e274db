#include <stdio.h>

#include "cli/options/help.h"
#include "cli/options/nearest.h"
#include "cli/print/output.h"
#include "puzzles/interface/registry.h"

static bool add_topic(const char *topic, struct buf *out, qd_error *error) {
    const struct verb *verb = verb_find(topic);
    const struct puzzle *puzzle = registry_find(topic);
    const char *near = nearest_verb(topic);
    near = near ? near : nearest_puzzle(topic);
    if (verb)
        help_verb(verb, out);
    else if (puzzle)
        help_puzzle(puzzle, out);
    else
        return error_set(error, QD_BAD_INPUT, "there is no help on '%.40s'; %s%s%s", topic,
                         near ? "did you mean " : "see quandary help", near ? near : "",
                         near ? "?" : "");
    return true;
}

qd_status cmd_help(const struct request *request) {
    struct buf out = {0};
    qd_error error = {0};
    qd_status status = QD_YES;
    if (request->argument_count == 0)
        help_overview(&out);
    else if (!add_topic(request->arguments[0], &out, &error))
        status = output_error(&(struct output){0}, &error, NULL, NULL);
    fputs(buf_text(&out), stdout);
    buf_free(&out);
    return status;
}
