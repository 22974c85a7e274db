#include "library/library.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

bool qd_session_play(qd_session *session, const char *move, qd_control *control, qd_error *error) {
    qd_error own;
    error = error_begin(error, &own);
    struct refusal refusal = {0};
    qd_status status = session_move(session->game, move, control, &refusal);
    if (status == QD_NO)
        error_set(error, QD_BAD_INPUT, "%s", buf_text(&refusal.text));
    if (status == QD_LIMIT)
        error_set(error, QD_LIMIT,
                  "a limit was reached before it was clear whether the move is legal");
    refusal_free(&refusal);
    return status == QD_YES;
}

/* Moves that were legal once are played again without a limit. */
bool qd_session_undo(qd_session *session) {
    return session_undo(session->game, NULL) == QD_YES;
}

bool qd_session_redo(qd_session *session) {
    return session_redo(session->game, NULL) == QD_YES;
}

size_t qd_session_redo_count(const qd_session *session) {
    return session_redo_count(session->game);
}

bool qd_session_solved(const qd_session *session) {
    return session_solved(session->game);
}

qd_moves *qd_session_played(const qd_session *session) {
    const struct record *played = session_moves(session->game);
    qd_moves *moves = MEM_NEW(qd_moves);
    for (size_t i = 0; i < played->count; i++)
        record_add(&moves->record, played->moves[i].text, 0);
    assert(moves->record.count == played->count);
    return moves;
}

qd_moves *qd_session_legal(const qd_session *session, size_t limit, qd_control *control,
                           qd_error *error) {
    qd_error own;
    error = error_begin(error, &own);
    qd_moves *moves = MEM_NEW(qd_moves);
    const struct puzzle_rules *rules = session_puzzle(session->game)->rules;
    qd_status status =
        rules->moves(session_position(session->game), limit, control, &moves->record);
    assert(moves->record.count <= limit);
    if (status == QD_YES)
        return moves;
    error_set(error, QD_LIMIT, "a limit was reached before all legal moves were found");
    qd_moves_free(moves);
    return NULL;
}

size_t qd_moves_count(const qd_moves *moves) {
    return moves->record.count;
}

const char *qd_moves_at(const qd_moves *moves, size_t index) {
    return index < moves->record.count ? moves->record.moves[index].text : NULL;
}

void qd_moves_free(qd_moves *moves) {
    if (!moves)
        return;
    record_free(&moves->record);
    free(moves);
}
