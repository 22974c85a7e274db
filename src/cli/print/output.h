/* How results and messages look: text or JSON, colours, boards, and where they go. */
#ifndef CLI_PRINT_OUTPUT_H
#define CLI_PRINT_OUTPUT_H

#include <jansson.h>

#include "cli/options/args.h"
#include "cli/print/transcript.h"
#include "cli/print/watch.h"

/* Chosen once for a run, from the options, the terminal and the environment. */
struct output {
    bool json, quiet, stats;
    bool colour;
    bool ascii; /* asked for, or the locale is not UTF-8 */
    enum watch_progress progress;
    struct transcript *transcript; /* what is printed is kept here; NULL: it is printed at once */
};

void output_choose(struct output *output, const struct request *request);

/* Where results are printed: standard output, or the transcript. */
FILE *output_stream(const struct output *output);

/* A line for people on standard error, behind what was printed so far. output_note is for whoever
 * never has a transcript. */
void output_tell(const struct output *output, const char *format, ...) QD_PRINTF(2, 3);
void output_note(const char *format, ...) QD_PRINTF(1, 2);

/* Prints an error: with its place and excerpt on standard error, or as a JSON object on standard
 * output. puzzle (its name) and file may be NULL. Returns the exit status for it. */
qd_status output_error(const struct output *output, const qd_error *error, const char *puzzle,
                       const char *file);

/* Appends the board; a puzzle that cannot draw one shows its text. */
void output_board(const struct output *output, const struct puzzle *puzzle,
                  const struct position *position, const struct options *options, struct buf *out);
/* Appends two boards side by side, each below its heading. Returns false, with nothing appended, if
 * they are too wide for that or the puzzle cannot draw them. */
bool output_two_boards(const struct output *output, const struct puzzle *puzzle,
                       const struct position *const positions[2], const char *const headings[2],
                       const struct options *options, struct buf *out);
/* The board without colours as a list of lines; the caller owns it. */
json_t *output_board_lines(const struct puzzle *puzzle, const struct position *position,
                           const struct options *options);

/* True unless the bytes are those of a format that is no text, such as an image. */
bool output_is_text(const struct buf *bytes);
/* True if such bytes can go to the file, or to standard output if path is NULL: not among JSON and
 * not on a terminal. Otherwise an error says so. */
bool output_takes(const struct output *output, const char *path, const struct buf *bytes,
                  qd_error *error);

/* Writes the bytes to the file, which is replaced as a whole, or to standard output if path is NULL
 * or "-". Returns false with an error. */
bool output_write(const char *path, const void *bytes, size_t size, qd_error *error);

/* True once standard output takes no more: whoever prints a lot then ends early. */
bool output_broken(void);
/* Makes sure that all that was printed arrived, and closes standard output. Returns QD_YES, or
 * QD_FAILURE after saying why; a reader that went away is no reason to say anything. */
qd_status output_close(void);

#endif
