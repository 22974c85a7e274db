/* The format .gno of Gnonograms: sections in brackets. In its grids 1 is empty, 2 is filled and 0
 * not yet known. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/format/format.h"

enum section {
    SECTION_DESCRIPTION,
    SECTION_DIMENSIONS,
    SECTION_ROWS,
    SECTION_COLUMNS,
    SECTION_SOLUTION,
    SECTION_WORKING,
    SECTIONS,
    SECTION_OTHER = SECTIONS
};

static const char *const headings[SECTIONS] = {
    "[Description]",  "[Dimensions]",    "[Row clues]",
    "[Column clues]", "[Solution grid]", "[Working grid]",
};

struct gno {
    struct nonogram_draft *draft;
    struct nonogram_lines lines[SECTIONS];
    bool seen[SECTIONS];
    size_t seen_at[SECTIONS];
};

static enum section section_of(const struct source *source, struct line line) {
    enum section section = 0;
    while (section < SECTIONS && !nonogram_line_is(source, line, headings[section]))
        section++;
    if (section == SECTION_OTHER && nonogram_line_is(source, line, "[Row]"))
        return SECTION_ROWS;
    if (section == SECTION_OTHER && nonogram_line_is(source, line, "[Column]"))
        return SECTION_COLUMNS;
    return section;
}

static bool sort_lines(struct gno *gno) {
    const struct source *source = gno->draft->source;
    size_t offset = nonogram_text_start(source);
    enum section now = SECTION_OTHER;
    struct line line;
    while (source_line(source, &offset, &line)) {
        if (!nonogram_line_begins(source, line, "[")) {
            if (now != SECTION_OTHER)
                nonogram_lines_add(&gno->lines[now], line);
            continue;
        }
        now = section_of(source, line);
        if (now == SECTION_OTHER)
            continue; /* such as [Locked], which is not about the puzzle */
        if (gno->seen[now])
            return source_error(source, line.from, gno->draft->error, "there is already a %s",
                                headings[now]);
        gno->seen[now] = true;
        gno->seen_at[now] = line.from;
    }
    return true;
}

/* Title, author, date and level; only the first two are kept. */
static bool read_description(struct gno *gno) {
    struct nonogram_draft *draft = gno->draft;
    const struct nonogram_lines *lines = &gno->lines[SECTION_DESCRIPTION];
    char **const fields[] = {&draft->about.title, &draft->about.author};
    static const char *const names[] = {"title", "author"};
    for (size_t i = 0; i < 2 && i < lines->count; i++)
        if (!nonogram_draft_about(draft, fields[i], names[i],
                                  draft->source->data + lines->items[i].from,
                                  lines->items[i].to - lines->items[i].from, lines->items[i].from))
            return false;
    return true;
}

static bool read_dimensions(struct gno *gno) {
    struct nonogram_draft *draft = gno->draft;
    const struct nonogram_lines *lines = &gno->lines[SECTION_DIMENSIONS];
    if (!gno->seen[SECTION_DIMENSIONS])
        return true;
    for (size_t i = 0; i < 2; i++) {
        struct line line = i < lines->count ? lines->items[i]
                                            : (struct line){gno->seen_at[SECTION_DIMENSIONS],
                                                            gno->seen_at[SECTION_DIMENSIONS]};
        line_trim(draft->source, &line, 0);
        if (!nonogram_draft_size_word(draft, i == 0 ? NONOGRAM_ROWS : NONOGRAM_COLUMNS,
                                      (struct word){line.from, line.to}))
            return false;
    }
    return true;
}

static bool read_cells(struct gno *gno, enum section section, uint8_t *cells) {
    struct nonogram_draft *draft = gno->draft;
    const struct nonogram_lines *lines = &gno->lines[section];
    size_t count = 0, limit = (size_t)draft->puzzle->width * draft->puzzle->height;
    unsigned lowest = section == SECTION_SOLUTION, number;
    size_t at = gno->seen_at[section];
    for (size_t i = 0; i < lines->count; i++) {
        struct line line = lines->items[i];
        struct word word;
        while (word_next(draft->source, &line, "", &word)) {
            at = word.from;
            if (!word_unsigned(draft->source, word, 2, &number) || number < lowest)
                return source_error(draft->source, at, draft->error,
                                    "expected a cell: 1 for empty, 2 for filled%s",
                                    lowest ? "" : ", 0 for not known");
            if (count == limit)
                return source_error(draft->source, at, draft->error,
                                    "there are more cells than the picture has");
            cells[count++] = (uint8_t)(number == 0 ? NONOGRAM_UNKNOWN : number - 1);
        }
    }
    return count == limit ||
           source_error(draft->source, at, draft->error,
                        "the picture ends after %zu of its %zu cells", count, limit);
}

