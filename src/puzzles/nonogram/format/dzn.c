/* MiniZinc data, for two models. In one, `rows` and `cols` are matrices of steps: 1 a filled cell,
 * 0 one or more empty ones, -1 nothing (so 1, 1, 0, 1 is the clue 2 1). In the other, `row_rules`
 * and `col_rules` are matrices of clues, padded with zeros. */
#include <string.h>

#include "puzzles/nonogram/format/format.h"

struct dzn {
    struct nonogram_draft *draft;
    size_t at;
    bool seen[NONOGRAM_SIDES];
    unsigned run; /* filled steps of the current clue */
    size_t run_at;
};

static bool fail(struct dzn *dzn, size_t at, const char *what) {
    return source_error(dzn->draft->source, at, dzn->draft->error, "%s", what);
}

static void skip(struct dzn *dzn) {
    const struct source *source = dzn->draft->source;
    while (dzn->at < source->size) {
        char c = source->data[dzn->at];
        if (c == '%')
            while (dzn->at < source->size && source->data[dzn->at] != '\n')
                dzn->at++;
        else if (c && strchr(" \t\r\n", c))
            dzn->at++;
        else
            return;
    }
}

static bool accept(struct dzn *dzn, char c) {
    skip(dzn);
    if (dzn->at >= dzn->draft->source->size || dzn->draft->source->data[dzn->at] != c)
        return false;
    dzn->at++;
    return true;
}

static bool is_word_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static struct word next_word(struct dzn *dzn) {
    skip(dzn);
    struct word word = {dzn->at, dzn->at};
    while (word.to < dzn->draft->source->size &&
           is_word_character(dzn->draft->source->data[word.to]))
        word.to++;
    dzn->at = word.to;
    return word;
}

static bool end_run(struct dzn *dzn, enum nonogram_side side) {
    unsigned colour, length = dzn->run;
    dzn->run = 0;
    return length == 0 || (nonogram_draft_plain(dzn->draft, dzn->run_at, &colour) &&
                           nonogram_draft_clue(dzn->draft, side, length, colour, dzn->run_at));
}

/* A number of a matrix of steps. */
static bool take_step(struct dzn *dzn, enum nonogram_side side, int number, size_t at) {
    if (number > 1)
        return fail(dzn, at, "expected a step: 1 for filled, 0 for empty, -1 for nothing");
    if (number < 1)
        return end_run(dzn, side);
    if (dzn->run++ == 0)
        dzn->run_at = at;
    return true;
}

/* A number of a matrix of clues. */
static bool take_clue(struct dzn *dzn, enum nonogram_side side, int number, size_t at) {
    unsigned colour;
    if (number < 0)
        return fail(dzn, at, "expected a clue, or 0 where there is none");
    return number == 0 || (nonogram_draft_plain(dzn->draft, at, &colour) &&
                           nonogram_draft_clue(dzn->draft, side, (unsigned)number, colour, at));
}

static bool read_number(struct dzn *dzn, int *number, size_t *at) {
    skip(dzn);
    *at = dzn->at;
    bool negative = accept(dzn, '-');
    struct word word = next_word(dzn);
    unsigned value;
    if (!word_unsigned(dzn->draft->source, word, UINT16_MAX, &value))
        return fail(dzn, *at, "expected a number");
    *number = negative ? -(int)value : (int)value;
    return true;
}

/* The numbers up to the next bar. */
static bool read_row(struct dzn *dzn, enum nonogram_side side, bool steps) {
    skip(dzn);
    if (!nonogram_draft_line(dzn->draft, side, dzn->at))
        return false;
    do {
        int number = 0;
        size_t at = 0;
        skip(dzn);
        if (dzn->draft->source->data[dzn->at] == '|')
            break; /* after a trailing comma */
        if (!read_number(dzn, &number, &at) ||
            !(steps ? take_step(dzn, side, number, at) : take_clue(dzn, side, number, at)))
            return false;
    } while (accept(dzn, ','));
    return end_run(dzn, side);
}

/* [| 1, 2 | 3, 4 |] */
static bool read_matrix(struct dzn *dzn, enum nonogram_side side, bool steps) {
    if (dzn->seen[side])
        return fail(dzn, dzn->at, "there is already a matrix of these");
    dzn->seen[side] = true;
    if (!accept(dzn, '[') || !accept(dzn, '|'))
        return fail(dzn, dzn->at, "expected a matrix: [| 1, 2 | 3, 4 |]");
    while (!accept(dzn, ']')) {
        if (!read_row(dzn, side, steps))
            return false;
        if (!accept(dzn, '|'))
            return fail(dzn, dzn->at, "expected a comma or a bar");
    }
    return true;
}

