#include <stdio.h>

#include "cli/options/manual.h"
#include "cli/print/output.h"

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
