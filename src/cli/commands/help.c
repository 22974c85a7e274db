/* help, manual and completion: texts that are generated from the tables. */
#include <stdio.h>
#include <string.h>

#include "cli/options/complete.h"
#include "cli/options/help.h"
#include "cli/options/manual.h"
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

qd_status cmd_manual(const struct request *request) {
    struct buf out = {0};
    const struct verb *verb = request->argument_count ? verb_find(request->arguments[0]) : NULL;
    if (request->argument_count && !verb) {
        qd_error error = {0};
        error_set(&error, QD_BAD_INPUT, "there is no command '%.40s'", request->arguments[0]);
        return output_error(&(struct output){0}, &error, NULL, NULL);
    }
    if (verb)
        manual_verb(verb, &out);
    else
        manual_program(&out);
    fputs(buf_text(&out), stdout);
    buf_free(&out);
    return QD_YES;
}

static const struct {
    const char *name;
    void (*script)(struct buf *out);
} shells[] = {{"bash", complete_bash}, {"zsh", complete_zsh}, {"fish", complete_fish}};

qd_status cmd_completion(const struct request *request) {
    const char *name = request->arguments[0];
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
        if (strcmp(shells[i].name, name) != 0)
            continue;
        struct buf out = {0};
        shells[i].script(&out);
        fputs(buf_text(&out), stdout);
        buf_free(&out);
        return QD_YES;
    }
    qd_error error = {0};
    error_set(&error, QD_BAD_INPUT, "no completion script for '%.40s'; there are scripts for %s",
              name, "bash, zsh and fish");
    return output_error(&(struct output){0}, &error, NULL, NULL);
}
