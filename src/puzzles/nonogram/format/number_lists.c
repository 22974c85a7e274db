/* Formats that are lists of numbers, a line of clues on each line:
 *
 *     .nin      width and height, rows, columns
 *     .mk       height and width, rows, a line #, columns
 *     .cwd      height, width, rows, a blank line, columns
 *     Keen      rows, a blank line, columns
 *     JCROSS    1 (one puzzle), height and width, rows, columns, and a 0 at the end of each line
 *
 * The number of lines, and of numbers in the first ones, tells which it is. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/format/format.h"

struct numbers {
    struct nonogram_draft *draft;
    const struct source *source;
    struct nonogram_lines all; /* every line, blank ones too, without those around the text */
    size_t full;               /* how many are not blank */
    size_t hash;               /* index of the line #, all.count if there is none */
};

enum kind { KIND_NIN, KIND_MK, KIND_CWD, KIND_KEEN, KIND_JCROSS };

static unsigned count_words(const struct source *source, struct line line) {
    struct word word;
    unsigned count = 0;
    while (word_next(source, &line, ",", &word))
        count++;
    return count;
}

static void collect(struct numbers *numbers) {
    size_t offset = nonogram_text_start(numbers->source);
    struct line line;
    size_t last = 0;
    while (source_line(numbers->source, &offset, &line)) {
        bool blank = nonogram_line_blank(numbers->source, line);
        if (blank && numbers->all.count == 0)
            continue;
        nonogram_lines_add(&numbers->all, line);
        numbers->full += !blank;
        if (!blank)
            last = numbers->all.count;
    }
    numbers->all.count = last;
    numbers->hash = 0;
    while (numbers->hash < last &&
           !nonogram_line_is(numbers->source, numbers->all.items[numbers->hash], "#"))
        numbers->hash++;
}

static bool has_blank(const struct numbers *numbers) {
    return numbers->full < numbers->all.count;
}

/* How many lines there are above the first blank one. */
static size_t lines_above_gap(const struct numbers *numbers) {
    size_t count = 0;
    while (count < numbers->all.count &&
           !nonogram_line_blank(numbers->source, numbers->all.items[count]))
        count++;
    return count;
}

/* The next line from index on that is not blank. */
static size_t skip_blank(const struct numbers *numbers, size_t index) {
    while (index < numbers->all.count &&
           nonogram_line_blank(numbers->source, numbers->all.items[index]))
        index++;
    return index;
}

static struct line line_at(const struct numbers *numbers, size_t index) {
    return index < numbers->all.count
               ? numbers->all.items[index]
               : (struct line){.from = numbers->source->size, .to = numbers->source->size};
}

/* The first two numbers of a line, 0 for words that are not numbers. Returns how many words there
 * are. */
static unsigned heading(const struct numbers *numbers, size_t index, unsigned value[2]) {
    struct line line = line_at(numbers, index);
    struct word word;
    unsigned count = 0;
    value[0] = value[1] = 0;
    for (; word_next(numbers->source, &line, ",", &word); count++)
        if (count < 2 && !word_unsigned(numbers->source, word, UINT16_MAX, &value[count]))
            value[count] = 0;
    return count;
}

static bool ends_with_zero(const struct numbers *numbers, size_t index) {
    struct line line = line_at(numbers, index);
    struct word word, last = {0};
    while (word_next(numbers->source, &line, ",", &word))
        last = word;
    return word_is(numbers->source, last, "0");
}

static bool all_end_with_zero(const struct numbers *numbers) {
    for (size_t i = 2; i < numbers->all.count; i++)
        if (!nonogram_line_blank(numbers->source, numbers->all.items[i]) &&
            !ends_with_zero(numbers, i))
            return false;
    return numbers->all.count > 2;
}

/* By the headings alone. */
static enum kind kind_of(const struct numbers *numbers) {
    unsigned first[2], second[2];
    unsigned words = heading(numbers, 0, first);
    unsigned more = heading(numbers, 1, second);
    if (numbers->hash < numbers->all.count)
        return KIND_MK;
    if (words == 1 && more == 2 && all_end_with_zero(numbers))
        return KIND_JCROSS;
    return words == 2 ? KIND_NIN : words == 1 && more == 1 ? KIND_CWD : KIND_KEEN;
}

