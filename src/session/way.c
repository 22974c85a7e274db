#include "session/way.h"

#include <stdlib.h>

static bool refused(const struct puzzle *puzzle, const char *move, const struct buf *why,
                    qd_error *error) {
    return error_set(error, QD_FAILURE,
                     "internal error: the move %.64s of %s is not legal (%s); please report it",
                     move, puzzle->name, buf_text(why));
}

/* Plays the next moves of the walk, count at the most. */
static bool play_walk(const struct puzzle *puzzle, struct walk *walk, uint64_t count,
                      struct position *position, qd_error *error) {
    struct buf move = {0}, why = {0};
    bool fine = true;
    for (uint64_t played = 0; fine && played < count && puzzle->solve->next(walk, &move);
         played++) {
        if (played == WAY_REACH)
            fine = error_set(error, QD_BAD_INPUT, "the position is more than %d moves away",
                             WAY_REACH);
        else if (!puzzle->rules->move(position, buf_text(&move), &why))
            fine = refused(puzzle, buf_text(&move), &why, error);
        buf_clear(&move);
    }
    buf_free(&move);
    buf_free(&why);
    return fine;
}

bool way_play(const struct puzzle *puzzle, const struct answer *answer, unsigned way,
              const char *from, uint64_t count, struct position *position, qd_error *error) {
    struct walk *walk = puzzle->solve->walk(answer, way, from, error);
    if (!walk)
        return false;
    bool fine = play_walk(puzzle, walk, count, position, error);
    puzzle->solve->end(walk);
    return fine;
}

struct position *way_position(const struct session *session, const struct answer *answer,
                              unsigned way, const char *from, qd_error *error) {
    const struct puzzle *puzzle = session_puzzle(session);
    const struct position *start = session_position(session);
    if (puzzle->solve->at)
        return puzzle->solve->at(start, answer, way, from, error);
    struct position *position = puzzle->rules->copy(start);
    uint64_t count = from ? strtoull(from, NULL, 10) : 0;
    if (way_play(puzzle, answer, way, "0", count, position, error))
        return position;
    puzzle->rules->free(position);
    return NULL;
}
