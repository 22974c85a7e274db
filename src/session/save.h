/* The saved-game format: one JSON object with the start as the puzzle's own text, the moves played,
 * and the moves that were taken back.
 *   {"quandary_game": 1, "puzzle": "hanoi", "start": "3 2 1 | |\n", "moves": [...], "undone":
 * [...]}
 */
#ifndef SESSION_SAVE_H
#define SESSION_SAVE_H

#include "puzzles/interface/puzzle.h"

struct save {
    const struct puzzle *puzzle;
    struct source start; /* owned by json */
    struct record played;
    struct record undone; /* the first one is the next to redo */
    json_t *json;
};

/* True if the text looks like a saved game, whole or broken. */
bool save_recognise(const struct source *source);

/* Reads a saved game. Returns false with an error; then there is nothing to free. */
bool save_read(const struct source *source, struct save *save, qd_error *error);
void save_free(struct save *save);

/* Where a key stands in the text of a saved game, 0 if it is nowhere. The JSON reader keeps no
 * places, so an error in a well-formed game points at the key that it is about. */
size_t save_place(const struct source *source, const char *key);

/* Writes one. undone: the last one is the next to redo. */
void save_print(const struct puzzle *puzzle, const struct position *start,
                const struct record *played, const struct record *undone, struct buf *out);

#endif
