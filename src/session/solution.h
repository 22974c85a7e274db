/* The solutions of an answer (verb_solve) beyond their moves: the positions on them, and their
 * animation.
 */
#ifndef SESSION_SOLUTION_H
#define SESSION_SOLUTION_H

#include "session/session.h"

/* The most moves that are played through to reach a position on a solution. */
#define SOLUTION_PLAY_LIMIT 100000
/* The most moves of an animation. */
#define SOLUTION_ANIMATION_LIMIT 2000

/* Plays moves of a solution on the position, which is where its move number from (decimal, NULL is
 * 0) begins: count of them, or all up to its end. Returns false with an error: QD_BAD_INPUT as
 * puzzle_solve.iterate, or if they are more than SOLUTION_PLAY_LIMIT (the position is then
 * somewhere on the solution), QD_FAILURE if a move is not legal. */
bool solution_play(const struct puzzle *puzzle, const struct answer *answer, unsigned solution,
                   const char *from, uint64_t count, struct position *position, qd_error *error);

/* The position after the first `from` moves of a solution, which the caller frees. Returns NULL
 * with an error as solution_play does. */
struct position *solution_position(const struct session *session, const struct answer *answer,
                                   unsigned solution, const char *from, qd_error *error);

/* The part of a solution that is animated. */
struct solution_part {
    unsigned solution;
    const char *from;      /* decimal; NULL is 0 */
    uint64_t count;        /* at most; UINT64_MAX for all */
    double seconds;        /* for each move */
    const char *chosen_by; /* what the caller's users name to choose a part, for an error message;
                            * NULL: the message does not say */
};

/* Appends an SVG document that plays the moves. options are those of the renderer. Returns QD_YES;
 * QD_BAD_INPUT with an error if the puzzle cannot be drawn, seconds is out of bounds
 * (base/draw/svg_animation.h), there is no such part, or it has more than SOLUTION_ANIMATION_LIMIT
 * moves; QD_FAILURE if a move is not legal. On anything but QD_YES nothing is appended. */
qd_status solution_animate(const struct session *session, const struct answer *answer,
                           const struct solution_part *part, const struct options *options,
                           struct buf *out, qd_error *error);

#endif
