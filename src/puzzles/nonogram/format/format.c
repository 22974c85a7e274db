/* The formats of nonograms: recognising, reading and writing by the table. */
#include "puzzles/nonogram/format/format.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* The columns of a row that only this file needs; struct puzzle_format has the others. */
struct codec {
    unsigned holds; /* enum nonogram_holds */
    nonogram_recogniser *recognise;
    int surest;
    nonogram_reader *read;
    nonogram_cutter *cut;
    nonogram_writer *write;
};

static const struct codec codecs[] = {
#define FORMAT(file, name, extension, summary, between, holds, recogniser, surest, reader, cutter, \
               writer)                                                                             \
    {holds, recogniser, surest, reader, cutter, writer},
#include "puzzles/nonogram/format/formats.def"
#undef FORMAT
};
enum { FORMATS = sizeof codecs / sizeof *codecs };

static const struct puzzle_format formats[FORMATS + 1] = {
#define FORMAT(file, name, extension, summary, between, holds, recogniser, surest, reader, cutter, \
               writer)                                                                             \
    {name, extension, summary, between},
#include "puzzles/nonogram/format/formats.def"
#undef FORMAT
};

static const struct codec *codec_of(const struct puzzle_format *format) {
    assert(format >= formats && format < formats + FORMATS);
    return &codecs[format - formats];
}

/* ---- reading ---- */

/* The format whose recogniser is surest, the first of them if there are several. */
static const struct puzzle_format *recognise(const struct source *source, int *sure) {
    const struct puzzle_format *best = NULL;
    *sure = 0;
    for (size_t i = 0; i < FORMATS; i++) {
        if (codecs[i].surest <= *sure)
            continue;
        int one = codecs[i].recognise(source);
        assert(one >= 0 && one <= codecs[i].surest);
        if (one > *sure) {
            *sure = one;
            best = &formats[i];
        }
    }
    return best;
}

static size_t cut(const struct source *source, const struct puzzle_format *format,
                  struct source_part **parts) {
    return format ? codec_of(format)->cut(source, parts) : 0;
}

static struct position *position_of(struct nonogram_draft *draft) {
    struct position *position = nonogram_position_new(draft->puzzle);
    size_t count = (size_t)draft->puzzle->width * draft->puzzle->height;
    if (draft->known)
        memcpy(position->cells, draft->known, count);
    draft->puzzle = NULL; /* the position owns it now */
    return position;
}

static bool is_empty(const struct source *source) {
    size_t offset = nonogram_text_start(source);
    struct line line;
    return !nonogram_next_line(source, &offset, &line);
}

static struct position *parse(const struct source *source, const struct puzzle_format *format,
                              qd_control *control, struct record *moves, qd_error *error) {
    (void)control;
    if (!format) {
        source_error(source, nonogram_text_start(source), error, "%s",
                     is_empty(source) ? "the text is empty; a nonogram was expected"
                                      : "this is not in any known format of nonograms");
        return NULL;
    }
    struct nonogram_draft *draft = MEM_NEW(struct nonogram_draft);
    nonogram_draft_begin(draft, source, moves, error);
    struct position *position = codec_of(format)->read(draft) ? position_of(draft) : NULL;
    nonogram_draft_free(draft);
    free(draft);
    return position;
}

/* ---- writing ---- */

void nonogram_write_clues(const struct nonogram_line *line, const char *between, struct buf *out) {
    if (line->count == 0)
        buf_char(out, '0');
    for (unsigned i = 0; i < line->count; i++)
        buf_printf(out, "%s%u", i ? between : "", line->clues[i].length);
}

void nonogram_write_lines(const struct nonogram_line *lines, unsigned count, const char *between,
                          struct buf *out) {
    for (unsigned i = 0; i < count; i++) {
        nonogram_write_clues(&lines[i], between, out);
        buf_char(out, '\n');
    }
}

void nonogram_write_row(const struct nonogram_puzzle *puzzle, const uint8_t *cells, unsigned row,
                        struct buf *out) {
    for (unsigned column = 0; column < puzzle->width; column++) {
        uint8_t cell = cells[(size_t)row * puzzle->width + column];
        buf_char(out, cell == NONOGRAM_UNKNOWN ? '?' : puzzle->palette[cell].letter);
    }
}

