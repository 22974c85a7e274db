#include "cli/print/output.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/draw/canvas.h"
#include "base/file.h"
#include "base/json.h"
#include "cli/options/wrap.h"

static bool is_set(const char *variable) {
    const char *value = getenv(variable);
    return value && *value;
}

static bool wants_colour(const char *choice) {
    if (strcmp(choice, "auto") != 0)
        return strcmp(choice, "always") == 0;
    const char *terminal = getenv("TERM"), *forced = getenv("FORCE_COLOR");
    if (forced && *forced && !is_set("NO_COLOR"))
        return strcmp(forced, "0") != 0;
    return isatty(STDOUT_FILENO) && !is_set("NO_COLOR") && terminal &&
           strcmp(terminal, "dumb") != 0;
}

static enum watch_progress wanted_progress(const char *choice) {
    if (strcmp(choice, "never") == 0)
        return WATCH_SILENT;
    if (isatty(STDERR_FILENO))
        return WATCH_LINE;
    return strcmp(choice, "always") == 0 ? WATCH_LINES : WATCH_SILENT;
}

void output_choose(struct output *output, const struct request *request) {
    bool utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    *output = (struct output){.json = request_flag(request, "json"),
                              .quiet = request_flag(request, "quiet"),
                              .stats = request_flag(request, "stats"),
                              .colour = wants_colour(request_text(request, "color")),
                              .ascii = request_flag(request, "ascii") || !utf8,
                              .progress = wanted_progress(request_text(request, "progress"))};
}

FILE *output_stream(const struct output *output) {
    return output->transcript ? output->transcript->stream : stdout;
}

/* The stream for messages, after the results so far. */
static FILE *begin_message(const struct output *output) {
    if (output->transcript)
        transcript_switch(output->transcript, true);
    else
        fflush(stdout);
    return output->transcript ? output->transcript->stream : stderr;
}

static void end_message(const struct output *output) {
    if (output->transcript)
        transcript_switch(output->transcript, false);
}

QD_PRINTF(2, 0)
static void tell(const struct output *output, const char *format, va_list args) {
    FILE *out = begin_message(output);
    fputs("quandary: ", out);
    vfprintf(out, format, args);
    fputc('\n', out);
    end_message(output);
}

void output_tell(const struct output *output, const char *format, ...) {
    va_list args;
    va_start(args, format);
    tell(output, format, args);
    va_end(args);
}

void output_note(const char *format, ...) {
    va_list args;
    va_start(args, format);
    tell(&(struct output){0}, format, args);
    va_end(args);
}

static void set_text(json_t *object, const char *name, const char *text) {
    json_object_set_new(object, name, text ? json_text(text) : json_null());
}

static void print_error_object(FILE *out, const qd_error *error, const char *puzzle,
                               const char *file) {
    json_t *object = json_object();
    set_text(object, "puzzle", puzzle);
    set_text(object, "file", file);
    set_text(object, "status", error->status == QD_LIMIT ? "unknown" : "error");
    json_object_set_new(object, "line", json_integer(error->line));
    json_object_set_new(object, "column", json_integer(error->column));
    set_text(object, "message", error->message);
    struct json_line line = {.out = out};
    json_line_fields(&line, object);
    json_line_end(&line);
    json_decref(object);
}

qd_status output_error(const struct output *output, const qd_error *error, const char *puzzle,
                       const char *file) {
    if (output->json) {
        print_error_object(output_stream(output), error, puzzle, file);
    } else {
        struct buf text = {0};
        error_print(error, &text);
        fputs(buf_text(&text), begin_message(output));
        end_message(output);
        buf_free(&text);
    }
    return error->status == QD_YES ? QD_FAILURE : error->status;
}

static void add_board(const struct puzzle *puzzle, const struct position *position,
                      const struct options *options, bool colour, struct buf *out) {
    if (!puzzle->render || !puzzle->render->text) {
        struct record none = {0};
        puzzle->text->print(position, &none, puzzle->text->formats, out, NULL);
        return;
    }
    struct canvas *canvas = canvas_new();
    puzzle->render->text(position, options, canvas);
    canvas_print(canvas, colour, out);
    canvas_free(canvas);
}

