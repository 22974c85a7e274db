/* Hints: on generated puzzles every hint is judged by brute force (one line by all its
 * arrangements, everything else by all pictures), and hints alone lead to the end.
 * QUANDARY_SLOW_TESTS=1 takes 1,000 puzzles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "base/random.h"
#include "puzzles/nonogram/explain/hint_step.h"
#include "puzzles/nonogram/model/position.h"
#include "puzzles/nonogram/tests/nonogram_oracle.h"
#include "tests/support/slow.h"

/* ---- puzzles ---- */

static struct nonogram_puzzle *puzzle_of(const uint8_t *picture, unsigned width, unsigned height,
                                         unsigned colours) {
    static const char *const names[] = {"white", "red", "blue", "green"};
    struct nonogram_puzzle *puzzle = nonogram_puzzle_new(width, height);
    puzzle->colours = colours;
    for (unsigned i = 1; colours > 1 && i <= colours; i++) {
        strcpy(puzzle->palette[i].name, names[i]);
        puzzle->palette[i].letter = names[i][0];
    }
    nonogram_generate_all_clues(puzzle, picture);
    return puzzle;
}

/* Shapes rather than noise: cells often equal the one to the left or above. */
static void random_picture(struct random *random, unsigned width, unsigned height, unsigned colours,
                           uint8_t *picture) {
    unsigned density = 20 + (unsigned)random_below(random, 50);
    for (unsigned i = 0; i < width * height; i++) {
        if (i % width && random_below(random, 10) < 3)
            picture[i] = picture[i - 1];
        else if (i >= width && random_below(random, 10) < 3)
            picture[i] = picture[i - width];
        else
            picture[i] = random_below(random, 100) < density
                             ? (uint8_t)(1 + random_below(random, colours))
                             : NONOGRAM_EMPTY;
    }
}

static struct nonogram_puzzle *random_puzzle(struct random *random, unsigned colours) {
    uint8_t picture[100];
    unsigned most = colours == 1 ? 10 : 8;
    unsigned width = 3 + (unsigned)random_below(random, most - 2);
    unsigned height = 3 + (unsigned)random_below(random, most - 2);
    random_picture(random, width, height, colours, picture);
    return puzzle_of(picture, width, height, colours);
}

/* A chain of dominoes that only together have one solution: known to be hard for its size. */
static struct nonogram_puzzle *dominoes(unsigned count) {
    unsigned size = 2 * count + 1;
    struct nonogram_puzzle *puzzle = nonogram_puzzle_new(size, size);
    for (unsigned i = 0; i < size; i++) {
        bool long_row = i % 2 == 0 && i + 1 < size, long_column = i % 2 == 0 && i > 0;
        if (long_row)
            nonogram_line_add(&puzzle->rows[i], 3, 1);
        if (!long_row || i > 0)
            nonogram_line_add(&puzzle->rows[i], 1, 1);
        if (!long_column || i + 1 < size)
            nonogram_line_add(&puzzle->columns[i], 1, 1);
        if (long_column)
            nonogram_line_add(&puzzle->columns[i], 3, 1);
    }
    return puzzle;
}

/* ---- the judge ---- */

static uint64_t seen_techniques[NONOGRAM_TECHNIQUES];

static bool stop_at_first(void *context, const uint8_t *picture) {
    (void)context;
    (void)picture;
    return false;
}

static bool has_solution(const struct nonogram_puzzle *puzzle, const uint8_t *cells) {
    return oracle_each_solution(puzzle, cells, stop_at_first, NULL) > 0;
}

/* No picture with these cells has another value in the cell. */
static void judge_by_pictures(const struct position *position, const struct nonogram_cell *cell) {
    const struct nonogram_puzzle *puzzle = position->puzzle;
    size_t at = (size_t)cell->row * puzzle->width + cell->column;
    uint8_t *cells = mem_copy(position->cells, (size_t)puzzle->width * puzzle->height);
    for (unsigned value = 0; value <= puzzle->colours; value++) {
        cells[at] = (uint8_t)value;
        if (value != cell->value && has_solution(puzzle, cells))
            fail_msg("R%uC%u need not be so", cell->row + 1, cell->column + 1);
    }
    free(cells);
}