static struct nonogram_lines part(const struct numbers *numbers, size_t from, size_t to) {
    to = to < numbers->all.count ? to : numbers->all.count;
    from = from < to ? from : to;
    return (struct nonogram_lines){.items = numbers->all.items + from, .count = to - from};
}

/* Reads the numbers of a line as sizes, in this order. */
static bool read_sizes(struct numbers *numbers, size_t index, const enum nonogram_side *sides,
                       unsigned count) {
    struct line line = line_at(numbers, index);
    struct word word;
    for (unsigned i = 0; i < count; i++) {
        if (!word_next(numbers->source, &line, ",", &word))
            word = (struct word){line.to, line.to};
        if (!nonogram_draft_size_word(numbers->draft, sides[i], word))
            return false;
    }
    if (word_next(numbers->source, &line, ",", &word))
        return source_error(numbers->source, word.from, numbers->draft->error,
                            "expected nothing but the size on this line");
    return true;
}

static bool read_section(struct numbers *numbers, enum nonogram_side side,
                         struct nonogram_lines lines) {
    size_t at = lines.count && lines.items ? lines.items[0].from : numbers->source->size;
    return nonogram_draft_section(numbers->draft, side, &lines, at, nonogram_draft_clue_line);
}

/* The rows from index on, then the columns. Blank lines between the two only separate them, so the
 * last row and the first column may not be blank; other blank lines are empty rows and columns. */
static bool read_both(struct numbers *numbers, size_t index) {
    size_t below = index + numbers->draft->side[NONOGRAM_ROWS].said;
    struct nonogram_lines rows = part(numbers, index, below);
    below = skip_blank(numbers, below);
    numbers->draft->unmarked = true;
    return read_section(numbers, NONOGRAM_ROWS, rows) &&
           read_section(numbers, NONOGRAM_COLUMNS, part(numbers, below, numbers->all.count));
}

static bool read_nin(struct numbers *numbers) {
    const enum nonogram_side sides[] = {NONOGRAM_COLUMNS, NONOGRAM_ROWS};
    return read_sizes(numbers, 0, sides, 2) && read_both(numbers, 1);
}

static bool read_mk(struct numbers *numbers) {
    const enum nonogram_side sides[] = {NONOGRAM_ROWS, NONOGRAM_COLUMNS};
    return read_sizes(numbers, 0, sides, 2) &&
           read_section(numbers, NONOGRAM_ROWS, part(numbers, 1, numbers->hash)) &&
           read_section(numbers, NONOGRAM_COLUMNS,
                        part(numbers, numbers->hash + 1, numbers->all.count));
}

static bool read_cwd(struct numbers *numbers) {
    const enum nonogram_side sides[] = {NONOGRAM_ROWS, NONOGRAM_COLUMNS};
    return read_sizes(numbers, 0, sides, 1) && read_sizes(numbers, 1, sides + 1, 1) &&
           read_both(numbers, 2);
}

/* Two blocks of lines. */
static bool read_keen(struct numbers *numbers) {
    size_t gap = lines_above_gap(numbers), below = skip_blank(numbers, gap);
    for (size_t i = below; i < numbers->all.count; i++)
        if (nonogram_line_blank(numbers->source, numbers->all.items[i]))
            return source_error(numbers->source, numbers->all.items[i].from, numbers->draft->error,
                                "only one blank line is expected, between rows and columns; an "
                                "empty line is written as 0");
    return read_section(numbers, NONOGRAM_ROWS, part(numbers, 0, gap)) &&
           read_section(numbers, NONOGRAM_COLUMNS, part(numbers, below, numbers->all.count));
}

/* Drops the zero that ends a line. */
static void drop_zero(const struct numbers *numbers, struct line *line) {
    if (count_words(numbers->source, *line) < 2)
        return;
    line_trim(numbers->source, line, 0);
    line->to--;
}

static void drop_blank(struct numbers *numbers) {
    size_t kept = 0;
    for (size_t i = 0; i < numbers->all.count; i++)
        if (!nonogram_line_blank(numbers->source, numbers->all.items[i]))
            numbers->all.items[kept++] = numbers->all.items[i];
    numbers->all.count = kept;
}

