#include <stdio.h>
#include <string.h>

#include "cli/options/complete.h"
#include "cli/print/output.h"

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
    error_set(&error, QD_BAD_INPUT, "there is no script for the shell '%.40s', only for %s", name,
              "bash, zsh and fish");
    return output_error(&(struct output){0}, &error, NULL, NULL);
}