static void judge_choice(const struct position *position, const struct nonogram_cell *cell) {
    const struct nonogram_puzzle *puzzle = position->puzzle;
    size_t at = (size_t)cell->row * puzzle->width + cell->column;
    uint8_t *cells = mem_copy(position->cells, (size_t)puzzle->width * puzzle->height);
    unsigned possible = 0;
    for (unsigned value = 0; value <= puzzle->colours; value++) {
        cells[at] = (uint8_t)value;
        possible += has_solution(puzzle, cells);
    }
    assert_true(possible > 1);
    cells[at] = cell->value;
    assert_true(has_solution(puzzle, cells));
    free(cells);
}

/* All arrangements that fit the known cells agree. */
static void judge_by_line(const struct position *position, unsigned line,
                          const struct nonogram_cell *cells, size_t count) {
    const struct nonogram_puzzle *puzzle = position->puzzle;
    bool row = line < puzzle->height;
    unsigned length = row ? puzzle->width : puzzle->height;
    uint32_t *allowed = mem_new(length, sizeof *allowed), *seen = mem_new(length, sizeof *seen);
    for (unsigned i = 0; i < length; i++) {
        uint8_t value = position->cells[row ? line * puzzle->width + i
                                            : i * puzzle->width + (line - puzzle->height)];
        allowed[i] = value == NONOGRAM_UNKNOWN ? (2u << puzzle->colours) - 1 : 1u << value;
    }
    const struct nonogram_line *clues =
        row ? &puzzle->rows[line] : &puzzle->columns[line - puzzle->height];
    assert_true(oracle_line_by_automaton(clues, allowed, length, seen) > 0);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(row ? cells[i].row : cells[i].column, row ? line : line - puzzle->height);
        assert_int_equal(seen[row ? cells[i].column : cells[i].row], 1u << cells[i].value);
    }
    free(allowed);
    free(seen);
}

static enum nonogram_technique technique_of(const struct hint *hint) {
    const char *name = json_string_value(json_object_get(hint->fields, "technique"));
    assert_non_null(name);
    for (int i = 0; i < NONOGRAM_TECHNIQUES; i++)
        if (strcmp(name, nonogram_technique_at((enum nonogram_technique)i)->name) == 0)
            return (enum nonogram_technique)i;
    fail_msg("no technique: %s", name);
    return NONOGRAM_TECHNIQUES;
}

static unsigned line_of(const struct nonogram_puzzle *puzzle, const struct hint *hint) {
    const char *name = json_string_value(json_object_get(hint->fields, "line"));
    unsigned number = (unsigned)strtoul(name + 1, NULL, 10);
    assert_true(name[0] == 'R' ? number <= puzzle->height : name[0] == 'C');
    return name[0] == 'R' ? number - 1 : puzzle->height + number - 1;
}

static struct nonogram_cell *cells_of(const struct position *position, const struct hint *hint) {
    struct nonogram_cell *cells = mem_new(hint->moves.count, sizeof *cells);
    struct buf why = {0};
    for (size_t i = 0; i < hint->moves.count; i++) {
        assert_true(nonogram_move_read(position->puzzle, hint->moves.moves[i].text, &cells[i].row,
                                       &cells[i].column, &cells[i].value, &why));
        assert_int_equal(position->cells[cells[i].row * position->puzzle->width + cells[i].column],
                         NONOGRAM_UNKNOWN);
        assert_string_equal(
            json_string_value(json_array_get(json_object_get(hint->fields, "cells"), i)),
            hint->moves.moves[i].text);
    }
    buf_free(&why);
    return cells;
}

/* Reads "3" or "3-5". */
static const char *read_range(const char *text, unsigned *from, unsigned *to) {
    char *end;
    *from = *to = (unsigned)strtoul(text, &end, 10);
    if (*end == '-')
        *to = (unsigned)strtoul(end + 1, &end, 10);
    assert_true(*from >= 1 && *to >= *from);
    return end;
}