static bool read_jcross(struct numbers *numbers) {
    const enum nonogram_side sides[] = {NONOGRAM_ROWS, NONOGRAM_COLUMNS};
    if (!nonogram_line_is(numbers->source, numbers->all.items[0], "1"))
        return source_error(numbers->source, numbers->all.items[0].from, numbers->draft->error,
                            "expected 1, for one puzzle, or as many puzzles as the number says");
    drop_blank(numbers); /* blank lines mean nothing where every line of clues ends with a zero */
    for (size_t i = 2; i < numbers->all.count; i++)
        drop_zero(numbers, &numbers->all.items[i]);
    return read_sizes(numbers, 1, sides, 2) && read_both(numbers, 2);
}

static bool read_as(struct numbers *numbers, enum kind kind) {
    switch (kind) {
    case KIND_NIN:
        return read_nin(numbers);
    case KIND_MK:
        return read_mk(numbers);
    case KIND_CWD:
        return read_cwd(numbers);
    case KIND_JCROSS:
        return read_jcross(numbers);
    default:
        return read_keen(numbers);
    }
}

/* True if rows and columns add up to the same number of cells; there is one colour. */
static bool sums_agree(const struct nonogram_puzzle *puzzle) {
    struct nonogram_sums sums = nonogram_sums(puzzle, 1);
    return sums.rows == sums.columns;
}

/* True if the text can be read as this kind; balanced: and its sums then agree. */
static bool can_be(const struct numbers *numbers, enum kind kind, bool balanced) {
    struct nonogram_draft *draft = MEM_NEW(struct nonogram_draft);
    nonogram_draft_begin(draft, numbers->source, numbers->draft->moves, NULL);
    struct numbers trial = *numbers;
    trial.draft = draft;
    trial.all.items = mem_copy(numbers->all.items, numbers->all.count * sizeof(struct line));
    bool good = read_as(&trial, kind) && nonogram_draft_puzzle(draft) &&
                (!balanced || sums_agree(draft->puzzle));
    nonogram_draft_free(draft);
    free(draft);
    free(trial.all.items);
    return good;
}

/* True if there are as many lines, or rows, as the sizes say, or one more or less. */
static bool is_nearly(const struct numbers *numbers, enum kind kind) {
    unsigned first[2], second[2];
    heading(numbers, 0, first);
    heading(numbers, 1, second);
    size_t said =
        kind == KIND_NIN ? 1 + (size_t)first[0] + first[1] : 2 + (size_t)first[0] + second[0];
    bool rows_fit = kind == KIND_CWD && lines_above_gap(numbers) == 2 + (size_t)first[0];
    return rows_fit || (numbers->full <= said + 1 && numbers->all.count + 1 >= said);
}

/* The first clues of a list without sizes can look like sizes by chance, but a text with sizes that
 * has lost a line must not pass for one without. With its sizes taken for clues, its sums would
 * differ. */
static enum kind settle_kind(const struct numbers *numbers) {
    enum kind kind = kind_of(numbers);
    bool sized = kind == KIND_NIN || kind == KIND_CWD;
    if (!sized || !has_blank(numbers) || can_be(numbers, kind, false))
        return kind;
    return !is_nearly(numbers, kind) || can_be(numbers, KIND_KEEN, true) ? KIND_KEEN : kind;
}

bool nonogram_read_numbers(struct nonogram_draft *draft) {
    struct numbers numbers = {.draft = draft, .source = draft->source};
    collect(&numbers);
    bool good = numbers.all.count > 0 ||
                source_error(draft->source, 0, draft->error, "the clues are missing");
    good = good && read_as(&numbers, settle_kind(&numbers)) && nonogram_draft_puzzle(draft);
    free(numbers.all.items);
    return good;
}

