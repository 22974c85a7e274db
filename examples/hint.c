/* Makes a new puzzle and solves it hint by hint, as a patient teacher would.
 * usage: hint PUZZLE SEED [OPTION=VALUE]... */
#include <quandary/quandary.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static qd_status complain(const qd_error *error) {
    char text[QD_ERROR_SIZE];
    qd_error_text(error, text, sizeof text);
    fputs(text, stderr);
    return error->status;
}

static void show(const qd_session *session) {
    char *board = qd_session_board(session, NULL, false, NULL);
    fputs(board ? board : "", stdout);
    qd_free(board);
}

/* Plays the moves of one hint. Returns QD_YES, or what kept it from doing so. */
static qd_status step(qd_session *session, qd_error *error) {
    qd_report *hint = qd_hint(session, NULL, NULL, error);
    if (!hint)
        return error->status;
    fputs(qd_report_text(hint), stdout);
    const qd_moves *moves = qd_report_moves(hint);
    for (size_t i = 0; i < qd_moves_count(moves); i++)
        qd_session_play(session, qd_moves_at(moves, i), NULL, error);
    qd_status status = qd_report_status(hint);
    qd_report_free(hint);
    return status;
}

/* Reads "rows=3"; a flag is a name alone. */
static bool set_option(qd_options *options, char *argument, qd_error *error) {
    char *value = strchr(argument, '=');
    if (value)
        *value++ = '\0';
    return qd_options_set(options, argument, value, error);
}

static qd_session *generate(int argc, char **argv, qd_error *error) {
    qd_options *options = qd_options_new(argv[1], error);
    bool fine = options != NULL;
    for (int i = 3; fine && i < argc; i++)
        fine = set_option(options, argv[i], error);
    qd_session *session = NULL;
    if (fine)
        session = qd_generate(argv[1], options, strtoull(argv[2], NULL, 10), NULL, error);
    qd_options_free(options);
    return session;
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fputs("usage: hint PUZZLE SEED [OPTION=VALUE]...\n", stderr);
        return QD_BAD_INPUT;
    }
    qd_error error;
    qd_session *session = generate(argc, argv, &error);
    if (!session)
        return complain(&error);
    show(session);
    qd_status status = QD_YES;
    while (status == QD_YES && !qd_session_solved(session))
        status = step(session, &error);
    show(session);
    qd_session_free(session);
    return error.status == QD_YES ? status : complain(&error);
}
