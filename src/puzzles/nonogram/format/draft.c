/* A puzzle being read: its lines, clues and pictures, and the checks that they agree. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/format/format.h"

static const char *const line_names[NONOGRAM_SIDES] = {"row", "column"};

void nonogram_draft_begin(struct nonogram_draft *draft, const struct source *source,
                          struct record *moves, qd_error *error) {
    *draft = (struct nonogram_draft){
        .source = source, .error = error, .moves = moves, .plain = NONOGRAM_PLAIN_BLACK};
    draft->palette[0] = (struct nonogram_draft_colour){.name = "white", .rgb = 0xFFFFFF};
}

void nonogram_draft_free(struct nonogram_draft *draft) {
    for (int side = 0; side < NONOGRAM_SIDES; side++) {
        for (size_t i = 0; i < draft->side[side].count; i++)
            free(draft->side[side].lines[i].clues);
        free(draft->side[side].lines);
    }
    nonogram_about_free(&draft->about);
    nonogram_puzzle_free(draft->puzzle);
    free(draft->known);
}

bool nonogram_draft_size(struct nonogram_draft *draft, enum nonogram_side side, unsigned count,
                         size_t at) {
    if (count < 1 || count > NONOGRAM_SIDE)
        return source_error(draft->source, at, draft->error,
                            "expected the number of %ss, from 1 to %d", line_names[side],
                            NONOGRAM_SIDE);
    draft->side[side].said = count;
    draft->side[side].said_at = at;
    return true;
}

bool nonogram_draft_size_word(struct nonogram_draft *draft, enum nonogram_side side,
                              struct word word) {
    unsigned count;
    if (!word_unsigned(draft->source, word, NONOGRAM_SIDE, &count))
        count = 0;
    return nonogram_draft_size(draft, side, count, word.from);
}

bool nonogram_draft_line(struct nonogram_draft *draft, enum nonogram_side side, size_t at) {
    struct nonogram_draft_side *lines = &draft->side[side];
    if (lines->said && lines->count == lines->said)
        return source_error(draft->source, at, draft->error,
                            "there are more %ss than the %u that the text announces",
                            line_names[side], lines->said);
    if (lines->count == NONOGRAM_SIDE)
        return source_error(draft->source, at, draft->error, "there may be at most %d %ss",
                            NONOGRAM_SIDE, line_names[side]);
    lines->lines = mem_grow(lines->lines, lines->count, &lines->room, sizeof *lines->lines);
    lines->lines[lines->count++] = (struct nonogram_draft_line){.at = at};
    return true;
}

static bool clue_may_follow(struct nonogram_draft *draft, const struct nonogram_draft_line *line,
                            unsigned length, size_t at) {
    if (line->zero || (length == 0 && line->count > 0))
        return source_error(draft->source, at, draft->error,
                            "a 0 means that the line is empty; it cannot have another clue");
    return true;
}

bool nonogram_draft_clue(struct nonogram_draft *draft, enum nonogram_side side, unsigned length,
                         unsigned colour, size_t at) {
    struct nonogram_draft_side *lines = &draft->side[side];
    assert(lines->count > 0);
    assert(colour >= 1 || length == 0);
    struct nonogram_draft_line *line = &lines->lines[lines->count - 1];
    if (!clue_may_follow(draft, line, length, at))
        return false;
    line->zero = length == 0;
    if (length == 0)
        return true;
    bool gap = line->count > 0 && line->clues[line->count - 1].colour == colour;
    if (length > NONOGRAM_SIDE || line->needs + gap + length > NONOGRAM_SIDE)
        return source_error(draft->source, at, draft->error,
                            "the clues up to here need more than %d cells, the most that a line "
                            "may have",
                            NONOGRAM_SIDE);
    line->needs += gap + length;
    line->clues = mem_grow(line->clues, line->count, &line->room, sizeof *line->clues);
    line->clues[line->count++] = (struct nonogram_draft_clue){
        .length = (uint16_t)length, .colour = (uint8_t)colour, .at = at};
    return true;
}

bool nonogram_draft_plain(struct nonogram_draft *draft, size_t at, unsigned *colour) {
    if (draft->plain == NONOGRAM_PLAIN_REFUSED)
        return source_error(draft->source, at, draft->error,
                            "the colour is missing after this number");
    if (draft->plain == NONOGRAM_PLAIN_BLACK) {
        int black = nonogram_draft_name(draft, "black", 5);
        if (black < 1 && !nonogram_draft_colour(draft, "black", 5, 0, 0x000000, at))
            return false;
        draft->plain = black < 1 ? (int)draft->colours : black;
    }
    *colour = (unsigned)draft->plain;
    return true;
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The colour of a clue, which follows its number in the word. */
static bool clue_colour(struct nonogram_draft *draft, struct word word, unsigned *colour) {
    const char *name = draft->source->data + word.from;
    size_t size = word.to - word.from;
    if (size == 0)
        return nonogram_draft_plain(draft, word.from, colour);
    int found = size == 1 ? nonogram_draft_mark(draft, *name) : -1;
    if (found < 1)
        found = nonogram_draft_name(draft, name, size);
    if (found < 1 && draft->undeclared && size == 1 && is_letter(*name)) {
        if (!nonogram_draft_colour_letter(draft, *name, word.from))
            return false;
        found = (int)draft->colours;
    }
    *colour = (unsigned)found;
    return found >= 1 || source_error(draft->source, word.from, draft->error,
                                      "this is not one of the colours of the text");
}

