/* Collects what a job prints to standard output and standard error, in order, until it is the job's
 * turn to be printed. */
#ifndef CLI_PRINT_TRANSCRIPT_H
#define CLI_PRINT_TRANSCRIPT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/buf.h"

/* A part of the text that goes to one of the two streams. */
struct transcript_part {
    size_t end; /* offset of its end */
    bool error; /* for standard error */
};

/* Must not be moved between begin and end. */
struct transcript {
    FILE *stream; /* print to this */
    bool error;   /* the current part is for standard error */
    struct buf text;
    struct transcript_part *parts;
    size_t part_count, part_room;
    void (*grown)(void *context, size_t bytes);
    void *context;
};

/* Begins an empty transcript. grown is called on the printing thread each time the text has grown
 * by that many bytes; it may print the transcript. */
void transcript_begin(struct transcript *transcript, void (*grown)(void *context, size_t bytes),
                      void *context);
/* Chooses where the following text goes: standard error or standard output. */
void transcript_switch(struct transcript *transcript, bool error);
/* Closes the stream; the text stays. */
void transcript_end(struct transcript *transcript);
/* True if a part of it goes to a terminal. */
bool transcript_on_terminal(const struct transcript *transcript);
/* Prints the text in its order and clears it. */
void transcript_print(struct transcript *transcript);
/* Releases the memory. */
void transcript_free(struct transcript *transcript);

#endif
