#include "puzzles/nonogram/generate/words.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/source.h"
#include "base/utf8.h"
#include "puzzles/nonogram/model/puzzle.h"

enum {
    GAP = 1,   /* columns between letters, rows between lines */
    BLANK = 3, /* columns of a space, without the gaps around it */
    FULL = (1 << NONOGRAM_LETTER_WIDTH) - 1
};

static bool draw(const char *cells, struct nonogram_letter *letter) {
    *letter = (struct nonogram_letter){0};
    for (unsigned row = 0; row < NONOGRAM_LETTER_HEIGHT; row++, cells++)
        for (unsigned column = 0; column < NONOGRAM_LETTER_WIDTH; column++, cells++)
            letter->rows[row] = (uint8_t)(letter->rows[row] << 1 | (*cells == '#'));
    return true;
}

/* Narrow letters take only the room that they need. */
static void trim(struct nonogram_letter *letter) {
    unsigned used = 0;
    for (unsigned row = 0; row < NONOGRAM_LETTER_HEIGHT; row++)
        used |= letter->rows[row];
    unsigned left = 0, right = 0;
    while (left < NONOGRAM_LETTER_WIDTH && !(used >> (NONOGRAM_LETTER_WIDTH - 1 - left) & 1))
        left++;
    while (right < NONOGRAM_LETTER_WIDTH && !(used >> right & 1))
        right++;
    for (unsigned row = 0; row < NONOGRAM_LETTER_HEIGHT; row++)
        letter->rows[row] = (uint8_t)(letter->rows[row] << left & FULL);
    letter->width = NONOGRAM_LETTER_WIDTH - left - right;
}

bool nonogram_letter_find(char character, struct nonogram_letter *letter) {
    bool small = character >= 'a' && character <= 'z';
    char capital = (char)(small ? character - 'a' + 'A' : character);
    if (character == ' ') {
        *letter = (struct nonogram_letter){.width = BLANK};
        return true;
    }
    for (const struct nonogram_glyph *glyph = nonogram_font; glyph->cells; glyph++)
        if (glyph->character == capital && draw(glyph->cells, letter)) {
            trim(letter);
            return true;
        }
    return false;
}

/* A line of words. */
struct span {
    const char *from;
    size_t length;
};

struct layout {
    struct span *lines;
    unsigned count;
    size_t room;
    unsigned width; /* to fit into; 0: any */
};

static unsigned columns_of(const char *text, size_t length) {
    unsigned columns = 0;
    struct nonogram_letter letter;
    for (size_t i = 0; i < length; i++)
        if (nonogram_letter_find(text[i], &letter))
            columns += letter.width + (i ? GAP : 0);
    return columns;
}

static void add_line(struct layout *layout, const char *from, size_t length) {
    layout->lines = mem_grow(layout->lines, layout->count, &layout->room, sizeof *layout->lines);
    layout->lines[layout->count++] = (struct span){.from = from, .length = length};
}

/* Puts as many words on each line as fit. */
static void break_lines(struct layout *layout, const char *text, size_t length) {
    while (layout->width && columns_of(text, length) > layout->width) {
        size_t fits = 0;
        for (size_t i = 1; i < length; i++)
            if (text[i] == ' ' && (fits == 0 || columns_of(text, i) <= layout->width))
                fits = i;
        if (fits == 0)
            break;
        add_line(layout, text, fits);
        text += fits + 1;
        length -= fits + 1;
    }
    add_line(layout, text, length);
}

static void lay_out(struct layout *layout, const char *words) {
    for (;;) {
        size_t length = strcspn(words, "|\n");
        break_lines(layout, words, length);
        if (!words[length])
            return;
        words += length + 1;
    }
}

static bool check_words(const struct options *options, const char *words, qd_error *error) {
    struct nonogram_letter letter;
    bool visible = false;
    for (const char *at = words; *at;) {
        const char *character = at;
        uint32_t code = utf8_next(&at);
        if (code != '|' && code != '\n' &&
            (code > 126 || !nonogram_letter_find((char)code, &letter))) {
            size_t bytes = code == UTF8_BAD ? 0 : (size_t)(at - character);
            return options_error(options, error, QD_BAD_INPUT,
                                 "there is no letter for '%.*s' in " OPTION(
                                     "text") "; there are A to Z, 0 to 9, the space and %s",
                                 (int)bytes, character, NONOGRAM_FONT_SIGNS);
        }
        visible = visible || (code != ' ' && code != '|' && code != '\n');
    }
    return visible ||
           options_error(options, error, QD_BAD_INPUT, OPTION("text") " has nothing to show");
}

static bool choose_size(const struct layout *layout, unsigned *width, unsigned *height,
                        qd_error *error) {
    size_t columns = 0, rows = (size_t)layout->count * (NONOGRAM_LETTER_HEIGHT + GAP) - GAP;
    for (unsigned i = 0; i < layout->count; i++) {
        unsigned needs = columns_of(layout->lines[i].from, layout->lines[i].length);
        columns = needs > columns ? needs : columns;
    }
    size_t most_columns = *width ? *width : NONOGRAM_SIDE;
    size_t most_rows = *height ? *height : NONOGRAM_SIDE;
    if (columns > most_columns || rows > most_rows)
        return error_set(error, QD_BAD_INPUT,
                         "the text needs %zu columns and %zu rows; there are %zu and %zu", columns,
                         rows, most_columns, most_rows);
    *width = *width ? *width : (unsigned)columns;
    *height = *height ? *height : (unsigned)rows;
    return true;
}

static void draw_letter(uint8_t *picture, unsigned width, const struct nonogram_letter *letter,
                        unsigned colour) {
    for (unsigned row = 0; row < NONOGRAM_LETTER_HEIGHT; row++)
        for (unsigned column = 0; column < letter->width; column++)
            if (letter->rows[row] >> (NONOGRAM_LETTER_WIDTH - 1 - column) & 1)
                picture[(size_t)row * width + column] = (uint8_t)colour;
}

static uint8_t *draw_words(const struct layout *layout, unsigned colours, unsigned width,
                           unsigned height) {
    uint8_t *picture = mem_new((size_t)width * height, 1);
    unsigned rows = layout->count * (NONOGRAM_LETTER_HEIGHT + GAP) - GAP;
    assert(rows <= height && colours >= 1);
    unsigned row = (height - rows) / 2, drawn = 0;
    for (unsigned i = 0; i < layout->count; i++) {
        const struct span *line = &layout->lines[i];
        unsigned column = (width - columns_of(line->from, line->length)) / 2;
        for (size_t k = 0; k < line->length; k++) {
            struct nonogram_letter letter = {0};
            nonogram_letter_find(line->from[k], &letter);
            draw_letter(picture + (size_t)row * width + column, width, &letter,
                        1 + drawn % colours);
            drawn += line->from[k] != ' ';
            column += letter.width + GAP;
        }
        row += NONOGRAM_LETTER_HEIGHT + GAP;
    }
    return picture;
}

uint8_t *nonogram_draw_words(const struct options *options, const char *words, unsigned colours,
                             unsigned *width, unsigned *height, qd_error *error) {
    if (!check_words(options, words, error))
        return NULL;
    struct layout layout = {.width = *width};
    uint8_t *picture = NULL;
    lay_out(&layout, words);
    if (choose_size(&layout, width, height, error))
        picture = draw_words(&layout, colours, *width, *height);
    free(layout.lines);
    return picture;
}
