#include "base/draw/canvas.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/utf8.h"

struct row {
    struct cell *cells;
    size_t count, room;
};

/* A row is only as long as what was written to it. */
struct canvas {
    struct row *rows;
    size_t count, room;
};

/* One character ready to be placed. */
struct glyph {
    char text[8];
    int width;
};

struct range {
    uint32_t from, to;
};

static const struct cell BLANK = {.text = " "};

static const struct range WIDE[] = {
    {0x1100, 0x115F},   /* Hangul Jamo initials */
    {0x26AA, 0x26AB},   /* medium white and black circle */
    {0x2B1B, 0x2B1C},   /* black and white large square */
    {0x2B50, 0x2B50},   /* star */
    {0x2E80, 0x303E},   /* CJK radicals and punctuation */
    {0x3041, 0xA4CF},   /* kana, ideographs, Yi */
    {0xAC00, 0xD7A3},   /* Hangul syllables */
    {0xF900, 0xFAFF},   /* compatibility ideographs */
    {0xFE30, 0xFE6F},   /* CJK compatibility forms */
    {0xFF01, 0xFF60},   /* full-width forms */
    {0xFFE0, 0xFFE6},   /* full-width signs */
    {0x1F300, 0x1F64F}, /* pictographs, faces */
    {0x1F680, 0x1F6FF}, /* transport */
    {0x1F7E0, 0x1F7EB}, /* coloured circles and squares */
    {0x1F900, 0x1F9FF}, /* more pictographs */
    {0x20000, 0x3FFFD}, /* further ideographs */
};

static const struct range ZERO[] = {
    {0x00AD, 0x00AD},   /* soft hyphen */
    {0x0300, 0x036F},   /* combining marks */
    {0x1AB0, 0x1AFF},   /* more of them */
    {0x1DC0, 0x1DFF},   /* more of them */
    {0x200B, 0x200F},   /* zero-width space, joiners, direction marks */
    {0x202A, 0x202E},   /* direction embeddings */
    {0x2060, 0x206F},   /* invisible operators, direction isolates */
    {0x20D0, 0x20FF},   /* combining marks for symbols */
    {0xFE00, 0xFE0F},   /* variation selectors */
    {0xFE20, 0xFE2F},   /* combining half marks */
    {0xFEFF, 0xFEFF},   /* byte-order mark */
    {0xE0000, 0xE0FFF}, /* tags and more variation selectors */
};

static bool in_ranges(uint32_t code, const struct range *ranges, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (code >= ranges[i].from && code <= ranges[i].to)
            return true;
    return false;
}

static int code_width(uint32_t code) {
    if (code < 0xAD)
        return 1;
    if (in_ranges(code, ZERO, sizeof ZERO / sizeof *ZERO))
        return 0;
    return in_ranges(code, WIDE, sizeof WIDE / sizeof *WIDE) ? 2 : 1;
}

static bool is_printable(uint32_t code) {
    bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
    bool line_break = code == 0x2028 || code == 0x2029;
    return code != UTF8_BAD && !control && !line_break;
}

/* Reads one character with the marks that belong to it; false at the end of the text. A mark
 * without a character before it is dropped. */
static bool next_glyph(const char **text, struct glyph *glyph) {
    uint32_t code;
    const char *start;
    do {
        start = *text;
        code = utf8_next(text);
        if (!code)
            return false;
    } while (is_printable(code) && code_width(code) == 0);
    *glyph = (struct glyph){.text = "?", .width = 1};
    if (is_printable(code)) {
        assert((size_t)(*text - start) < sizeof glyph->text);
        memcpy(glyph->text, start, (size_t)(*text - start));
        glyph->width = code_width(code);
    }
    for (;;) {
        const char *mark = *text, *behind = *text;
        code = utf8_next(&behind);
        if (!code || !is_printable(code) || code_width(code) != 0)
            return true;
        if (strlen(glyph->text) + (size_t)(behind - mark) < sizeof glyph->text)
            strncat(glyph->text, mark, (size_t)(behind - mark));
        *text = behind;
    }
}

struct canvas *canvas_new(void) {
    return MEM_NEW(struct canvas);
}

void canvas_free(struct canvas *canvas) {
    if (!canvas)
        return;
    for (size_t i = 0; i < canvas->count; i++)
        free(canvas->rows[i].cells);
    free(canvas->rows);
    free(canvas);
}

static bool on_canvas(int row, int col) {
    return row >= 0 && row < CANVAS_SIDE && col >= 0 && col < CANVAS_SIDE;
}

/* The cell to write to; the canvas grows as necessary. */
static struct cell *reach(struct canvas *canvas, int row, int col) {
    while (canvas->count <= (size_t)row) {
        canvas->rows = mem_grow(canvas->rows, canvas->count, &canvas->room, sizeof *canvas->rows);
        canvas->rows[canvas->count++] = (struct row){0};
    }
    assert(on_canvas(row, col));
    struct row *line = &canvas->rows[row];
    while (line->count <= (size_t)col) {
        line->cells = mem_grow(line->cells, line->count, &line->room, sizeof *line->cells);
        line->cells[line->count++] = BLANK;
    }
    return &line->cells[col];
}

static bool is_right_half(const struct canvas *canvas, int row, int col) {
    return canvas_cell(canvas, row, col)->text[0] == '\0';
}

