#include "cli/options/output_format.h"

#include <string.h>

#include "base/buf.h"

/* The extension with its dot; NULL if there is none, or for standard output or a device. */
static const char *extension_of(const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    bool plain = strncmp(path, "/dev/", 5) != 0;
    return plain && dot && dot != name && dot[1] ? dot : NULL;
}

static const char *wanted_extension(const struct request *request) {
    const char *path = request_text(request, "output");
    return path ? extension_of(path) : NULL;
}

/* ---- pictures ---- */

static bool contradiction(const char *path, const char *option, const char *value,
                          qd_error *error) {
    return error_set(error, QD_BAD_INPUT,
                     "--%s%s%s contradicts -o %.80s: that extension belongs to another format",
                     option, value ? " " : "", value ? value : "", path);
}

bool output_picture_settle(struct request *request, qd_error *error) {
    static const char *const pictures[] = {"svg", "png"};
    const char *extension = wanted_extension(request), *path = request_text(request, "output");
    bool chosen = request_flag(request, "svg") || request_flag(request, "png");
    if (!extension)
        return true;
    for (size_t i = 0; i < 2; i++) {
        if (strcmp(extension + 1, pictures[i]) != 0)
            continue;
        if (chosen && !request_flag(request, pictures[i]))
            return contradiction(path, pictures[1 - i], NULL, error);
        return options_set(request->options, option_find(cli_options, pictures[i]), NULL, error);
    }
    if (strcmp(extension, ".txt") == 0)
        return !chosen ||
               contradiction(path, request_flag(request, "svg") ? "svg" : "png", NULL, error);
    return chosen ||
           error_set(error, QD_BAD_INPUT,
                     "show writes .txt, .svg and .png, not '%.20s'; to write another file format, "
                     "use quandary convert",
                     extension);
}

/* ---- file formats ---- */

static bool has_extension(const struct puzzle_format *format, const char *extension) {
    return format->extension && strcmp(format->extension, extension) == 0;
}

static const struct puzzle_format *find_named(const struct puzzle *puzzle, const char *name) {
    const struct puzzle_format *format = puzzle->text->formats;
    while (format->name && strcmp(format->name, name) != 0)
        format++;
    return format->name ? format : NULL;
}

/* Returns the number of formats with the extension and sets *first. */
static size_t count_extension(const struct puzzle *puzzle, const char *extension,
                              const struct puzzle_format **first) {
    size_t count = 0;
    *first = NULL;
    for (const struct puzzle_format *f = puzzle->text->formats; f->name; f++)
        if (has_extension(f, extension) && count++ == 0)
            *first = f;
    return count;
}

/* Appends the names of the formats with the extension, or all extensions if it is NULL. */
static void list_formats(const struct puzzle *puzzle, const char *extension, struct buf *out) {
    const struct puzzle_format *first;
    for (const struct puzzle_format *f = puzzle->text->formats; f->name; f++) {
        if (!f->extension || (extension && !has_extension(f, extension)))
            continue;
        count_extension(puzzle, f->extension, &first);
        if (extension || first == f)
            buf_printf(out, "%s%s", out->size ? ", " : "", extension ? f->name : f->extension);
    }
}

/* If several formats share an extension, only the puzzle's own can be chosen by it. */
static const struct puzzle_format *find_by_extension(const struct puzzle *puzzle,
                                                     const char *extension, qd_error *error) {
    const struct puzzle_format *first;
    size_t count = count_extension(puzzle, extension, &first);
    if (count == 1 || first == puzzle->text->formats)
        return first;
    struct buf known = {0};
    list_formats(puzzle, count ? extension : NULL, &known);
    if (count)
        error_set(error, QD_BAD_INPUT,
                  "%s has several formats with the extension '%.20s' (%s); name one with --to",
                  puzzle->name, extension, known.text);
    else
        error_set(error, QD_BAD_INPUT,
                  "%s has no format with the extension '%.20s', only %s; name the format with --to",
                  puzzle->name, extension, known.text);
    buf_free(&known);
    return NULL;
}

static const struct puzzle_format *unknown_format(const struct puzzle *puzzle, const char *name,
                                                  qd_error *error) {
    struct buf names = {0};
    for (const struct puzzle_format *f = puzzle->text->formats; f && f->name; f++)
        buf_printf(&names, "%s%s", names.size ? ", " : "", f->name);
    error_set(error, QD_BAD_INPUT, "%s has no format '%.40s'; its formats are %s", puzzle->name,
              name, names.text);
    buf_free(&names);
    return NULL;
}

const struct puzzle_format *output_format_of(const struct request *request,
                                             const struct puzzle *puzzle, qd_error *error) {
    const char *to = request_text(request, "to"), *extension = wanted_extension(request);
    const struct puzzle_format *format = to ? find_named(puzzle, to) : puzzle->text->formats,
                               *other;
    if (!format)
        return unknown_format(puzzle, to, error);
    if (!extension || (to && has_extension(format, extension)))
        return format;
    if (!to)
        return find_by_extension(puzzle, extension, error);
    if (count_extension(puzzle, extension, &other)) {
        contradiction(request_text(request, "output"), "to", to, error);
        return NULL;
    }
    return format;
}
