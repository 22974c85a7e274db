/* quandary VERB FILE... [options] */
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli/options/args.h"
#include "cli/options/help.h"
#include "cli/print/output.h"
#include "commit.h"

static qd_status print_overview(FILE *out) {
    struct buf text = {0};
    help_overview(&text);
    fputs(text.text, out);
    buf_free(&text);
    return out == stdout ? QD_YES : QD_BAD_INPUT;
}

static qd_status print_help(const struct verb *verb) {
    struct buf text = {0};
    help_verb(verb, &text);
    fputs(text.text, stdout);
    buf_free(&text);
    return QD_YES;
}

static qd_status run(int argc, char **argv) {
    struct request request;
    qd_error error = {0};
    qd_status status;
    if (!request_read(argc, argv, &request, &error))
        status = output_error(&(struct output){0}, &error, NULL, NULL);
    else if (request_flag(&request, "help"))
        status = print_help(request.verb);
    else
        status = request.verb->run(&request);
    request_free(&request);
    return status;
}

static bool is_one_of(const char *word, const char *a, const char *b) {
    return strcmp(word, a) == 0 || strcmp(word, b) == 0;
}

/* What a bug report should include. Scripts may rely on the first line. */
static qd_status print_version(void) {
    puts("quandary " QUANDARY_VERSION);
    if (QUANDARY_COMMIT[0])
        puts("commit " QUANDARY_COMMIT);
    puts("compiled by " QUANDARY_COMPILER);
    puts("with " QUANDARY_FEATURES);
    return QD_YES;
}

static qd_status start(int argc, char **argv) {
    char help[] = "help";
    if (argc < 2)
        return print_overview(stderr);
    if (is_one_of(argv[1], "--version", "-V"))
        return print_version();
    if (is_one_of(argv[1], "--help", "-h"))
        argv[1] = help; /* --help VERB is help VERB */
    return run(argc, argv);
}

int main(int argc, char **argv) {
    /* Only the character set follows the locale: numbers look the same everywhere. */
    setlocale(LC_CTYPE, "");
    /* A closed pipe becomes a write error, which output_close reports. */
    signal(SIGPIPE, SIG_IGN);
    /* So does a file that may not grow any further (ulimit -f). */
    signal(SIGXFSZ, SIG_IGN);
    qd_status status = start(argc, argv);
    qd_status written = output_close();
    return written > status ? (int)written : (int)status;
}
