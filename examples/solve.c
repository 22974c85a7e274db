/* Solves a puzzle and prints the moves.   usage: solve FILE */
#include <quandary/quandary.h>

#include <stdio.h>

static qd_status complain(const qd_error *error) {
    char text[QD_ERROR_SIZE];
    qd_error_text(error, text, sizeof text);
    fputs(text, stderr);
    return error->status;
}

/* The first solution; the others, if any, have the numbers 1, 2, ... */
static void print_moves(const qd_answer *answer) {
    qd_solution *solution = qd_solution_open(answer, 0, NULL, NULL);
    char move[QD_MOVE_SIZE];
    while (qd_solution_next(solution, move, sizeof move) == QD_YES)
        puts(move);
    qd_solution_close(solution);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fputs("usage: solve FILE\n", stderr);
        return QD_BAD_INPUT;
    }
    qd_error error;
    qd_session *session = qd_open_file(argv[1], NULL, NULL, &error);
    if (!session)
        return complain(&error);
    qd_answer *answer = qd_solve(session, NULL, NULL, &error);
    qd_session_free(session);
    if (!answer)
        return complain(&error);
    fputs(qd_answer_text(answer), stdout);
    if (qd_answer_solutions(answer) > 0)
        print_moves(answer);
    qd_status status = qd_answer_status(answer);
    qd_answer_free(answer);
    return status;
}
