/* Moves and why they are refused, solved boards, and clues that are done. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "puzzles/nonogram/tests/nonogram_boards.h"
#include "puzzles/nonogram/view/layout.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const boat[] = {"...#...", "...##..", "...###.", "...#...",
                                   "#######", ".#####.", NULL};
static const char *const flag[] = {"rrr.", "bb.g", "b.gg", "b...", NULL};
static const char *const diagonal[] = {"#.", ".#", NULL};

/* ---- rules ---- */

static void reasons_are_given(void **state) {
    (void)state;
    static const char none[] = "not a move; expected a cell and what it holds, such as R3C7=#";
    static const char value[] = "a cell holds '#', '.' (empty) or '?' (unknown)";
    static const struct {
        const char *move, *why;
    } refused[] = {
        {"", none},
        {"R1C1", none},
        {"R1", none},
        {"C1R1=#", none},
        {"R0C1=#", none},
        {"R01C1=#", none},
        {"R1C=#", none},
        {" R1C1=#", none},
        {"R1C99999=#", none},
        {"R1C1 =#", none},
        {"R1C1=", value},
        {"R1C1=x", value},
        {"R1C1=##", value},
        {"R1C1=# ", value},
        {"R1C1=r", value},
        {"R7C1=#", "there is no cell R7C1; the cells are R1C1 to R6C7"},
        {"R1C8=x", "there is no cell R1C8; the cells are R1C1 to R6C7"},
    };
    struct position *position = nonogram_from_picture(boat),
                    *before = nonogram_rules.copy(position);
    for (size_t i = 0; i < COUNT(refused); i++) {
        struct refusal why = {0};
        assert_false(nonogram_rules.move(position, refused[i].move, NULL, &why) == QD_YES);
        assert_string_equal(buf_text(&why.text), refused[i].why);
        assert_memory_equal(position->cells, before->cells, 42);
        refusal_free(&why);
    }
    nonogram_rules.free(before);
    nonogram_rules.free(position);
}

static void moves_set_cells(void **state) {
    (void)state;
    static const struct {
        const char *move;
        unsigned cell;
        uint8_t value;
    } played[] = {{"R1C1=r", 0, 1},
                  {"r4c4=b", 15, 3},
                  {"R2C3=.", 6, NONOGRAM_EMPTY},
                  {"R1C1=?", 0, NONOGRAM_UNKNOWN},
                  {"R2C3=.", 6, NONOGRAM_EMPTY}}; /* again: legal */
    struct position *position = nonogram_from_picture(flag), *other = nonogram_rules.copy(position);
    struct refusal why = {0};
    for (size_t i = 0; i < COUNT(played); i++) {
        assert_int_equal(nonogram_rules.move(position, played[i].move, NULL, &why), QD_YES);
        assert_int_equal(position->cells[played[i].cell], played[i].value);
    }
    assert_ptr_equal(position->puzzle, other->puzzle);
    for (unsigned cell = 0; cell < 16; cell++)
        assert_int_equal(other->cells[cell], NONOGRAM_UNKNOWN);
    nonogram_rules.free(position); /* the copy must do without */
    assert_int_equal(nonogram_rules.move(other, "R1C1=g", NULL, &why), QD_YES);
    assert_false(nonogram_rules.move(other, "R1C1=#", NULL, &why) == QD_YES);
    assert_string_equal(buf_text(&why.text),
                        "a cell holds 'r', 'g', 'b', '.' (empty) or '?' (unknown)");
    refusal_free(&why);
    nonogram_rules.free(other);
}

static void changes_are_listed(void **state) {
    (void)state;
    static const char *const listed[] = {"R1C1=.", "R1C1=?", "R1C2=#", "R1C2=?",
                                         "R2C1=#", "R2C1=.", "R2C2=#", "R2C2=."};
    struct position *position = nonogram_from_picture(diagonal);
    struct record moves = {0};
    nonogram_set_cells(position, (const char *const[]){"#.", "??"});
    nonogram_rules.moves(position, SIZE_MAX, NULL, &moves);
    assert_int_equal(moves.count, COUNT(listed));
    for (size_t i = 0; i < moves.count; i++)
        assert_string_equal(moves.moves[i].text, listed[i]);
    nonogram_rules.moves(position, 3, NULL, &moves);
    assert_int_equal(moves.count, COUNT(listed) + 3);
    record_free(&moves);
    nonogram_rules.free(position);
}

static void filled_cells_decide(void **state) {
    (void)state;
    struct position *position = nonogram_from_picture(diagonal);
    assert_false(nonogram_rules.solved(position));
    nonogram_set_cells(position, (const char *const[]){"#?", "?#"});
    assert_true(nonogram_rules.solved(position));
    nonogram_set_cells(position, (const char *const[]){".#", "#?"}); /* the other solution */
    assert_true(nonogram_rules.solved(position));
    nonogram_set_cells(position, (const char *const[]){"#?", "?."});
    assert_false(nonogram_rules.solved(position));
    nonogram_set_cells(position, (const char *const[]){"##", "?#"});
    assert_false(nonogram_rules.solved(position));
    nonogram_rules.free(position);
    struct position *empty = nonogram_from_picture((const char *const[]){"...", NULL});
    assert_true(nonogram_rules.solved(empty)); /* nothing is to be filled */
    nonogram_rules.free(empty);
}