bool nonogram_draft_clue_word(struct nonogram_draft *draft, enum nonogram_side side,
                              struct word word) {
    const char *data = draft->source->data;
    assert(word.from <= word.to && word.to <= draft->source->size);
    struct word number = {.from = word.from, .to = word.from};
    while (number.to < word.to && data[number.to] >= '0' && data[number.to] <= '9')
        number.to++;
    unsigned length, colour = 1;
    if (!word_unsigned(draft->source, number, UINT16_MAX, &length))
        return source_error(draft->source, word.from, draft->error,
                            "expected a clue, a number from 1 to %d, or 0 for an empty line",
                            NONOGRAM_SIDE);
    struct word rest = {.from = number.to, .to = word.to};
    if ((length > 0 || rest.from < rest.to) && !clue_colour(draft, rest, &colour))
        return false;
    return nonogram_draft_clue(draft, side, length, colour, word.from);
}

bool nonogram_draft_clue_line(struct nonogram_draft *draft, enum nonogram_side side,
                              struct line line) {
    struct word word;
    if (!nonogram_draft_line(draft, side, line.from))
        return false;
    while (word_next(draft->source, &line, ",", &word))
        if (!nonogram_draft_clue_word(draft, side, word))
            return false;
    return true;
}

static bool wrong_count(struct nonogram_draft *draft, enum nonogram_side side, size_t at) {
    const struct nonogram_draft_side *lines = &draft->side[side];
    if (lines->count == 0)
        return source_error(draft->source, at, draft->error, "the clues of the %ss are missing",
                            line_names[side]);
    return source_error(draft->source, at, draft->error, "expected %u %s%s, found %zu", lines->said,
                        line_names[side], lines->said == 1 ? "" : "s", lines->count);
}

/* Where the line below an offset begins. */
static size_t next_line_at(const struct source *source, size_t at) {
    while (at < source->size && source->data[at] != '\r' && source->data[at] != '\n')
        at++;
    at += at < source->size && source->data[at] == '\r';
    at += at < source->size && source->data[at] == '\n';
    return at;
}

