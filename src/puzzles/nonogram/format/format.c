/* The formats of nonograms: which one a text is in, and which one writes it. */
#include "puzzles/nonogram/format/format.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static const struct nonogram_reader *const readers[] = {
    &nonogram_read_non,     &nonogram_read_xml,     &nonogram_read_json,    &nonogram_read_olsak,
    &nonogram_read_numbers, &nonogram_read_taai,    &nonogram_read_houston, &nonogram_read_toml,
    &nonogram_read_gno,     &nonogram_read_dzn,     &nonogram_read_asp,     &nonogram_read_picross,
    &nonogram_read_pbm,     &nonogram_read_picture, &nonogram_read_png,
};
enum { READERS = sizeof readers / sizeof *readers };

/* The reader that is surest, and how sure it is. */
static const struct nonogram_reader *best_reader(const struct source *source, int *score) {
    const struct nonogram_reader *best = &nonogram_read_non;
    *score = 0;
    for (size_t i = 0; i < READERS; i++) {
        if (readers[i]->most <= *score)
            continue;
        int sure = readers[i]->look(source);
        if (sure > *score) {
            *score = sure;
            best = readers[i];
        }
    }
    return best;
}

static int recognise(const struct source *source) {
    int score;
    best_reader(source, &score);
    return score;
}

static size_t cut(const struct source *source, struct source_part **parts) {
    int score;
    const struct nonogram_reader *reader = best_reader(source, &score);
    return score > 0 && reader->cut ? reader->cut(source, parts) : 0;
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

static struct position *parse(const struct source *source, struct record *moves, qd_error *error) {
    int score;
    const struct nonogram_reader *reader = best_reader(source, &score);
    if (score == 0) {
        source_error(source, nonogram_text_start(source), error, "%s",
                     is_empty(source) ? "the text is empty; a nonogram was expected"
                                      : "this is not in a format that is known for nonograms");
        return NULL;
    }
    struct nonogram_draft *draft = MEM_NEW(struct nonogram_draft);
    nonogram_draft_begin(draft, source, moves, error);
    struct position *position = reader->read(draft) ? position_of(draft) : NULL;
    nonogram_draft_free(draft);
    free(draft);
    return position;
}

bool nonogram_page_one_colour(const struct nonogram_page *page, qd_error *error) {
    return page->puzzle->colours == 1 ||
           error_set(error, QD_BAD_INPUT,
                     "the format %s cannot hold colours, and this puzzle has %u; non, xml, json, "
                     "g and toml can",
                     page->format, page->puzzle->colours);
}

bool nonogram_page_nothing_known(const struct nonogram_page *page, qd_error *error) {
    return !page->any_known ||
           error_set(error, QD_BAD_INPUT,
                     "the format %s cannot hold cells that are filled in; non, xml, json and gno "
                     "can",
                     page->format);
}

void nonogram_page_clues(const struct nonogram_line *line, const char *between, struct buf *out) {
    if (line->count == 0)
        buf_char(out, '0');
    for (unsigned i = 0; i < line->count; i++)
        buf_printf(out, "%s%u", i ? between : "", line->clues[i].length);
}

void nonogram_page_row(const struct nonogram_puzzle *puzzle, const uint8_t *cells, unsigned row,
                       struct buf *out) {
    for (unsigned column = 0; column < puzzle->width; column++) {
        uint8_t cell = cells[(size_t)row * puzzle->width + column];
        buf_char(out, cell == NONOGRAM_UNKNOWN ? '?' : puzzle->palette[cell].letter);
    }
}

/* In the order of the list of formats. */
static nonogram_writer *const writers[] = {
    nonogram_write_non,     nonogram_write_xml,     nonogram_write_json,    nonogram_write_olsak,
    nonogram_write_nin,     nonogram_write_mk,      nonogram_write_cwd,     nonogram_write_jcross,
    nonogram_write_taai,    nonogram_write_houston, nonogram_write_picross, nonogram_write_toml,
    nonogram_write_gno,     nonogram_write_dzn,     nonogram_write_asp,     nonogram_write_pbm,
    nonogram_write_picture, nonogram_write_png,
};

static const struct puzzle_format formats[] = {
    {"non", ".non", "keywords and values, clues with commas between them; holds everything",
     "====\n"},
    {"xml", ".xml", "the XML of webpbn.com, with colours, goal and saved cells", NULL},
    {"json", ".json", "an object with rows and columns, and perhaps colours and pictures", NULL},
    {"g", ".g", "Olsak's: a colon before the rows and before the columns, colours behind #d", NULL},
    {"nin", ".nin", "Wilk's: width and height, then rows, then columns", NULL},
    {"mk", ".mk", "Olsak's: height and width, rows, a line #, columns", NULL},
    {"cwd", ".cwd", "height, width, rows, a blank line, columns", NULL},
    {"jcross", ".txt", "SPOJ's JCROSS: a 0 ends each line", NULL},
    {"taai", ".txt", "of the solver tournaments: $1, then columns and rows with tabs; squares only",
     ""},
    {"houston", ".txt", "width, height, then columns and rows in quotes", NULL},
    {"picross", ".txt", "GRID, ROWS and COLUMNS, clues in brackets", ""},
    {"toml", ".toml", "nonogrid's: [clues] with columns and rows, [colors]", NULL},
    {"gno", ".gno", "Gnonograms': sections in brackets, with solution and working grid", NULL},
    {"dzn", ".dzn", "MiniZinc data: the matrices row_rules and col_rules", NULL},
    {"asp", ".lp", "facts for answer set solvers: row_hint(1, 1, 3).", NULL},
    {"pbm", ".pbm", "the picture as a portable bitmap", NULL},
    {"picture", ".txt", "the picture as lines of # and .", NULL},
    {"png", ".png", "the picture as an image, a pixel for each cell; white is empty", NULL},
    {0},
};
_Static_assert(sizeof formats / sizeof *formats == sizeof writers / sizeof *writers + 1,
               "a writer for each format");

/* What is known after the moves. */
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

static bool any_known(const struct nonogram_puzzle *puzzle, const uint8_t *cells) {
    for (size_t i = 0; i < (size_t)puzzle->width * puzzle->height; i++)
        if (cells[i] != NONOGRAM_UNKNOWN)
            return true;
    return false;
}

static bool print(const struct position *start, const struct record *moves,
                  const struct puzzle_format *format, struct buf *out, qd_error *error) {
    size_t index = 0;
    while (strcmp(formats[index].name, format->name) != 0)
        index++;
    uint8_t *cells = cells_after(start, moves);
    struct nonogram_page page = {.puzzle = start->puzzle,
                                 .start = start,
                                 .moves = moves,
                                 .cells = cells,
                                 .any_known = any_known(start->puzzle, cells),
                                 .format = format->name};
    bool done = writers[index](&page, out, error);
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
