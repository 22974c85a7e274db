#include "session/solution.h"

#include <stdlib.h>

static bool refused(const struct puzzle *puzzle, const char *move, const struct refusal *refusal,
                    qd_error *error) {
    return error_set(error, QD_FAILURE,
                     "internal error: the move %.64s of %s is not legal (%s); please report it",
                     move, puzzle->name, buf_text(&refusal->text));
}

/* Plays the next moves of the iterator, at most count. */
static bool play_walk(const struct puzzle *puzzle, struct move_iterator *iterator, uint64_t count,
                      struct position *position, qd_error *error) {
    struct buf move = {0};
    struct refusal refusal = {0};
    bool fine = true;
    for (uint64_t played = 0; fine && played < count && puzzle->solve->next(iterator, &move);
         played++) {
        if (played == SOLUTION_PLAY_LIMIT)
            fine = error_set(error, QD_BAD_INPUT, "the position is more than %d moves away",
                             SOLUTION_PLAY_LIMIT);
        else if (puzzle->rules->move(position, buf_text(&move), NULL, &refusal) != QD_YES)
            fine = refused(puzzle, buf_text(&move), &refusal, error);
        buf_clear(&move);
    }
    buf_free(&move);
    refusal_free(&refusal);
    return fine;
}

bool solution_play(const struct puzzle *puzzle, const struct answer *answer, unsigned solution,
                   const char *from, uint64_t count, struct position *position, qd_error *error) {
    struct move_iterator *iterator = puzzle->solve->iterate(answer, solution, from, error);
    if (!iterator)
        return false;
    bool fine = play_walk(puzzle, iterator, count, position, error);
    puzzle->solve->end(iterator);
    return fine;
}

struct position *solution_position(const struct session *session, const struct answer *answer,
                                   unsigned solution, const char *from, qd_error *error) {
    const struct puzzle *puzzle = session_puzzle(session);
    const struct position *start = session_position(session);
    if (puzzle->solve->at)
        return puzzle->solve->at(start, answer, solution, from, error);
    struct position *position = puzzle->rules->copy(start);
    uint64_t count = from ? strtoull(from, NULL, 10) : 0;
    if (solution_play(puzzle, answer, solution, "0", count, position, error))
        return position;
    puzzle->rules->free(position);
    return NULL;
}
