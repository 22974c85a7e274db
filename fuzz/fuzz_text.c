/* Any bytes as text that is shown: on a canvas, in a drawing, in an error with its place, in JSON.
 * What comes out is valid UTF-8 without control characters, and has the size that was promised. */
#include "fuzz/fuzz.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/draw/canvas.h"
#include "base/draw/drawing.h"
#include "base/json.h"
#include "base/utf8.h"

/* Line ends may be allowed. */
static void check_printable(const char *text, bool lines) {
    while (*text) {
        const char *at = text;
        uint32_t code = utf8_next(&text);
        bool end = lines && code == '\n';
        fuzz_check(text > at && text <= at + 4, "moved by %d", (int)(text - at));
        fuzz_check(code != UTF8_BAD && (end || code >= 0x20) && (code < 0x7f || code > 0x9f),
                   "U+%04X is shown", code);
    }
}

static void check_canvas(const char *text) {
    struct canvas *canvas = canvas_new();
    struct buf out = {0};
    int end = canvas_put(canvas, 1, 3, text, (struct style){0});
    canvas_put(canvas, 1, 4, text, (struct style){.bold = true}); /* over it, a column aside */
    canvas_fill(canvas, 0, 0, 2, 5, text, (struct style){0});
    canvas_print(canvas, false, &out);
    fuzz_check(end >= 3, "ends at %d", end);
    fuzz_check(canvas_rows(canvas) <= 2, "%d rows", canvas_rows(canvas));
    check_printable(buf_text(&out), true);
    buf_free(&out);
    canvas_free(canvas);
}

static void check_error(const struct source *source) {
    for (size_t offset = 0; offset <= source->size + 1; offset += 1 + source->size / 16) {
        qd_error error;
        source_error(source, offset, &error, "it says '%.40s'", source->data);
        fuzz_check_error(&error);
        check_printable(error.message, false);
        check_printable(error.excerpt, false);
    }
}

static void check_lines(const struct source *source) {
    struct line line;
    size_t last = 0;
    for (size_t offset = 0; source_line(source, &offset, &line); last = offset) {
        fuzz_check(line.from == last && line.to <= source->size && offset > last, "a line is lost");
        line_trim(source, &line, ';');
        fuzz_check(line.from <= line.to, "a line ends before it begins");
    }
    fuzz_check(last >= source->size, "the last line is lost");
}

static void check_json(const char *text) {
    json_t *value = json_text(text);
    char *line = json_dumps(value, JSON_ENCODE_ANY);
    fuzz_check(value && line, "it becomes no JSON");
    free(line);
    json_decref(value);
}

/* XML takes what a terminal must not get, but no control characters below the space. */
static void check_xml(const char *text) {
    while (*text) {
        uint32_t code = utf8_next(&text);
        fuzz_check(code != UTF8_BAD && (code >= 0x20 || code == '\n' || code == '\t'),
                   "U+%04X in XML", code);
    }
}

static void check_drawing(const char *text) {
    struct drawing *drawing = drawing_new(100, 20);
    struct buf svg = {0};
    drawing_title(drawing, text, text);
    drawing_tag(drawing, text);
    drawing_text(drawing, 50, 10, text, (struct lettering){.size = 10});
    drawing_svg(drawing, &svg);
    check_xml(buf_text(&svg));
    buf_free(&svg);
    drawing_free(drawing);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct source source = fuzz_source(data, size);
    check_canvas(source.data);
    check_error(&source);
    check_lines(&source);
    check_json(source.data);
    check_drawing(source.data);
    json_decref(json_read(&source, NULL));
    fuzz_source_free(&source);
    return 0;
}

bool fuzz_seed(size_t index, struct buf *out) {
    static const char *const seeds[] = {
        "plain text\nof two lines\r\n; and a remark\r",
        "w\xc3\xa4rme, \xe2\x82\xac, \xf0\x9f\x98\x80, e\xcc\x81, \xe4\xb8\xad\xe6\x96\x87",
        "\x1b[31m \x7f \xc2\x85 \xe2\x80\xae \xed\xa0\x80 \xc0\x80 \xf4\x90\x80\x80 \xff",
        "{\"a\": [1, 2.5, \"b\\u20ac\", null]}",
        "<a href=\"x\">&amp; 'q'</a>",
    };
    if (index >= sizeof seeds / sizeof *seeds)
        return false;
    buf_add(out, seeds[index]);
    return true;
}