/* The brief form, spelled out again, gives the moves. */
static void judge_brief(const struct hint *hint) {
    struct buf moves = {0}, list = {0};
    const char *text = buf_text(&hint->brief);
    while (*text) {
        unsigned row, last_row, column, last_column;
        text = read_range(text + 1, &row, &last_row);
        assert_int_equal(*text, 'C');
        text = read_range(text + 1, &column, &last_column);
        assert_true(*text == '=' && (row == last_row || column == last_column));
        for (unsigned r = row; r <= last_row; r++)
            for (unsigned c = column; c <= last_column; c++)
                buf_printf(&moves, "R%uC%u=%c ", r, c, text[1]);
        assert_true(text[2] == '\0' || (text[2] == ' ' && text[3] == 'R'));
        text += text[2] ? 3 : 2;
    }
    for (size_t i = 0; i < hint->moves.count; i++)
        buf_printf(&list, "%s ", hint->moves.moves[i].text);
    assert_string_equal(buf_text(&moves), buf_text(&list));
    buf_free(&moves);
    buf_free(&list);
}

/* Whether the text names this column (or row), as in "columns 3-4, 6 and 9". */
static bool speaks_of(const char *text, const char *unit, unsigned number) {
    for (const char *at = text; (at = strstr(at, unit));) {
        at += strlen(unit);
        at += *at == 's';
        const char *next = at + 1;
        while (*at == ' ' && *next >= '0' && *next <= '9') {
            unsigned from, to;
            at = read_range(next, &from, &to);
            if (from <= number && number <= to)
                return true;
            next = strncmp(at, ", ", 2) == 0 ? at + 2 : strncmp(at, " and ", 5) == 0 ? at + 5 : at;
            at = next - 1;
        }
    }
    return false;
}

/* Hints of one line begin with the line and its clues, and name every cell. */
static void judge_words(const struct nonogram_puzzle *puzzle, const struct hint *hint,
                        const struct nonogram_cell *cells) {
    unsigned line = line_of(puzzle, hint);
    bool row = line < puzzle->height;
    const char *clues = json_string_value(json_object_get(hint->fields, "clues"));
    const char *text = buf_text(&hint->text);
    struct buf beginning = {0};
    buf_printf(&beginning, "%s %u%s%s%s", row ? "Row" : "Column",
               row ? line + 1 : line - puzzle->height + 1, *clues ? " (" : "", clues,
               *clues ? ")" : "");
    if (strncmp(text, buf_text(&beginning), beginning.size) != 0)
        fail_msg("\"%s\" does not begin with \"%s\"", text, buf_text(&beginning));
    assert_string_equal(text + strlen(text) - 2, ".\n");
    for (size_t i = 0; i < hint->moves.count; i++)
        if (!speaks_of(text + beginning.size, row ? "column" : "row",
                       (row ? cells[i].column : cells[i].row) + 1))
            fail_msg("\"%s\" does not name %s", text, hint->moves.moves[i].text);
    buf_free(&beginning);
}

/* Judges a hint. Returns its technique. */
static enum nonogram_technique judge(const struct position *position, const struct hint *hint) {
    enum nonogram_technique technique = technique_of(hint);
    struct nonogram_cell *cells = cells_of(position, hint);
    assert_true(hint->moves.count > 0);
    assert_true(hint->text.size > 20);
    judge_brief(hint);
    if (!nonogram_technique_at(technique)->find) {
        judge_by_line(position, line_of(position->puzzle, hint), cells, hint->moves.count);
        judge_words(position->puzzle, hint, cells);
    } else if (technique == NONOGRAM_BY_CHOICE)
        judge_choice(position, &cells[0]);
    else
        judge_by_pictures(position, &cells[0]);
    seen_techniques[technique]++;
    free(cells);
    return technique;
}

/* ---- following hints ---- */

static qd_status ask(const struct game *game, struct hint *hint) {
    qd_control *control = control_new(NULL);
    struct options *options = options_new(NULL);
    qd_error error = {0};
    qd_status status = nonogram_hint.hint(game, options, control, hint, &error);
    options_free(options);
    control_free(control);
    return status;
}