static bool read_grid(struct gno *gno, enum section section, uint8_t **cells) {
    const struct nonogram_puzzle *puzzle = gno->draft->puzzle;
    if (!gno->seen[section])
        return true;
    *cells = mem_new((size_t)puzzle->width * puzzle->height, 1);
    if (read_cells(gno, section, *cells))
        return true;
    free(*cells);
    *cells = NULL;
    return false;
}

static bool read_clues(struct gno *gno, enum nonogram_side side, enum section section) {
    size_t at = gno->seen[section] ? gno->seen_at[section] : gno->draft->source->size;
    return nonogram_draft_section(gno->draft, side, &gno->lines[section], at,
                                  nonogram_draft_clue_line);
}

static bool read_all(struct gno *gno) {
    struct nonogram_draft *draft = gno->draft;
    uint8_t *goal = NULL;
    if (!sort_lines(gno) || !read_description(gno) || !read_dimensions(gno) ||
        !read_clues(gno, NONOGRAM_ROWS, SECTION_ROWS) ||
        !read_clues(gno, NONOGRAM_COLUMNS, SECTION_COLUMNS) || !nonogram_draft_puzzle(draft) ||
        !read_grid(gno, SECTION_WORKING, &draft->known) || !read_grid(gno, SECTION_SOLUTION, &goal))
        return false;
    return !goal || nonogram_draft_goal(draft, goal, gno->seen_at[SECTION_SOLUTION], 0);
}

bool nonogram_read_gno(struct nonogram_draft *draft) {
    struct gno gno = {.draft = draft};
    bool good = read_all(&gno);
    for (int i = 0; i < SECTIONS; i++)
        free(gno.lines[i].items);
    return good;
}

int nonogram_recognise_gno(const struct source *source) {
    enum { LINES = 100 };
    size_t offset = nonogram_text_start(source);
    struct line line;
    int known = 0;
    for (int i = 0; i < LINES && source_line(source, &offset, &line); i++)
        known +=
            nonogram_line_begins(source, line, "[") && section_of(source, line) != SECTION_OTHER;
    return known == 0 ? 0 : known == 1 ? 60 : 92;
}

static void print_clues(const char *heading, const struct nonogram_line *lines, unsigned count,
                        struct buf *out) {
    buf_printf(out, "%s\n", heading);
    for (unsigned i = 0; i < count; i++) {
        nonogram_write_clues(&lines[i], ", ", out);
        buf_char(out, '\n');
    }
}

static void print_grid(const char *heading, const struct nonogram_puzzle *puzzle,
                       const uint8_t *cells, struct buf *out) {
    buf_printf(out, "%s\n", heading);
    for (size_t i = 0; i < (size_t)puzzle->width * puzzle->height; i++)
        buf_printf(out, "%d%s", cells[i] == NONOGRAM_UNKNOWN ? 0 : cells[i] + 1,
                   (i + 1) % puzzle->width ? " " : "\n");
}

static bool is_one_line(const char *text) {
    return !text || (!strchr(text, '\n') && *text != '[');
}

bool nonogram_write_gno(const struct nonogram_game *game, struct buf *out, qd_error *error) {
    const struct nonogram_puzzle *puzzle = game->puzzle;
    const struct nonogram_about *about = &puzzle->about;
    if (!is_one_line(about->title) || !is_one_line(about->author))
        return error_set(error, QD_BAD_INPUT,
                         "the format gno needs a title and an author of one line each");
    buf_printf(out, "[Description]\n%s\n%s\n", about->title ? about->title : "",
               about->author ? about->author : "");
    buf_printf(out, "[Dimensions]\n%u\n%u\n", puzzle->height, puzzle->width);
    print_clues("[Row clues]", puzzle->rows, puzzle->height, out);
    print_clues("[Column clues]", puzzle->columns, puzzle->width, out);
    if (puzzle->goal)
        print_grid("[Solution grid]", puzzle, puzzle->goal, out);
    if (game->any_known)
        print_grid("[Working grid]", puzzle, game->cells, out);
    return true;
}