/* ---- clues that are done ---- */

enum { LONGEST = 9, HUES = 2 };

/* By brute force: the place of each clue, if it is the same in all arrangements that fit. */
struct places {
    unsigned arrangements;
    int start[LONGEST];
    bool same[LONGEST];
};

static void take_arrangement(const uint8_t *cells, unsigned length, struct places *places) {
    unsigned run = 0;
    for (unsigned i = 0; i < length; i++) {
        if (!cells[i] || (i > 0 && cells[i] == cells[i - 1]))
            continue;
        if (places->arrangements == 0) {
            places->start[run] = (int)i;
            places->same[run] = true;
        }
        places->same[run] = places->same[run] && places->start[run] == (int)i;
        run++;
    }
    places->arrangements++;
}

static bool has_clues(const uint8_t *cells, unsigned length, const struct nonogram_line *line) {
    unsigned run = 0;
    for (unsigned i = 0; i < length;) {
        unsigned end = i;
        while (end < length && cells[end] == cells[i])
            end++;
        if (cells[i]) {
            if (run == line->count || line->clues[run].colour != cells[i] ||
                line->clues[run].length != end - i)
                return false;
            run++;
        }
        i = end;
    }
    return run == line->count;
}

static void try_all(const struct nonogram_line *line, const uint8_t *known, uint8_t *cells,
                    unsigned at, unsigned length, struct places *places) {
    if (at == length) {
        if (has_clues(cells, length, line))
            take_arrangement(cells, length, places);
        return;
    }
    for (uint8_t value = 0; value <= HUES; value++)
        if (known[at] == NONOGRAM_UNKNOWN || known[at] == value) {
            cells[at] = value;
            try_all(line, known, cells, at + 1, length, places);
        }
}

static bool expected_done(const struct places *places, const struct nonogram_line *line,
                          const uint8_t *known, unsigned clue) {
    if (places->arrangements == 0 || !places->same[clue])
        return false;
    for (unsigned i = 0; i < line->clues[clue].length; i++)
        if (known[(unsigned)places->start[clue] + i] != line->clues[clue].colour)
            return false;
    return true;
}

/* Some cells of a picture are known; now and then one of them is wrong. Returns how many clues are
 * done. */
static unsigned try_line(struct random *random) {
    unsigned length = 1 + (unsigned)random_below(random, LONGEST), done_count = 0;
    uint8_t known[LONGEST], cells[LONGEST];
    struct nonogram_puzzle *puzzle = nonogram_puzzle_new(length, 1);
    struct nonogram_line *line = &puzzle->rows[0];
    puzzle->colours = HUES;
    for (unsigned i = 0; i < LONGEST; i++)
        known[i] = (uint8_t)random_below(random, HUES + 1);
    nonogram_generate_clues(known, length, 1, line);
    for (unsigned i = 0; i < LONGEST; i++)
        if (random_below(random, 3) == 0)
            known[i] = NONOGRAM_UNKNOWN;
    if (random_below(random, 20) == 0)
        known[random_below(random, length)] = (uint8_t)random_below(random, HUES + 1);
    struct places places = {0};
    try_all(line, known, cells, 0, length, &places);
    struct position *position = nonogram_position_new(puzzle);
    memcpy(position->cells, known, length);
    bool *done = nonogram_row_done(position, 0);
    for (unsigned i = 0; i < line->count; i++) {
        assert_int_equal(done[i], expected_done(&places, line, known, i));
        done_count += done[i];
    }
    free(done);
    nonogram_rules.free(position);
    return done_count;
}

static void done_clues_agree_with_all_arrangements(void **state) {
    (void)state;
    enum { LINES = 4000, SEED = 20240417 };
    print_message("# seed %d\n", SEED);
    struct random random;
    random_seed(&random, SEED);
    unsigned done = 0;
    for (int i = 0; i < LINES; i++)
        done += try_line(&random);
    print_message("# %u clues done\n", done);
    assert_true(done > LINES / 4);
}

/* The second group is filled, the first one is not: counting groups, as section 5.3 of the document
 * does, cannot tell which clue is done. */
static void a_group_alone_may_be_any_clue(void **state) {
    (void)state;
    struct position *position = nonogram_from_picture((const char *const[]){"#.#..", NULL});
    nonogram_set_cells(position, (const char *const[]){"??#??"});
    bool *done = nonogram_row_done(position, 0);
    assert_false(done[0]);
    assert_false(done[1]);
    free(done);
    nonogram_set_cells(position, (const char *const[]){"??#.."});
    done = nonogram_row_done(position, 0);
    assert_false(done[0]);
    assert_true(done[1]);
    free(done);
    nonogram_rules.free(position);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reasons_are_given),
        cmocka_unit_test(moves_set_cells),
        cmocka_unit_test(changes_are_listed),
        cmocka_unit_test(filled_cells_decide),
        cmocka_unit_test(done_clues_agree_with_all_arrangements),
        cmocka_unit_test(a_group_alone_may_be_any_clue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
