/* Positions along a game, so that going back replays few moves. They lie close together near the
 * end of the game and ever further apart towards its beginning: about two for each doubling of the
 * distance, so a game of 100,000 moves has some twenty. Where positions are large, a budget of
 * bytes makes them fewer still; the first one, where the game began, always stays. */
#ifndef SESSION_SNAPSHOTS_H
#define SESSION_SNAPSHOTS_H

#include "puzzles/interface/puzzle.h"

/* The most memory that the snapshots of one game take, the first one apart. */
enum { SNAPSHOTS_BYTES = 1 << 20 };

struct snapshot {
    struct position *position;
    size_t moves; /* that lead to it */
    size_t bytes;
};

/* Zero-initialise it; snapshots_free releases it. */
struct snapshots {
    const struct puzzle_rules *rules;
    struct snapshot *all; /* by the number of moves */
    size_t count, room;
    size_t bytes; /* of all but the first */
    size_t step;  /* a power of two: positions after other numbers of moves are not kept */
};

/* Begins with the start of a game, which is copied. */
void snapshots_begin(struct snapshots *snapshots, const struct puzzle_rules *rules,
                     const struct position *start);
void snapshots_free(struct snapshots *snapshots);

/* The game has reached a position after that many moves: copies it if it is worth keeping, and
 * drops older ones that are not any more. The game ends at `length` moves, or will. */
void snapshots_note(struct snapshots *snapshots, const struct position *position, size_t moves,
                    size_t length);
/* Drops what lies beyond that many moves. */
void snapshots_cut(struct snapshots *snapshots, size_t moves);
/* The last one that lies at most that many moves in. Never NULL. */
const struct snapshot *snapshots_before(const struct snapshots *snapshots, size_t moves);

/* Asserts that all of it is consistent. */
void snapshots_check(const struct snapshots *snapshots, size_t length);

#endif
