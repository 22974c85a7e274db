/* Files that hold several puzzles one after the other. One of them is named FILE#3. */
#ifndef SESSION_COLLECTION_H
#define SESSION_COLLECTION_H

#include "session/session.h"

/* A file that was read, and where its puzzles are. Several threads may look at it at once. */
struct collection {
    struct source whole;
    struct recognised recognised; /* what it is, and so each of its parts */
    struct source_part *parts;    /* NULL: the whole file is one puzzle */
    size_t count;                 /* of puzzles */
    size_t chosen;                /* the puzzle that the name chooses, from 1; 0: none */
};

/* Reads the file ("-" is standard input). A name that ends with # and a number is that of a file
 * and of the puzzle in it, unless there is a file of the whole name. as may be NULL: recognised.
 * Returns false with an error, and nothing to free, if the file cannot be read, no puzzle looks
 * like it, or it does not hold as many. */
bool collection_read(const char *name, const struct puzzle *as, struct collection *collection,
                     qd_error *error);
/* The same for a text, which is copied. number: the chosen puzzle, from 1; 0: none. */
bool collection_open(const char *data, size_t size, const struct puzzle *as, size_t number,
                     struct collection *collection, qd_error *error);
void collection_free(struct collection *collection);

/* True if it is clear which puzzle is meant. Otherwise an error says how to choose one. */
bool collection_is_clear(const struct collection *collection, const char *name, qd_error *error);

/* Hands out the text of a puzzle (number from 1), for file_close; errors in it have their place in
 * the whole file. A file that is one puzzle gives its text away. */
void collection_part(struct collection *collection, size_t number, struct source *source);

#endif
