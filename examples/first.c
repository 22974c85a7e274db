/* The smallest whole program: solves a nonogram that stands in it, and shows the picture. */
#include <quandary/quandary.h>

#include <stdio.h>
#include <string.h>

static const char heart[] = "width 5\nheight 5\n"
                            "rows\n1,1\n5\n5\n3\n1\n"
                            "columns\n2\n4\n4\n4\n2\n";

/* Plays the first solution, so that the board shows it. */
static void play_solution(qd_session *session, const qd_answer *answer) {
    qd_solution *solution = qd_solution_open(answer, 0, NULL, NULL);
    char move[QD_MOVE_SIZE];
    while (qd_solution_next(solution, move, sizeof move) == QD_YES)
        qd_session_play(session, move, NULL, NULL);
    qd_solution_close(solution);
}

int main(void) {
    qd_error error;
    qd_session *session = qd_open_text(heart, strlen(heart), "heart", NULL, NULL, &error);
    qd_answer *answer = session ? qd_solve(session, NULL, NULL, &error) : NULL;
    if (!answer) {
        fprintf(stderr, "%s\n", error.message);
        qd_session_free(session);
        return error.status;
    }
    if (qd_answer_status(answer) == QD_YES)
        play_solution(session, answer);
    char *board = qd_session_board(session, NULL, false, NULL);
    printf("%s%s", qd_answer_text(answer), board);
    qd_status status = qd_answer_status(answer);
    qd_free(board);
    qd_answer_free(answer);
    qd_session_free(session);
    return status;
}