/* The cells after the moves. */
static uint8_t *cells_after(const struct position *start, const struct record *moves) {
    const struct nonogram_puzzle *puzzle = start->puzzle;
    uint8_t *cells = mem_copy(start->cells, (size_t)puzzle->width * puzzle->height);
    struct buf why = {0};
    for (size_t i = 0; i < moves->count; i++) {
        unsigned row, column;
        uint8_t value;
        if (nonogram_move_read(puzzle, moves->moves[i].text, &row, &column, &value, &why))
            cells[(size_t)row * puzzle->width + column] = value;
    }
    buf_free(&why);
    return cells;
}

static size_t count_known(const struct nonogram_puzzle *puzzle, const uint8_t *cells) {
    size_t known = 0;
    for (size_t i = 0; i < (size_t)puzzle->width * puzzle->height; i++)
        known += cells[i] != NONOGRAM_UNKNOWN;
    return known;
}

/* "non, xml and json": the formats with clues that can hold this. The first one holds everything.
 */
static void list_holding(unsigned what, struct buf *out) {
    size_t last = 0;
    for (size_t i = 0; i < FORMATS; i++)
        if ((codecs[i].holds & what) && !(codecs[i].holds & HOLDS_PICTURE))
            last = i;
    for (size_t i = 0; i <= last; i++)
        if ((codecs[i].holds & what) && !(codecs[i].holds & HOLDS_PICTURE))
            buf_printf(out, "%s%s", i == 0 ? "" : i == last ? " and " : ", ", formats[i].name);
}

static bool refuse(const struct puzzle_format *format, unsigned what, const char *said,
                   qd_error *error) {
    struct buf others = {0};
    list_holding(what, &others);
    error_set(error, QD_BAD_INPUT, "the format %s cannot hold %s; %s can", format->name, said,
              buf_text(&others));
    buf_free(&others);
    return false;
}

/* Refuses what the format would lose. */
static bool holds_all(const struct nonogram_game *game, const struct puzzle_format *format,
                      qd_error *error) {
    unsigned holds = codec_of(format)->holds, colours = game->puzzle->colours;
    char said[64];
    snprintf(said, sizeof said, "colours, and this puzzle has %u", colours);
    if (colours > 1 && !(holds & HOLDS_COLOURS))
        return refuse(format, HOLDS_COLOURS, said, error);
    if (game->any_known && !(holds & (HOLDS_CELLS | HOLDS_PICTURE)))
        return refuse(format, HOLDS_CELLS, "cells that are filled in", error);
    return true;
}

/* The cells if all are known, else the goal. NULL with an error if there is no picture, or if it
 * does not have the puzzle's clues. */
static const uint8_t *whole_picture(const struct nonogram_game *game, size_t known,
                                    const char *format, qd_error *error) {
    size_t all = (size_t)game->puzzle->width * game->puzzle->height;
    const uint8_t *picture = known == all ? game->cells : game->puzzle->goal;
    if (!picture)
        error_set(error, QD_BAD_INPUT,
                  "the format %s needs the whole picture, and %zu of %zu cells are not known; "
                  "solve the puzzle first",
                  format, all - known, all);
    else if (!nonogram_picture_fits(game->puzzle, picture, NULL, NULL)) {
        error_set(
            error, QD_BAD_INPUT,
            "the format %s holds no clues, and what is filled in does not have those of the puzzle",
            format);
        return NULL;
    }
    return picture;
}

static bool print(const struct position *start, const struct record *moves,
                  const struct puzzle_format *format, struct buf *out, qd_error *error) {
    uint8_t *cells = cells_after(start, moves);
    size_t known = count_known(start->puzzle, cells);
    struct nonogram_game game = {.puzzle = start->puzzle,
                                 .start = start,
                                 .moves = moves,
                                 .cells = cells,
                                 .any_known = known > 0};
    bool done = holds_all(&game, format, error);
    if (done && (codec_of(format)->holds & HOLDS_PICTURE)) {
        game.picture = whole_picture(&game, known, format->name, error);
        done = game.picture != NULL;
    }
    done = done && codec_of(format)->write(&game, out, error);
    free(cells);
    return done;
}

const struct puzzle_text nonogram_text = {
    .formats = formats,
    .recognise = recognise,
    .parse = parse,
    .cut = cut,
    .print = print,
};
