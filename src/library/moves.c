#include "library/library.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

bool qd_session_play(qd_session *session, const char *move, qd_error *error) {
    qd_error own;
    error = error_begin(error, &own);
    struct buf why = {0};
    bool played = session_move(session->game, move, &why);
    if (!played)
        error_set(error, QD_BAD_INPUT, "%s", buf_text(&why));
    buf_free(&why);
    return played;
}

bool qd_session_undo(qd_session *session) {
    return session_undo(session->game);
}

bool qd_session_redo(qd_session *session) {
    return session_redo(session->game);
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

qd_moves *qd_session_legal(const qd_session *session, size_t limit) {
    qd_moves *moves = MEM_NEW(qd_moves);
    const struct puzzle_rules *rules = session_puzzle(session->game)->rules;
    rules->moves(session_position(session->game), limit, &moves->record);
    assert(moves->record.count <= limit);
    return moves;
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
