/* Where a log of entries leads, without playing it: the moves that stand in the end, and those that
 * were taken back. A game that was undone and redone a thousand times is played once. */
#ifndef SERVER_GAMES_HISTORY_H
#define SERVER_GAMES_HISTORY_H

#include "puzzles/interface/record.h"
#include "server/store/store.h"

/* Zero-initialise it; history_free releases it. */
struct history {
    struct record played, undone; /* the last one that was undone is the next to redo */
};

/* Begins with these moves, which are copied. */
void history_begin(struct history *history, const struct record *played,
                   const struct record *undone);
void history_free(struct history *history);

/* Adds what an entry says, if it is about moves. Returns false if it takes back or redoes more than
 * there is. */
bool history_apply(struct history *history, const struct store_entry *entry);

#endif