/* A number: the size of a side, which its matrix must match, or something that is not needed. */
static bool read_scalar(struct dzn *dzn, struct word name) {
    const struct source *source = dzn->draft->source;
    bool rows = word_is(source, name, "rows");
    if (rows || word_is(source, name, "cols"))
        return nonogram_draft_size_word(dzn->draft, rows ? NONOGRAM_ROWS : NONOGRAM_COLUMNS,
                                        next_word(dzn));
    while (dzn->at < source->size && source->data[dzn->at] != ';')
        dzn->at++;
    return true;
}

static bool read_assignment(struct dzn *dzn) {
    const struct source *source = dzn->draft->source;
    struct word name = next_word(dzn);
    if (name.from == name.to || !accept(dzn, '='))
        return fail(dzn, dzn->at, "expected a name, = and a value");
    skip(dzn);
    bool matrix = source->data[dzn->at] == '[';
    bool good;
    if (matrix && word_is(source, name, "rows"))
        good = read_matrix(dzn, NONOGRAM_ROWS, true);
    else if (matrix && word_is(source, name, "cols"))
        good = read_matrix(dzn, NONOGRAM_COLUMNS, true);
    else if (matrix && word_is(source, name, "row_rules"))
        good = read_matrix(dzn, NONOGRAM_ROWS, false);
    else if (matrix && word_is(source, name, "col_rules"))
        good = read_matrix(dzn, NONOGRAM_COLUMNS, false);
    else
        good = read_scalar(dzn, name);
    return good && (accept(dzn, ';') || fail(dzn, dzn->at, "expected a semicolon"));
}

bool nonogram_read_dzn(struct nonogram_draft *draft) {
    struct dzn dzn = {.draft = draft, .at = nonogram_text_start(draft->source)};
    for (skip(&dzn); dzn.at < draft->source->size; skip(&dzn))
        if (!read_assignment(&dzn))
            return false;
    return nonogram_draft_puzzle(draft);
}

static bool is_matrix_of(const struct source *source, struct line line, const char *name) {
    struct word word;
    if (!word_next(source, &line, "=", &word) || !word_is(source, word, name))
        return false;
    line_trim(source, &line, 0);
    return nonogram_line_begins(source, line, "=") || nonogram_line_begins(source, line, "[");
}

int nonogram_recognise_dzn(const struct source *source) {
    static const char *const names[] = {"rows", "cols", "row_rules", "col_rules"};
    enum { BYTES = 200000 };
    size_t offset = nonogram_text_start(source);
    struct line line;
    bool matrix = memmem(source->data, source->size < BYTES ? source->size : BYTES, "[|", 2);
    for (int i = 0; matrix && i < 100 && source_line(source, &offset, &line); i++)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            if (is_matrix_of(source, line, names[k]))
                return 85;
    return 0;
}

static unsigned longest(const struct nonogram_line *lines, unsigned count) {
    unsigned most = 1;
    for (unsigned i = 0; i < count; i++)
        most = lines[i].count > most ? lines[i].count : most;
    return most;
}

static void print_matrix(const char *name, const struct nonogram_line *lines, unsigned count,
                         unsigned columns, struct buf *out) {
    buf_printf(out, "%s = [|", name);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < columns; k++) {
            unsigned pad = columns - lines[i].count;
            buf_printf(out, "%s%u", k ? ", " : " ", k < pad ? 0 : lines[i].clues[k - pad].length);
        }
        buf_add(out, i + 1 < count ? "\n  |" : " |];\n");
    }
}

bool nonogram_write_dzn(const struct nonogram_game *game, struct buf *out, qd_error *error) {
    (void)error;
    const struct nonogram_puzzle *puzzle = game->puzzle;
    unsigned rows = longest(puzzle->rows, puzzle->height);
    unsigned columns = longest(puzzle->columns, puzzle->width);
    buf_printf(out, "rows = %u;\nrow_rule_len = %u;\n", puzzle->height, rows);
    print_matrix("row_rules", puzzle->rows, puzzle->height, rows, out);
    buf_printf(out, "cols = %u;\ncol_rule_len = %u;\n", puzzle->width, columns);
    print_matrix("col_rules", puzzle->columns, puzzle->width, columns, out);
    return true;
}