static void set_cell(struct canvas *canvas, int row, int col, const char *text,
                     struct style style) {
    if (!on_canvas(row, col))
        return;
    if (is_right_half(canvas, row, col))
        memcpy(reach(canvas, row, col - 1)->text, " ", 2);
    if (is_right_half(canvas, row, col + 1))
        memcpy(reach(canvas, row, col + 1)->text, " ", 2);
    struct cell *cell = reach(canvas, row, col);
    memset(cell, 0, sizeof *cell);
    assert(strlen(text) < sizeof cell->text);
    memcpy(cell->text, text, strlen(text));
    cell->style = style;
}

static void set_glyph(struct canvas *canvas, int row, int col, const struct glyph *glyph,
                      struct style style) {
    assert(glyph->width == 1 || glyph->width == 2);
    if (glyph->width == 1) {
        set_cell(canvas, row, col, glyph->text, style);
        return;
    }
    set_cell(canvas, row, col, " ", style);
    set_cell(canvas, row, col + 1, " ", style);
    if (on_canvas(row, col) && on_canvas(row, col + 1)) {
        memcpy(reach(canvas, row, col)->text, glyph->text, sizeof glyph->text);
        reach(canvas, row, col + 1)->text[0] = '\0';
    }
}

int canvas_put(struct canvas *canvas, int row, int col, const char *text, struct style style) {
    struct glyph glyph;
    while (next_glyph(&text, &glyph)) {
        if (col < CANVAS_SIDE)
            set_glyph(canvas, row, col, &glyph, style);
        if (col <= INT_MAX - glyph.width)
            col += glyph.width;
    }
    return col;
}

/* Clips a run of length cells at *start to the canvas. */
static int clip(int *start, int length) {
    long long end = (long long)*start + (length > 0 ? length : 0);
    if (*start < 0)
        *start = 0;
    if (end > CANVAS_SIDE)
        end = CANVAS_SIDE;
    assert(*start >= 0 && end <= CANVAS_SIDE);
    return end > *start ? (int)(end - *start) : 0;
}

void canvas_fill(struct canvas *canvas, int row, int col, int rows, int cols, const char *text,
                 struct style style) {
    const struct glyph blank = {.text = " ", .width = 1};
    struct glyph glyph;
    if (!next_glyph(&text, &glyph))
        glyph = blank;
    rows = clip(&row, rows);
    cols = clip(&col, cols);
    for (int r = row; r < row + rows; r++)
        for (int c = col; c < col + cols; c += glyph.width)
            set_glyph(canvas, r, c, c + glyph.width <= col + cols ? &glyph : &blank, style);
}

int canvas_rows(const struct canvas *canvas) {
    return (int)canvas->count;
}

int canvas_cols(const struct canvas *canvas) {
    size_t most = 0;
    for (size_t i = 0; i < canvas->count; i++)
        if (canvas->rows[i].count > most)
            most = canvas->rows[i].count;
    return (int)most;
}

const struct cell *canvas_cell(const struct canvas *canvas, int row, int col) {
    if (row < 0 || col < 0 || (size_t)row >= canvas->count)
        return &BLANK;
    const struct row *line = &canvas->rows[row];
    return (size_t)col < line->count ? &line->cells[col] : &BLANK;
}

/* Maps unknown colours to the default, so that styles that look equal compare equal. */
static struct style known(struct style style) {
    if (style.fore > INK_BRIGHT_WHITE)
        style.fore = INK_DEFAULT;
    if (style.back > INK_BRIGHT_WHITE)
        style.back = INK_DEFAULT;
    return style;
}

static bool same_style(struct style a, struct style b) {
    return a.fore == b.fore && a.back == b.back && a.bold == b.bold && a.dim == b.dim &&
           a.underline == b.underline;
}

static bool is_plain(struct style style) {
    return same_style(style, (struct style){0});
}

/* The SGR number of a colour: base is 30 for the foreground, 40 for the background. */
static int sgr_colour(uint8_t ink, int base) {
    assert(ink > INK_DEFAULT && ink <= INK_BRIGHT_WHITE);
    return ink <= INK_WHITE ? base + ink - INK_BLACK : base + 60 + ink - INK_BRIGHT_BLACK;
}

/* Not every terminal can switch single attributes off, so a change starts from the default unless
 * that is already set. */
static void print_change(struct style from, struct style to, struct buf *out) {
    int codes[6], count = 0;
    if (!is_plain(from))
        codes[count++] = 0;
    if (to.bold)
        codes[count++] = 1;
    if (to.dim)
        codes[count++] = 2;
    if (to.underline)
        codes[count++] = 4;
    if (to.fore)
        codes[count++] = sgr_colour(to.fore, 30);
    if (to.back)
        codes[count++] = sgr_colour(to.back, 40);
    buf_add(out, "\033[");
    for (int i = 0; i < count; i++)
        buf_printf(out, i ? ";%d" : "%d", codes[i]);
    buf_char(out, 'm');
}

static bool is_invisible(const struct cell *cell, bool colour) {
    struct style style = known(cell->style);
    return strcmp(cell->text, " ") == 0 && !(colour && (style.back || style.underline));
}

static void print_row(const struct row *row, bool colour, struct buf *out) {
    size_t count = row->count;
    while (count > 0 && is_invisible(&row->cells[count - 1], colour))
        count--;
    struct style now = {0};
    for (size_t i = 0; i < count; i++) {
        struct style style = known(row->cells[i].style);
        if (colour && !same_style(style, now))
            print_change(now, style, out);
        now = style;
        buf_add(out, row->cells[i].text);
    }
    if (colour && !is_plain(now))
        buf_add(out, "\033[0m");
    buf_char(out, '\n');
}

void canvas_print(const struct canvas *canvas, bool colour, struct buf *out) {
    for (size_t i = 0; i < canvas->count; i++)
        print_row(&canvas->rows[i], colour, out);
}