/* Follows hints to the end, or up to the first one of technique `last`. Returns the hardest
 * technique. Takes over the puzzle. */
static enum nonogram_technique follow_to(struct nonogram_puzzle *puzzle, int last) {
    struct position *start = nonogram_position_new(puzzle);
    struct position *position = nonogram_rules.copy(start);
    struct record moves = {0};
    enum nonogram_technique hardest = NONOGRAM_BY_FINISHED;
    while (!nonogram_rules.solved(position) && (int)hardest != last) {
        struct game game = {.start = start, .moves = &moves, .position = position};
        struct hint hint = {0};
        struct refusal why = {0};
        assert_int_equal(ask(&game, &hint), QD_YES);
        enum nonogram_technique technique = judge(position, &hint);
        hardest = technique > hardest ? technique : hardest;
        for (size_t i = 0; i < hint.moves.count; i++) {
            assert_int_equal(nonogram_rules.move(position, hint.moves.moves[i].text, NULL, &why),
                             QD_YES);
            record_add(&moves, hint.moves.moves[i].text, 0);
        }
        refusal_free(&why);
        hint_free(&hint);
    }
    record_free(&moves);
    nonogram_rules.free(position);
    nonogram_rules.free(start);
    return hardest;
}

static enum nonogram_technique follow_hints(struct nonogram_puzzle *puzzle) {
    return follow_to(puzzle, NONOGRAM_TECHNIQUES);
}

/* By the solver's line kernel, which hints of one line do not use. */
static bool solvable_by_lines(const struct nonogram_puzzle *puzzle) {
    unsigned width = puzzle->width, height = puzzle->height;
    uint32_t sets[100], buffer[20];
    bool changed = true, solved = true;
    for (unsigned i = 0; i < width * height; i++)
        sets[i] = (2u << puzzle->colours) - 1;
    while (changed) {
        changed = false;
        for (unsigned line = 0; line < width + height; line++) {
            bool row = line < height;
            unsigned length = row ? width : height, stride = row ? 1 : width;
            uint32_t *first = sets + (row ? line * width : line - height);
            for (unsigned i = 0; i < length; i++)
                buffer[i] = first[i * stride];
            assert_true(nonogram_line_solve(nonogram_line_at(puzzle, line), buffer, length));
            for (unsigned i = 0; i < length; i++) {
                changed = changed || first[i * stride] != buffer[i];
                first[i * stride] = buffer[i];
            }
        }
    }
    for (unsigned i = 0; i < width * height; i++)
        solved = solved && (sets[i] & (sets[i] - 1)) == 0;
    return solved;
}

static void follow_random(unsigned colours, unsigned count, uint64_t seed) {
    struct random random;
    unsigned by_lines = 0;
    random_seed(&random, seed);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (unsigned i = 0; i < count; i++) {
        struct nonogram_puzzle *puzzle = random_puzzle(&random, colours);
        bool lines = solvable_by_lines(puzzle);
        enum nonogram_technique hardest = follow_hints(puzzle);
        by_lines += lines;
        assert_int_equal(hardest <= NONOGRAM_BY_NARROWING, lines);
        assert_true(colours > 1 || hardest != NONOGRAM_BY_NARROWING);
    }
    print_message("%u of %u by lines alone\n", by_lines, count);
    assert_true(by_lines > 0 && by_lines < count);
}

static void hints_of_black_and_white_puzzles(void **state) {
    (void)state;
    follow_random(1, slow_tests() ? 700 : 50, 41);
}

static void hints_of_coloured_puzzles(void **state) {
    (void)state;
    follow_random(2, slow_tests() ? 150 : 15, 42);
    follow_random(3, slow_tests() ? 150 : 15, 43);
}

static void hints_of_dominoes(void **state) {
    (void)state;
    assert_int_equal(follow_hints(dominoes(3)), NONOGRAM_BY_TWO_LINES);
    assert_int_equal(follow_hints(dominoes(4)), NONOGRAM_BY_WHAT_IF);
    assert_int_equal(follow_to(dominoes(5), NONOGRAM_BY_SEARCH), NONOGRAM_BY_SEARCH);
}