/* Nothing but numbers, blanks, commas, and at most one #. */
int nonogram_recognise_numbers(const struct source *source) {
    enum { BYTES = 20000 };
    size_t lines = 0, hashes = 0, digits = 0;
    for (size_t at = nonogram_text_start(source); at < source->size && at < BYTES; at++) {
        char c = source->data[at];
        if (!strchr("0123456789 \t\r\n,#", c) || c == '\0')
            return 0;
        digits += c >= '0' && c <= '9';
        hashes += c == '#';
        lines += c == '\n' || c == '\r';
    }
    return digits == 0 || hashes > 1 ? 0 : lines > 1 ? 65 : 20;
}

/* The line after a puzzle of JCROSS that begins at this line with its size; 0 if the puzzle is
 * incomplete. */
static size_t end_of_jcross(const struct numbers *numbers, size_t index) {
    unsigned size[2];
    if (heading(numbers, index, size) != 2)
        return 0;
    unsigned lines = size[0] + size[1];
    for (index++; lines > 0; index++) {
        if (index >= numbers->all.count)
            return 0;
        bool blank = nonogram_line_blank(numbers->source, numbers->all.items[index]);
        if (!blank && !ends_with_zero(numbers, index))
            return 0;
        lines -= !blank;
    }
    return index;
}

/* Returns whether the text is exactly as many puzzles as it says. */
static bool cut_jcross(const struct numbers *numbers, unsigned count,
                       struct nonogram_parts *parts) {
    size_t from = skip_blank(numbers, 1);
    for (; parts->count < count; from = skip_blank(numbers, from)) {
        size_t to = end_of_jcross(numbers, from);
        if (to == 0)
            return false;
        nonogram_parts_add(parts, (struct source_part){.from = numbers->all.items[from].from,
                                                       .to = numbers->all.items[to - 1].to,
                                                       .before = "1\n"});
        from = to;
    }
    return from == numbers->all.count;
}

/* Only JCROSS says how many puzzles there are. If it is wrong, the reader reports it. */
size_t nonogram_cut_numbers(const struct source *source, struct source_part **parts) {
    struct numbers numbers = {.source = source};
    struct nonogram_parts found = {.source = source};
    unsigned first[2];
    collect(&numbers);
    bool several = numbers.all.count > 0 && heading(&numbers, 0, first) == 1 && first[0] > 1 &&
                   cut_jcross(&numbers, first[0], &found);
    free(numbers.all.items);
    if (several)
        *parts = found.items;
    else
        free(found.items);
    return several ? found.count : 0;
}

/* ---- writing ---- */

bool nonogram_write_nin(const struct nonogram_game *game, struct buf *out, qd_error *error) {
    (void)error;
    buf_printf(out, "%u %u\n", game->puzzle->width, game->puzzle->height);
    nonogram_write_lines(game->puzzle->rows, game->puzzle->height, " ", out);
    nonogram_write_lines(game->puzzle->columns, game->puzzle->width, " ", out);
    return true;
}

bool nonogram_write_mk(const struct nonogram_game *game, struct buf *out, qd_error *error) {
    (void)error;
    buf_printf(out, "%u %u\n", game->puzzle->height, game->puzzle->width);
    nonogram_write_lines(game->puzzle->rows, game->puzzle->height, " ", out);
    buf_add(out, "#\n");
    nonogram_write_lines(game->puzzle->columns, game->puzzle->width, " ", out);
    return true;
}

bool nonogram_write_cwd(const struct nonogram_game *game, struct buf *out, qd_error *error) {
    (void)error;
    buf_printf(out, "%u\n%u\n", game->puzzle->height, game->puzzle->width);
    nonogram_write_lines(game->puzzle->rows, game->puzzle->height, " ", out);
    buf_char(out, '\n');
    nonogram_write_lines(game->puzzle->columns, game->puzzle->width, " ", out);
    return true;
}

bool nonogram_write_jcross(const struct nonogram_game *game, struct buf *out, qd_error *error) {
    (void)error;
    const struct nonogram_puzzle *puzzle = game->puzzle;
    buf_printf(out, "1\n%u %u\n", puzzle->height, puzzle->width);
    for (unsigned i = 0; i < nonogram_line_count(puzzle); i++) {
        const struct nonogram_line *line = nonogram_line_at(puzzle, i);
        nonogram_write_clues(line, " ", out);
        buf_add(out, line->count ? " 0\n" : "\n");
    }
    return true;
}
