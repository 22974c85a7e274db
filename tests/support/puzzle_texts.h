/* Reads a text of a puzzle that is known, in whatever format it is. */
#ifndef TESTS_SUPPORT_PUZZLE_TEXTS_H
#define TESTS_SUPPORT_PUZZLE_TEXTS_H

#include "puzzles/interface/puzzle.h"

/* As puzzle_text.parse. */
static inline struct position *text_parse(const struct puzzle_text *text,
                                          const struct source *source, struct record *moves,
                                          qd_error *error) {
    int sure;
    return text->parse(source, text->recognise(source, &sure), NULL, moves, error);
}

/* How sure the puzzle is that the text is its own. */
static inline int text_sureness(const struct puzzle_text *text, const struct source *source) {
    int sure;
    text->recognise(source, &sure);
    return sure;
}

/* As puzzle_text.cut. */
static inline size_t text_cut(const struct puzzle_text *text, const struct source *source,
                              struct source_part **parts) {
    int sure;
    return text->cut(source, text->recognise(source, &sure), parts);
}

#endif
