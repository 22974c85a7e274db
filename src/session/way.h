/* The ways of an answer (work_solve) beyond their moves: the positions on them, and their
 * animation.
 */
#ifndef SESSION_WAY_H
#define SESSION_WAY_H

#include "session/session.h"

/* The most moves that are played through to reach a position on a way. */
#define WAY_REACH 100000
/* The most moves of an animation. */
#define WAY_ANIMATION_MOVES 2000

/* Plays moves of a way on the position, which is where its move number from (decimal, NULL is 0)
 * begins: count of them, or all up to its end. Returns false with an error: QD_BAD_INPUT as
 * puzzle_solve.walk, or if they are more than WAY_REACH (the position is then somewhere on the
 * way), QD_FAILURE if a move is not legal. */
bool way_play(const struct puzzle *puzzle, const struct answer *answer, unsigned way,
              const char *from, uint64_t count, struct position *position, qd_error *error);

/* The position after the first moves of a way, so many as from says. Returns NULL with an error as
 * way_play; else the caller frees it. */
struct position *way_position(const struct session *session, const struct answer *answer,
                              unsigned way, const char *from, qd_error *error);

/* The part of a way that is animated. */
struct way_part {
    unsigned way;
    const char *from; /* decimal; NULL is 0 */
    uint64_t count;   /* at the most; UINT64_MAX for all */
    double seconds;   /* for each move */
};

/* Appends an SVG document that plays the moves. options are those of the renderer. Returns QD_YES;
 * QD_BAD_INPUT with an error if the puzzle cannot be drawn, seconds is out of bounds
 * (base/draw/svg_animation.h), there is no such part, or it has more than WAY_ANIMATION_MOVES
 * moves; QD_FAILURE if a move is not legal. On anything but QD_YES nothing is appended. */
qd_status way_animate(const struct session *session, const struct answer *answer,
                      const struct way_part *part, const struct options *options, struct buf *out,
                      qd_error *error);

#endif
