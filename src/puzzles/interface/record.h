/* A list of moves as text, with the place each was read from. */
#ifndef PUZZLES_INTERFACE_RECORD_H
#define PUZZLES_INTERFACE_RECORD_H

#include <stddef.h>

/* The longest move, in bytes. */
#define MOVE_LIMIT 64

struct record_move {
    char *text;
    size_t offset; /* where it stands in its source; 0 if it came from elsewhere */
};

/* Zero-initialise it: {0}. */
struct record {
    struct record_move *moves;
    size_t count;
    size_t room;
    size_t bytes; /* of the texts, with their ends */
};

void record_add(struct record *record, const char *text, size_t offset);
/* The same, of a text that is not NUL-terminated. */
void record_add_part(struct record *record, const char *text, size_t size, size_t offset);
/* Drops the moves from count on. */
void record_cut(struct record *record, size_t count);
/* About how many bytes of memory it takes. */
size_t record_memory(const struct record *record);
/* Releases everything; the record is as new. */
void record_free(struct record *record);

#endif