void output_board(const struct output *output, const struct puzzle *puzzle,
                  const struct position *position, const struct options *options, struct buf *out) {
    add_board(puzzle, position, options, output->colour, out);
}

/* Copies a canvas onto another one and returns the column after it. */
static int copy_canvas(struct canvas *to, int row, int col, const struct canvas *from) {
    int rows = canvas_rows(from), cols = canvas_cols(from);
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < cols; x++) {
            const struct cell *cell = canvas_cell(from, y, x);
            if (cell->text[0] && (strcmp(cell->text, " ") != 0 || cell->style.back))
                canvas_put(to, row + y, col + x, cell->text, cell->style);
        }
    return col + cols;
}

bool output_two_boards(const struct output *output, const struct puzzle *puzzle,
                       const struct position *const positions[2], const char *const headings[2],
                       const struct options *options, struct buf *out) {
    enum { GAP = 4 };
    if (!puzzle->render || !puzzle->render->text)
        return false;
    struct canvas *both = canvas_new();
    int col = 0;
    for (int i = 0; i < 2; i++) {
        struct canvas *one = canvas_new();
        puzzle->render->text(positions[i], options, one);
        canvas_put(both, 0, col, headings[i], (struct style){0});
        int end = copy_canvas(both, 1, col, one), least = col + (int)strlen(headings[i]);
        col = (end > least ? end : least) + GAP;
        canvas_free(one);
    }
    bool fits = canvas_cols(both) <= WRAP_WIDTH;
    if (fits)
        canvas_print(both, output->colour, out);
    canvas_free(both);
    return fits;
}

json_t *output_board_lines(const struct puzzle *puzzle, const struct position *position,
                           const struct options *options) {
    struct buf text = {0};
    add_board(puzzle, position, options, false, &text);
    json_t *lines = json_array();
    char *rest = text.text, *line;
    while (rest && *rest && (line = strsep(&rest, "\n")))
        json_array_append_new(lines, json_text(line));
    buf_free(&text);
    return lines;
}

static bool write_failed(const char *path, int reason, qd_error *error) {
    error_set(error, QD_FAILURE, "cannot write the file: %s", strerror(reason));
    snprintf(error->file, sizeof error->file, "%s", path);
    return false;
}

/* A device or a pipe is written to; only a regular file is replaced. */
static bool is_special(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

static bool write_special(const char *path, const void *bytes, size_t size, qd_error *error) {
    FILE *file = fopen(path, "we");
    if (!file)
        return write_failed(path, errno, error);
    bool written = fwrite(bytes, 1, size, file) == size;
    int reason = errno;
    if (fclose(file) == 0 && written)
        return true;
    return write_failed(path, written ? errno : reason, error);
}

bool output_is_text(const struct buf *bytes) {
    return bytes->size == 0 || !memchr(bytes->text, '\0', bytes->size);
}

bool output_takes(const struct output *output, const char *path, const struct buf *bytes,
                  qd_error *error) {
    return path || output_is_text(bytes) || (!output->json && !isatty(STDOUT_FILENO)) ||
           error_set(error, QD_BAD_INPUT, "this format is binary; name a file with -o FILE");
}

bool output_write(const char *path, const void *bytes, size_t size, qd_error *error) {
    if (!path || strcmp(path, "-") == 0) {
        fwrite(bytes, 1, size, stdout);
        return true; /* output_close reports write errors */
    }
    return is_special(path) ? write_special(path, bytes, size, error)
                            : file_replace(path, bytes, size, error);
}

bool output_broken(void) {
    return ferror(stdout);
}

/* The failed write may be long past, so errno no longer says why. */
static bool reader_closed(void) {
    struct pollfd pipe = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&pipe, 1, 0) == 1 && (pipe.revents & POLLERR);
}

qd_status output_close(void) {
    bool broken = ferror(stdout);
    errno = 0;
    bool flushed = fflush(stdout) == 0;
    int reason = errno;
    if (!broken && flushed && (fclose(stdout) == 0 || errno == EBADF))
        return QD_YES;
    reason = reason ? reason : errno;
    if (reason == EPIPE || reader_closed())
        return QD_FAILURE;
    fprintf(stderr, "quandary: cannot write to standard output%s%s\n", reason ? ": " : "",
            reason ? strerror(reason) : "");
    return QD_FAILURE;
}