static void complete_lines_occur(void **state) {
    (void)state;
    const uint8_t picture[] = {1, 0, 1, 0, 1, 0, 1, 0, 1};
    follow_hints(puzzle_of(picture, 3, 3, 1));
}

/* The tests above prove nothing about a technique that was never used. */
static void every_technique_was_seen(void **state) {
    (void)state;
    for (int i = 0; i < NONOGRAM_TECHNIQUES; i++) {
        print_message("%s %llu\n", nonogram_technique_at((enum nonogram_technique)i)->name,
                      (unsigned long long)seen_techniques[i]);
        assert_true(seen_techniques[i] > 0);
    }
}

/* ---- limits ---- */

static qd_status step_within(const struct nonogram_puzzle *puzzle, const uint8_t *cells,
                             uint64_t nodes, struct nonogram_step *step) {
    struct nonogram_stepper stepper = {.board = nonogram_board_new(puzzle, cells)};
    qd_control *control = control_new(&(qd_limits){.nodes = nodes});
    qd_status status = nonogram_step_find(&stepper, control, step);
    control_free(control);
    nonogram_stepper_end(&stepper);
    nonogram_board_free(stepper.board);
    return status;
}

/* Takes all steps of one line. Returns the length of the chain that comes next, 0 if there is none.
 */
static unsigned first_chain(const struct nonogram_puzzle *puzzle, uint8_t *cells) {
    unsigned length = 1;
    memset(cells, NONOGRAM_UNKNOWN, (size_t)puzzle->width * puzzle->height);
    while (length == 1) {
        struct nonogram_step step;
        length = step_within(puzzle, cells, 0, &step) == QD_YES ? step.length : 0;
        for (unsigned i = 0; length == 1 && i < step.count; i++)
            cells[step.cells[i].row * puzzle->width + step.cells[i].column] = step.cells[i].value;
        nonogram_step_free(&step);
    }
    return length;
}

/* A search for chains that is cut short may have found one that is not the easiest. */
static void limits_give_no_harder_steps(void **state) {
    (void)state;
    struct random random;
    unsigned ended = 0;
    random_seed(&random, 46);
    print_message("seed 46\n");
    for (unsigned i = 0; i < 100; i++) {
        struct nonogram_puzzle *puzzle = random_puzzle(&random, 1);
        uint8_t cells[100];
        unsigned easiest = first_chain(puzzle, cells);
        for (uint64_t nodes = 8; easiest && nodes < 5000; nodes = nodes * 5 / 4) {
            struct nonogram_step step;
            qd_status status = step_within(puzzle, cells, nodes, &step);
            assert_true(status == QD_LIMIT || (status == QD_YES && step.length == easiest));
            ended += status == QD_LIMIT;
            nonogram_step_free(&step);
        }
        nonogram_puzzle_free(puzzle);
    }
    assert_true(ended > 20);
}

/* All lines of a board of 50 x 50, by all rules. */
static void large_boards_have_many_hints(void **state) {
    (void)state;
    uint8_t *picture = mem_new(2500, 1);
    struct random random;
    random_seed(&random, 50);
    random_picture(&random, 50, 50, 1, picture);
    struct nonogram_puzzle *puzzle = puzzle_of(picture, 50, 50, 1);
    for (unsigned i = 0; i < 2500; i++)
        if (random_below(&random, 3))
            picture[i] = NONOGRAM_UNKNOWN;
    struct nonogram_board *board = nonogram_board_new(puzzle, picture);
    struct nonogram_queued *queue;
    assert_true(nonogram_generate_all_hints(board, &queue) > 100);
    free(queue);
    nonogram_board_free(board);
    nonogram_puzzle_free(puzzle);
    free(picture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hints_of_black_and_white_puzzles),
        cmocka_unit_test(hints_of_coloured_puzzles),
        cmocka_unit_test(hints_of_dominoes),
        cmocka_unit_test(complete_lines_occur),
        cmocka_unit_test(every_technique_was_seen),
        cmocka_unit_test(limits_give_no_harder_steps),
        cmocka_unit_test(large_boards_have_many_hints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
