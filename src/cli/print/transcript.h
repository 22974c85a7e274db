/* What a job prints while another one has the word: kept in order, standard output and standard
 * error apart, until it is played. */
#ifndef CLI_PRINT_TRANSCRIPT_H
#define CLI_PRINT_TRANSCRIPT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/buf.h"

/* A stretch of the text that goes to the same place. */
struct transcript_part {
    size_t end; /* offset behind it */
    bool error; /* for standard error */
};

/* Must stay where it is between begin and end. */
struct transcript {
    FILE *stream; /* what is printed here is kept */
    bool error;   /* what is printed now is for standard error */
    struct buf text;
    struct transcript_part *parts;
    size_t part_count, part_room;
    void (*grown)(void *context, size_t bytes);
    void *context;
};

/* Begins an empty one. grown is called, by whoever prints, each time the text became longer by
 * bytes; it may play the transcript. */
void transcript_begin(struct transcript *transcript, void (*grown)(void *context, size_t bytes),
                      void *context);
/* Whether what is printed from now on is for standard error. */
void transcript_turn(struct transcript *transcript, bool error);
/* Closes the stream; the text stays. */
void transcript_end(struct transcript *transcript);
/* True if a part of it will be seen on a terminal. */
bool transcript_seen(const struct transcript *transcript);
/* Prints the text in the order in which it came, and forgets it. */
void transcript_play(struct transcript *transcript);
/* Releases the memory. */
void transcript_free(struct transcript *transcript);

#endif