/* A section ends too soon: another line was expected. */
static bool too_few(struct nonogram_draft *draft, enum nonogram_side side, struct line last,
                    bool blank_below) {
    const struct nonogram_draft_side *done = &draft->side[side];
    return source_error(draft->source, next_line_at(draft->source, last.to), draft->error,
                        "expected %u %s%s, found %zu%s%s%s", done->said, line_names[side],
                        done->said == 1 ? "" : "s", done->count,
                        blank_below ? "; at the end an empty " : "",
                        blank_below ? line_names[side] : "", blank_below ? " is written as 0" : "");
}

size_t nonogram_lines_used(const struct source *source, const struct nonogram_lines *lines) {
    size_t count = lines->count;
    while (count > 0 && nonogram_line_blank(source, lines->items[count - 1]))
        count--;
    return count;
}

/* How many of the first lines are not blank. */
static size_t count_full(const struct source *source, const struct nonogram_lines *lines,
                         size_t count) {
    size_t full = 0;
    for (size_t i = 0; i < count; i++)
        full += !nonogram_line_blank(source, lines->items[i]);
    return full;
}

/* Skips a blank line among the clues. */
static void note_space(struct nonogram_draft *draft, enum nonogram_side side, size_t at) {
    struct nonogram_draft_side *lines = &draft->side[side];
    if (!lines->spaced)
        lines->spaced_at = at;
    lines->spaced = true;
}

bool nonogram_draft_section(struct nonogram_draft *draft, enum nonogram_side side,
                            const struct nonogram_lines *lines, size_t at,
                            nonogram_line_reader *read) {
    const struct nonogram_draft_side *done = &draft->side[side];
    size_t count = nonogram_lines_used(draft->source, lines);
    bool only_full = !draft->unmarked && count_full(draft->source, lines, count) == done->said;
    for (size_t i = 0; i < count; i++)
        if (only_full && nonogram_line_blank(draft->source, lines->items[i]))
            note_space(draft, side, lines->items[i].from);
        else if (!read(draft, side, lines->items[i]))
            return false;
    if (done->said == 0 || done->count == done->said)
        return true;
    return count == 0 ? wrong_count(draft, side, at)
                      : too_few(draft, side, lines->items[count - 1], count < lines->count);
}

/* The clues of a line must fit into the line. */
static bool line_fits(struct nonogram_draft *draft, enum nonogram_side side, size_t number,
                      size_t length) {
    const struct nonogram_draft_line *line = &draft->side[side].lines[number];
    unsigned needs = 0;
    for (size_t i = 0; i < line->count; i++) {
        const struct nonogram_draft_clue *clue = &line->clues[i];
        needs += clue->length + (i > 0 && line->clues[i - 1].colour == clue->colour);
        if (needs > length)
            return source_error(draft->source, clue->at, draft->error,
                                "the clues of %s %zu need %u cells, but it has %zu",
                                line_names[side], number + 1, line->needs, length);
    }
    return true;
}

static bool side_is_complete(struct nonogram_draft *draft, enum nonogram_side side) {
    const struct nonogram_draft_side *lines = &draft->side[side];
    if (lines->count == 0)
        return wrong_count(draft, side, draft->source->size);
    if (lines->said && lines->said != lines->count)
        return wrong_count(draft, side, lines->said_at);
    size_t length = draft->side[!side].count;
    for (size_t i = 0; length > 0 && i < lines->count; i++)
        if (!line_fits(draft, side, i, length))
            return false;
    return true;
}

static unsigned cells_of_colour(const struct nonogram_draft_side *side, unsigned colour) {
    unsigned cells = 0;
    for (size_t i = 0; i < side->count; i++)
        for (size_t k = 0; k < side->lines[i].count; k++)
            if (side->lines[i].clues[k].colour == colour)
                cells += side->lines[i].clues[k].length;
    return cells;
}

/* Blank lines that were skipped among the clues may have been meant as empty rows or columns, with
 * other lines too many. Then rows and columns would hardly add up to the same number of cells. */
