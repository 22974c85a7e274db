#include "library/library.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "session/solution.h"
#include "session/verbs.h"

_Static_assert(QD_ANIMATION_MOVES == SOLUTION_ANIMATION_LIMIT, "the header tells the truth");

/* Holds a game of its own, so that it outlives the session it came from. */
struct qd_answer {
    struct session *game;
    qd_status status;
    struct answer found;
    char *json;
};

struct qd_solution {
    const struct puzzle_solve *solve;
    struct move_iterator *iterator;
    struct buf move;
    bool pending; /* move has not been handed out yet */
};

static struct session *game_from_here(const qd_session *session) {
    const struct puzzle *puzzle = session_puzzle(session->game);
    assert(session->game);
    return session_start_from(puzzle, puzzle->rules->copy(session_position(session->game)));
}

qd_answer *qd_solve(const qd_session *session, const qd_options *options, qd_control *control,
                    qd_error *error) {
    struct call call;
    if (!call_begin(&call, session_puzzle(session->game), CAN_SOLVE, BOARD_NONE, options, control,
                    error))
        return NULL;
    qd_answer *answer = MEM_NEW(qd_answer);
    answer->game = game_from_here(session);
    answer->status =
        verb_solve(answer->game, call.options, call.control, &answer->found, call.error);
    call_end(&call);
    if (answer->status == QD_BAD_INPUT || answer->status == QD_FAILURE) {
        qd_answer_free(answer);
        return NULL;
    }
    assert(answer->found.solutions == 0 || answer->found.verdict == QD_SOLVED);
    answer->json = json_line_of(answer->found.fields);
    return answer;
}

qd_status qd_answer_status(const qd_answer *answer) {
    return answer->status;
}

qd_verdict qd_answer_verdict(const qd_answer *answer) {
    return answer->found.verdict;
}

const char *qd_answer_text(const qd_answer *answer) {
    return buf_text(&answer->found.text);
}

const char *qd_answer_json(const qd_answer *answer) {
    return answer->json;
}

unsigned qd_answer_solutions(const qd_answer *answer) {
    return answer->found.solutions;
}

void qd_answer_free(qd_answer *answer) {
    if (!answer)
        return;
    verb_answer_free(answer->game, &answer->found);
    session_free(answer->game);
    free(answer->json);
    free(answer);
}

qd_solution *qd_solution_open(const qd_answer *answer, unsigned number, const char *from,
                              qd_error *error) {
    qd_error own;
    error = error_begin(error, &own);
    if (number >= answer->found.solutions) {
        error_set(error, QD_BAD_INPUT, "there is no solution %u: the answer has %u", number,
                  answer->found.solutions);
        return NULL;
    }
    const struct puzzle_solve *solve = session_puzzle(answer->game)->solve;
    struct move_iterator *iterator = solve->iterate(&answer->found, number, from, error);
    if (!iterator)
        return NULL;
    qd_solution *handle = MEM_NEW(qd_solution);
    handle->solve = solve;
    handle->iterator = iterator;
    return handle;
}

qd_status qd_solution_next(qd_solution *solution, char *buffer, size_t size) {
    if (!solution->pending) {
        buf_clear(&solution->move);
        solution->pending = solution->solve->next(solution->iterator, &solution->move);
    }
    if (!solution->pending)
        return QD_NO;
    assert(strlen(buf_text(&solution->move)) == solution->move.size && solution->move.size > 0);
    if (solution->move.size >= size)
        return QD_BAD_INPUT;
    memcpy(buffer, buf_text(&solution->move), solution->move.size + 1);
    solution->pending = false;
    assert(buffer[solution->move.size] == '\0');
    return QD_YES;
}

void qd_solution_close(qd_solution *solution) {
    if (!solution)
        return;
    solution->solve->end(solution->iterator);
    buf_free(&solution->move);
    free(solution);
}

char *qd_answer_animation(const qd_answer *answer, const qd_options *options, unsigned solution,
                          const char *from, uint64_t count, double seconds, qd_error *error) {
    struct call call;
    if (!call_begin(&call, session_puzzle(answer->game), CAN_SHOW, BOARD_DRAWN, options, NULL,
                    error))
        return NULL;
    const struct solution_part part = {.solution = solution,
                                       .from = from,
                                       .count = count,
                                       .seconds = seconds,
                                       .chosen_by = "from and count"};
    struct buf out = {0};
    qd_status status =
        solution_animate(answer->game, &answer->found, &part, call.options, &out, call.error);
    call_end(&call);
    if (status == QD_YES)
        return buf_take(&out);
    buf_free(&out);
    return NULL;
}
