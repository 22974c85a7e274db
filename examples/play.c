/* A player for any puzzle: a move, or one of the words below, on each line of standard input.
 * usage: play FILE */
#include <quandary/quandary.h>

#include <stdio.h>
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

static void list_moves(const qd_session *session) {
    qd_moves *moves = qd_session_legal(session, 100, NULL, NULL);
    for (size_t i = 0; i < qd_moves_count(moves); i++)
        printf("%s%s", i ? " " : "", qd_moves_at(moves, i));
    putchar('\n');
    qd_moves_free(moves);
}

static void give_hint(const qd_session *session) {
    qd_error error;
    qd_report *hint = qd_hint(session, NULL, NULL, &error);
    fputs(hint ? qd_report_text(hint) : error.message, stdout);
    qd_report_free(hint);
}

static void obey(qd_session *session, const char *line) {
    qd_error error;
    if (strcmp(line, "moves") == 0)
        list_moves(session);
    else if (strcmp(line, "hint") == 0)
        give_hint(session);
    else if (strcmp(line, "undo") == 0)
        puts(qd_session_undo(session) ? "taken back" : "nothing to take back");
    else if (strcmp(line, "redo") == 0)
        puts(qd_session_redo(session) ? "played again" : "nothing to play again");
    else if (strncmp(line, "save ", 5) == 0)
        puts(qd_session_save(session, line + 5, &error) ? "saved" : error.message);
    else if (!qd_session_play(session, line, NULL, &error))
        printf("%s\n", error.message);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fputs("usage: play FILE\n", stderr);
        return QD_BAD_INPUT;
    }
    qd_error error;
    qd_session *session = qd_open_file(argv[1], NULL, NULL, &error);
    if (!session)
        return complain(&error);
    printf("%s\n", qd_puzzle_moves(qd_session_puzzle(session)));
    show(session);
    char line[1024];
    while (!qd_session_solved(session) && fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        obey(session, line);
        show(session);
    }
    bool solved = qd_session_solved(session);
    puts(solved ? "Solved." : "Not solved.");
    qd_session_free(session);
    return solved ? QD_YES : QD_NO;
}