static bool spacing_is_sure(struct nonogram_draft *draft, enum nonogram_side side) {
    const struct nonogram_draft_side *lines = &draft->side[side];
    for (unsigned colour = 1; lines->spaced && colour <= draft->colours; colour++)
        if (cells_of_colour(lines, colour) != cells_of_colour(&draft->side[!side], colour))
            return source_error(draft->source, lines->spaced_at, draft->error,
                                "there are %u %ss without this blank line, but rows and columns "
                                "do not add up to the same; is it one too many?",
                                lines->said, line_names[side]);
    return true;
}

static void copy_lines(const struct nonogram_draft_side *from, struct nonogram_line *to) {
    for (size_t i = 0; i < from->count; i++)
        for (size_t k = 0; k < from->lines[i].count; k++) {
            assert(from->lines[i].clues[k].length >= 1);
            nonogram_line_add(&to[i], from->lines[i].clues[k].length,
                              from->lines[i].clues[k].colour);
        }
}

static void finish(struct nonogram_draft *draft) {
    nonogram_draft_palette(draft);
    draft->puzzle->about = draft->about;
    draft->about = (struct nonogram_about){0};
}

bool nonogram_draft_puzzle(struct nonogram_draft *draft) {
    if (!side_is_complete(draft, NONOGRAM_ROWS) || !side_is_complete(draft, NONOGRAM_COLUMNS) ||
        !spacing_is_sure(draft, NONOGRAM_ROWS) || !spacing_is_sure(draft, NONOGRAM_COLUMNS))
        return false;
    unsigned black;
    if (draft->colours == 0 && !nonogram_draft_plain(draft, 0, &black))
        return false;
    draft->puzzle = nonogram_puzzle_new((unsigned)draft->side[NONOGRAM_COLUMNS].count,
                                        (unsigned)draft->side[NONOGRAM_ROWS].count);
    copy_lines(&draft->side[NONOGRAM_ROWS], draft->puzzle->rows);
    copy_lines(&draft->side[NONOGRAM_COLUMNS], draft->puzzle->columns);
    finish(draft);
    return true;
}

bool nonogram_draft_goal(struct nonogram_draft *draft, uint8_t *picture, size_t at, size_t stride) {
    int row, column;
    if (nonogram_picture_fits(draft->puzzle, picture, &row, &column)) {
        free(draft->puzzle->goal);
        draft->puzzle->goal = picture;
        return true;
    }
    free(picture);
    return source_error(draft->source, row < 0 ? at : at + (size_t)row * stride, draft->error,
                        "the picture does not have the clues of %s %d", row < 0 ? "column" : "row",
                        (row < 0 ? column : row) + 1);
}

bool nonogram_draft_from_picture(struct nonogram_draft *draft, unsigned width, unsigned height,
                                 uint8_t *picture) {
    unsigned black;
    if (draft->colours == 0 && !nonogram_draft_plain(draft, 0, &black)) {
        free(picture);
        return false;
    }
    draft->puzzle = nonogram_puzzle_new(width, height);
    nonogram_generate_all_clues(draft->puzzle, picture);
    draft->puzzle->goal = picture;
    finish(draft);
    return true;
}

bool nonogram_draft_about(struct nonogram_draft *draft, char **field, const char *what,
                          const char *text, size_t size, size_t at) {
    size_t bad;
    if (*field)
        return source_error(draft->source, at, draft->error, "there is already a %s", what);
    if (!nonogram_printable(text, size, &bad))
        return source_error(draft->source, at, draft->error,
                            "the %s is not text in UTF-8 without control characters", what);
    while (size > 0 && strchr(" \t\n", *text)) {
        text++;
        size--;
    }
    while (size > 0 && strchr(" \t\n", text[size - 1]))
        size--;
    if (size == 0)
        return true;
    *field = mem_new(size + 1, 1);
    memcpy(*field, text, size);
    return true;
}

bool nonogram_draft_second(struct nonogram_draft *draft, size_t at) {
    return source_error(draft->source, at, draft->error,
                        "a second puzzle begins here; this text can only be one");
}
