/* Printing: results as text or JSON, messages, boards, colours, and where all of it goes. */
#ifndef CLI_PRINT_OUTPUT_H
#define CLI_PRINT_OUTPUT_H

#include <jansson.h>

#include "cli/options/args.h"
#include "cli/print/transcript.h"
#include "cli/print/watch.h"

/* Chosen once at the start from the options, the terminal and the environment. */
struct output {
    bool json, quiet, stats;
    bool colour;
    bool ascii; /* --ascii, or the locale is not UTF-8 */
    enum watch_progress progress;
    struct transcript *transcript; /* collects what is printed; NULL: print at once */
};

void output_choose(struct output *output, const struct request *request);

/* The stream for results: standard output, or the transcript. */
FILE *output_stream(const struct output *output);

/* Prints a line on standard error, after the output so far. output_note is for code that never runs
 * in a batch. */
void output_tell(const struct output *output, const char *format, ...) QD_PRINTF(2, 3);
void output_note(const char *format, ...) QD_PRINTF(1, 2);

/* Prints an error: on standard error with its position and excerpt, or as a JSON object on standard
 * output. puzzle (a name) and file may be NULL. Returns the exit status. */
qd_status output_error(const struct output *output, const qd_error *error, const char *puzzle,
                       const char *file);

/* Appends the board, or the puzzle's text if it cannot draw one. */
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

/* False for binary formats, such as images. */
bool output_is_text(const struct buf *bytes);
/* Returns false with an error if binary bytes would end up in JSON or on a terminal. path: the
 * output file, NULL for standard output. */
bool output_takes(const struct output *output, const char *path, const struct buf *bytes,
                  qd_error *error);

/* Replaces the file by the bytes, or writes them to standard output if path is NULL or "-". Returns
 * false with an error. */
bool output_write(const char *path, const void *bytes, size_t size, qd_error *error);

/* True once writing to standard output has failed; code that prints a lot should then stop. */
bool output_broken(void);
/* Flushes and closes standard output. Returns QD_YES, or QD_FAILURE after printing why; a pipe that
 * the reader closed is a failure without a message. */
qd_status output_close(void);

#endif
