/* Pictures, which become puzzles: PBM files (P1 and P4), and lines of '#' and '.'. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/format/format.h"

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

struct pbm {
    struct nonogram_draft *draft;
    size_t at;
    unsigned size[2]; /* width, height */
};

/* Blanks and comments, which go from # to the end of the line. */
static void skip(struct pbm *pbm) {
    const struct source *source = pbm->draft->source;
    while (pbm->at < source->size &&
           (is_space(source->data[pbm->at]) || source->data[pbm->at] == '#'))
        if (source->data[pbm->at++] == '#')
            while (pbm->at < source->size && source->data[pbm->at] != '\n')
                pbm->at++;
}

static bool read_header(struct pbm *pbm) {
    const struct source *source = pbm->draft->source;
    pbm->at += 2;
    for (int i = 0; i < 2; i++) {
        skip(pbm);
        struct word word = {pbm->at, pbm->at};
        while (word.to < source->size && source->data[word.to] >= '0' &&
               source->data[word.to] <= '9')
            word.to++;
        if (!nonogram_draft_size_word(pbm->draft, i ? NONOGRAM_ROWS : NONOGRAM_COLUMNS, word))
            return false;
        pbm->size[i] = pbm->draft->side[i ? NONOGRAM_ROWS : NONOGRAM_COLUMNS].said;
        pbm->at = word.to;
    }
    return true;
}

static bool ends_early(struct pbm *pbm) {
    return source_error(pbm->draft->source, pbm->draft->source->size, pbm->draft->error,
                        "the picture ends before all of its %u x %u cells", pbm->size[0],
                        pbm->size[1]);
}

static bool read_plain(struct pbm *pbm, uint8_t *picture) {
    const struct source *source = pbm->draft->source;
    for (size_t i = 0; i < (size_t)pbm->size[0] * pbm->size[1]; i++) {
        skip(pbm);
        if (pbm->at >= source->size)
            return ends_early(pbm);
        char c = source->data[pbm->at];
        if (c != '0' && c != '1')
            return source_error(source, pbm->at, pbm->draft->error,
                                "expected a cell: 0 for empty, 1 for filled");
        picture[i] = c == '1';
        pbm->at++;
    }
    skip(pbm);
    return pbm->at >= source->size ||
           source_error(source, pbm->at, pbm->draft->error, "nothing may follow the picture");
}

/* Eight cells in a byte; each row begins with a new one. */
static bool read_raw(struct pbm *pbm, uint8_t *picture) {
    const struct source *source = pbm->draft->source;
    size_t bytes = (pbm->size[0] + 7) / 8;
    if (pbm->at >= source->size || !is_space(source->data[pbm->at]))
        return source_error(source, pbm->at, pbm->draft->error,
                            "expected one blank between the size and the picture");
    pbm->at++;
    if (source->size - pbm->at < bytes * pbm->size[1])
        return ends_early(pbm);
    for (unsigned row = 0; row < pbm->size[1]; row++)
        for (unsigned column = 0; column < pbm->size[0]; column++) {
            unsigned byte = (unsigned char)source->data[pbm->at + row * bytes + column / 8];
            picture[(size_t)row * pbm->size[0] + column] = byte >> (7 - column % 8) & 1;
        }
    pbm->at += bytes * pbm->size[1];
    skip(pbm);
    return pbm->at >= source->size || nonogram_draft_second(pbm->draft, pbm->at);
}

bool nonogram_read_pbm(struct nonogram_draft *draft) {
    struct pbm pbm = {.draft = draft};
    if (!read_header(&pbm))
        return false;
    uint8_t *picture = mem_new((size_t)pbm.size[0] * pbm.size[1], 1);
    bool raw = draft->source->data[1] == '4';
    if (raw ? read_raw(&pbm, picture) : read_plain(&pbm, picture))
        return nonogram_draft_from_picture(draft, pbm.size[0], pbm.size[1], picture);
    free(picture);
    return false;
}

int nonogram_recognise_pbm(const struct source *source) {
    const char *data = source->data;
    return source->size > 2 && data[0] == 'P' && (data[1] == '1' || data[1] == '4') &&
                   (is_space(data[2]) || data[2] == '#')
               ? 95
               : 0;
}

static bool row_fits(struct nonogram_draft *draft, struct line line, size_t width,
                     unsigned height) {
    size_t length = line.to - line.from;
    if (length > NONOGRAM_SIDE)
        return source_error(draft->source, line.from + NONOGRAM_SIDE, draft->error,
                            "a row may have at most %d cells", NONOGRAM_SIDE);
    if (height == NONOGRAM_SIDE)
        return source_error(draft->source, line.from, draft->error, "there may be at most %d rows",
                            NONOGRAM_SIDE);
    if (height > 0 && length != width)
        return source_error(draft->source, line.from, draft->error,
                            "this row has %zu cells, the first one has %zu", length, width);
    for (size_t at = line.from; at < line.to; at++)
        if (draft->source->data[at] != '#' && draft->source->data[at] != '.')
            return source_error(draft->source, at, draft->error,
                                "expected a cell: # for filled, . for empty");
    return true;
}

bool nonogram_read_picture(struct nonogram_draft *draft) {
    size_t offset = nonogram_text_start(draft->source), width = 0;
    unsigned height = 0;
    struct line line;
    uint8_t *picture = NULL;
    while (nonogram_next_line(draft->source, &offset, &line)) {
        if (!row_fits(draft, line, width, height)) {
            free(picture);
            return false;
        }
        width = line.to - line.from;
        picture = mem_resize(picture, width * (height + 1), 1);
        for (size_t i = 0; i < width; i++)
            picture[height * width + i] = draft->source->data[line.from + i] == '#';
        height++;
    }
    if (height > 0)
        return nonogram_draft_from_picture(draft, (unsigned)width, height, picture);
    return source_error(draft->source, draft->source->size, draft->error, "the picture is missing");
}

int nonogram_recognise_picture(const struct source *source) {
    enum { BYTES = 20000 };
    bool any = false;
    for (size_t at = nonogram_text_start(source); at < source->size && at < BYTES; at++) {
        char c = source->data[at];
        if (c != '#' && c != '.' && !is_space(c))
            return 0;
        any |= !is_space(c);
    }
    return any ? 60 : 0;
}

bool nonogram_write_pbm(const struct nonogram_game *game, struct buf *out, qd_error *error) {
    (void)error;
    enum { CELLS_IN_A_LINE = 70 };
    buf_printf(out, "P1\n%u %u\n", game->puzzle->width, game->puzzle->height);
    for (unsigned row = 0; row < game->puzzle->height; row++)
        for (unsigned column = 0; column < game->puzzle->width; column++) {
            bool last = column + 1 == game->puzzle->width || (column + 1) % CELLS_IN_A_LINE == 0;
            buf_char(out, game->picture[(size_t)row * game->puzzle->width + column] ? '1' : '0');
            if (last)
                buf_char(out, '\n');
        }
    return true;
}

bool nonogram_write_picture(const struct nonogram_game *game, struct buf *out, qd_error *error) {
    (void)error;
    for (unsigned row = 0; row < game->puzzle->height; row++) {
        nonogram_write_row(game->puzzle, game->picture, row, out);
        buf_char(out, '\n');
    }
    return true;
}
