#include "library/library.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "session/way.h"
#include "session/work.h"

_Static_assert(QD_ANIMATION_MOVES == WAY_ANIMATION_MOVES, "the header tells the truth");

/* Holds a game of its own, so that it outlives the session it came from. */
struct qd_answer {
    struct session *game;
    qd_status status;
    struct answer found;
    char *json;
};

struct qd_walk {
    const struct puzzle_solve *solve;
    struct walk *walk;
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
    if (!call_begin(&call, session_puzzle(session->game), VERB_SOLVE, BOARD_NONE, options, control,
                    error))
        return NULL;
    qd_answer *answer = MEM_NEW(qd_answer);
    answer->game = game_from_here(session);
    answer->status =
        work_solve(answer->game, call.options, call.control, &answer->found, call.error);
    call_end(&call);
    if (answer->status == QD_BAD_INPUT || answer->status == QD_FAILURE) {
        qd_answer_free(answer);
        return NULL;
    }
    assert(answer->found.ways == 0 || answer->found.verdict == QD_SOLVED);
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

unsigned qd_answer_ways(const qd_answer *answer) {
    return answer->found.ways;
}

void qd_answer_free(qd_answer *answer) {
    if (!answer)
        return;
    work_answer_free(answer->game, &answer->found);
    session_free(answer->game);
    free(answer->json);
    free(answer);
}

qd_walk *qd_walk_open(const qd_answer *answer, unsigned way, const char *from, qd_error *error) {
    qd_error own;
    error = error_begin(error, &own);
    if (way >= answer->found.ways) {
        error_set(error, QD_BAD_INPUT, "there is no way %u: the answer has %u", way,
                  answer->found.ways);
        return NULL;
    }
    const struct puzzle_solve *solve = session_puzzle(answer->game)->solve;
    struct walk *walk = solve->walk(&answer->found, way, from, error);
    error_end(error);
    if (!walk)
        return NULL;
    qd_walk *handle = MEM_NEW(qd_walk);
    handle->solve = solve;
    handle->walk = walk;
    return handle;
}

qd_status qd_walk_next(qd_walk *walk, char *buffer, size_t size) {
    if (!walk->pending) {
        buf_clear(&walk->move);
        walk->pending = walk->solve->next(walk->walk, &walk->move);
    }
    if (!walk->pending)
        return QD_NO;
    assert(strlen(buf_text(&walk->move)) == walk->move.size && walk->move.size > 0);
    if (walk->move.size >= size)
        return QD_BAD_INPUT;
    memcpy(buffer, buf_text(&walk->move), walk->move.size + 1);
    walk->pending = false;
    assert(buffer[walk->move.size] == '\0');
    return QD_YES;
}

void qd_walk_close(qd_walk *walk) {
    if (!walk)
        return;
    walk->solve->end(walk->walk);
    buf_free(&walk->move);
    free(walk);
}

char *qd_answer_animation(const qd_answer *answer, const qd_options *options, unsigned way,
                          const char *from, uint64_t count, double seconds, qd_error *error) {
    struct call call;
    if (!call_begin(&call, session_puzzle(answer->game), VERB_SHOW, BOARD_DRAWN, options, NULL,
                    error))
        return NULL;
    const struct way_part part = {.way = way, .from = from, .count = count, .seconds = seconds};
    struct buf out = {0};
    qd_status status =
        way_animate(answer->game, &answer->found, &part, call.options, &out, call.error);
    call_end(&call);
    if (status == QD_YES)
        return buf_take(&out);
    buf_free(&out);
    return NULL;
}
