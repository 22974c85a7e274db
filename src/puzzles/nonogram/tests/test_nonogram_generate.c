/* New puzzles are as wished: one solution, symmetric, as dense and as hard as asked for; letters,
 * images, limits, options that do not go together. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <stdio.h>

#include "base/mem.h"
#include "puzzles/nonogram/generate/font.h"
#include "puzzles/nonogram/generate/generate.h"
#include "puzzles/nonogram/generate/line_solvable.h"
#include "puzzles/nonogram/generate/random_picture.h"
#include "puzzles/nonogram/generate/words.h"
#include "puzzles/nonogram/model/palette.h"
#include "puzzles/nonogram/model/position.h"
#include "puzzles/nonogram/solve/solver.h"

/* "width=20 lines" as options. */
static struct options *read_options(const char *text) {
    struct options *options = options_new();
    char *copy = mem_text(text), *rest = copy, *word;
    while ((word = strtok_r(rest, " ", &rest))) {
        char *equals = strchr(word, '=');
        if (equals)
            *equals = '\0';
        const struct option_spec *spec = option_find(nonogram_options, word);
        assert_non_null(spec);
        assert_true(options_set(options, spec, equals ? equals + 1 : NULL, NULL));
    }
    free(copy);
    return options;
}

static bool make(const char *text, uint64_t seed, struct nonogram_made *made, qd_error *error) {
    struct options *options = read_options(text);
    qd_control *control = control_new(NULL);
    *error = (qd_error){0};
    bool done = nonogram_make(options, seed, control, made, error);
    control_free(control);
    options_free(options);
    return done;
}

static void make_well(const char *text, uint64_t seed, struct nonogram_made *made) {
    qd_error error;
    if (!make(text, seed, made, &error))
        fail_msg("%s, seed %llu: %s", text, (unsigned long long)seed, error.message);
    assert_true(nonogram_picture_fits(made->puzzle, made->puzzle->goal, NULL, NULL));
}

static unsigned filled(const struct nonogram_puzzle *puzzle) {
    unsigned count = 0;
    for (size_t i = 0; i < (size_t)puzzle->width * puzzle->height; i++)
        count += puzzle->goal[i] != NONOGRAM_EMPTY;
    return count;
}

/* ---- one solution ---- */

/* A counter of solutions apart from the solver: rows one after the other, each by all its
 * arrangements, columns checked by their clues so far. */
struct counter {
    const struct nonogram_puzzle *puzzle;
    uint8_t cells[64];
    unsigned found;
};

/* True if the column down to this row can still become its clues. */
static bool column_begins(const struct counter *counter, unsigned column, unsigned rows) {
    const struct nonogram_puzzle *puzzle = counter->puzzle;
    const struct nonogram_line *line = &puzzle->columns[column];
    unsigned clue = 0, run = 0;
    for (unsigned row = 0; row < rows; row++) {
        uint8_t colour = counter->cells[row * puzzle->width + column];
        uint8_t above = row ? counter->cells[(row - 1) * puzzle->width + column] : 0;
        if (run && colour != above) {
            if (run != line->clues[clue].length)
                return false;
            clue++;
            run = 0;
        }
        if (!colour)
            continue;
        if (clue >= line->count || line->clues[clue].colour != colour ||
            ++run > line->clues[clue].length)
            return false;
    }
    unsigned left = 0; /* cells that the clues still need, without gaps */
    for (unsigned i = clue; i < line->count; i++)
        left += line->clues[i].length;
    return left <= run + puzzle->height - rows;
}

static void count_rows(struct counter *counter, unsigned row);

static void place_run(struct counter *counter, unsigned row, unsigned clue, unsigned from) {
    const struct nonogram_puzzle *puzzle = counter->puzzle;
    const struct nonogram_line *line = &puzzle->rows[row];
    uint8_t *cells = counter->cells + row * puzzle->width;
    if (clue == line->count) {
        for (unsigned column = 0; column < puzzle->width; column++)
            if (!column_begins(counter, column, row + 1))
                return;
        count_rows(counter, row + 1);
        return;
    }
    unsigned length = line->clues[clue].length;
    uint8_t colour = line->clues[clue].colour;
    bool apart = clue + 1 < line->count && line->clues[clue + 1].colour == colour;
    for (unsigned at = from; at + length <= puzzle->width; at++) {
        memset(cells + at, colour, length);
        place_run(counter, row, clue + 1, at + length + apart);
        memset(cells + at, 0, length);
    }
}

static void count_rows(struct counter *counter, unsigned row) {
    if (row < counter->puzzle->height)
        place_run(counter, row, 0, 0);
    else
        counter->found +=
            nonogram_picture_fits(counter->puzzle, counter->cells, NULL, NULL) ? 1 : 0;
}

static unsigned count_solutions(const struct nonogram_puzzle *puzzle) {
    struct counter counter = {.puzzle = puzzle};
    count_rows(&counter, 0);
    return counter.found;
}

static void new_puzzles_have_one_solution(void **state) {
    static const char *const wishes[] = {
        "width=6 height=6",
        "width=7 height=6 style=noise",
        "width=8 height=5 style=noise density=30",
        "width=6 height=6 style=noise colours=3",
        "width=7 height=7 symmetry=both style=noise",
        "width=5 height=8 symmetry=rotation style=noise density=35",
        "width=6 height=7 colours=2 symmetry=horizontal",
    };
    (void)state;
    unsigned changed = 0;
    for (unsigned i = 0; i < sizeof wishes / sizeof *wishes; i++)
        for (uint64_t seed = 1; seed <= 60; seed++) {
            struct nonogram_made made;
            make_well(wishes[i], seed, &made);
            if (count_solutions(made.puzzle) != 1)
                fail_msg("%s, seed %llu: not one solution", wishes[i], (unsigned long long)seed);
            assert_true(made.checked_unique);
            changed += made.repair.count > 0;
            nonogram_made_free(&made);
        }
    print_message("%u were repaired\n", changed);
    assert_true(changed > 20);
}

/* The counter can say no: without the wish for one solution there often are more. */
static void else_there_may_be_more(void **state) {
    unsigned more = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct nonogram_made made;
        make_well("width=7 height=6 style=noise unique=no", seed, &made);
        assert_false(made.checked_unique);
        assert_int_equal(made.repair.count, 0);
        more += count_solutions(made.puzzle) > 1;
        nonogram_made_free(&made);
    }
    assert_true(more > 5);
}

static void larger_ones_are_as_wished(void **state) {
    static const char *const wishes[] = {"width=25 height=25 style=noise", "width=30 height=20",
                                         "width=20 height=20 colours=4 style=noise",
                                         "width=25 height=25 style=noise lines"};
    (void)state;
    for (unsigned i = 0; i < sizeof wishes / sizeof *wishes; i++)
        for (uint64_t seed = 1; seed <= 2; seed++) {
            struct nonogram_made made;
            struct nonogram_solutions solutions = {0};
            qd_control *control = control_new(NULL);
            make_well(wishes[i], seed, &made);
            struct nonogram_solver_options options = {.most = 2};
            assert_int_equal(
                nonogram_solver_solve(made.puzzle, NULL, &options, control, &solutions), QD_YES);
            assert_int_equal(solutions.count, 1);
            assert_true(solutions.complete);
            assert_memory_equal(solutions.pictures[0], made.puzzle->goal,
                                (size_t)made.puzzle->width * made.puzzle->height);
            nonogram_solutions_free(&solutions);
            control_free(control);
            nonogram_made_free(&made);
        }
}

static void by_lines_means_by_lines(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        struct nonogram_made made;
        uint8_t cells[400];
        make_well("width=20 height=20 style=noise lines", seed, &made);
        assert_true(made.by_lines);
        assert_int_equal(nonogram_lines_alone(made.puzzle, cells, NULL), 0);
        assert_memory_equal(cells, made.puzzle->goal, sizeof cells);
        nonogram_made_free(&made);
    }
}

/* The generator tries pictures until one is as hard as wished; these seeds soon give one. */
static void as_hard_as_wished(void **state) {
    static const struct {
        const char *text;
        uint64_t seeds[4];
    } wishes[] = {{"difficulty=easy", {1, 2, 3, 4}},
                  {"difficulty=medium", {3, 6, 11, 12}},
                  {"difficulty=hard style=noise", {1, 4, 6, 7}},
                  {"difficulty=expert style=noise", {1, 8}}};
    (void)state;
    for (unsigned i = 0; i < 4; i++)
        for (unsigned k = 0; k < 4 && wishes[i].seeds[k] > 0; k++) {
            struct nonogram_made made;
            struct nonogram_rating rating;
            qd_control *control = control_new(NULL);
            make_well(wishes[i].text, wishes[i].seeds[k], &made);
            assert_int_equal(nonogram_rating_find(made.puzzle, NULL, control, &rating), QD_YES);
            assert_int_equal(rating.level, i);
            assert_true(made.rated);
            assert_int_equal(made.level, i);
            assert_true(rating.unique);
            control_free(control);
            nonogram_made_free(&made);
        }
}

/* The option's words are those of the rating. */
static void difficulties_have_the_names_of_the_levels(void **state) {
    struct buf names = {0};
    (void)state;
    for (unsigned i = 0; i < NONOGRAM_LEVELS; i++)
        buf_printf(&names, "%s%s", i ? "|" : "", nonogram_level_name((enum nonogram_level)i));
    assert_string_equal(buf_text(&names), NONOGRAM_DIFFICULTIES);
    assert_string_equal(option_find(nonogram_options, "difficulty")->argument,
                        NONOGRAM_DIFFICULTIES);
    buf_free(&names);
}

/* ---- random pictures ---- */

static void symmetry_holds(void **state) {
    static const char *const names[] = {"none", "horizontal", "vertical", "both", "rotation"};
    static const unsigned sizes[][2] = {{12, 12}, {13, 9}, {1, 7}, {10, 15}};
    (void)state;
    for (unsigned which = 0; which < 5; which++)
        for (unsigned i = 0; i < 4; i++)
            for (uint64_t seed = 1; seed <= 10; seed++) {
                struct nonogram_made made;
                char wish[120];
                snprintf(wish, sizeof wish, "symmetry=%s width=%u height=%u style=%s colours=%u",
                         names[which], sizes[i][0], sizes[i][1], seed % 2 ? "noise" : "blobs",
                         seed % 3 ? 1 : 3);
                make_well(wish, seed, &made);
                assert_int_equal(nonogram_symmetry_find(names[which]), which);
                assert_true(nonogram_picture_symmetric((enum nonogram_symmetry)which, sizes[i][0],
                                                       sizes[i][1], made.puzzle->goal));
                nonogram_made_free(&made);
            }
}

/* nonogram_picture_symmetric can say no. */
static void symmetry_is_seen(void **state) {
    static const uint8_t corner[6] = {1, 0, 0, 0, 0, 0}, turned[6] = {1, 0, 0, 0, 0, 1};
    (void)state;
    for (unsigned which = 1; which < 5; which++)
        assert_false(nonogram_picture_symmetric((enum nonogram_symmetry)which, 3, 2, corner));
    assert_true(nonogram_picture_symmetric(NONOGRAM_SYMMETRY_NONE, 3, 2, corner));
    assert_true(nonogram_picture_symmetric(NONOGRAM_SYMMETRY_ROTATION, 3, 2, turned));
    assert_false(nonogram_picture_symmetric(NONOGRAM_SYMMETRY_HORIZONTAL, 3, 2, turned));
}

/* Within two cells: mirrored cells come by four at the most. */
static void density_is_near_the_wish(void **state) {
    (void)state;
    for (unsigned density = 0; density <= 100; density += 10)
        for (unsigned symmetry = 0; symmetry < 5; symmetry++)
            for (unsigned blobs = 0; blobs < 2; blobs++) {
                struct nonogram_random_wish wish = {.width = 17,
                                                    .height = 14,
                                                    .colours = 1 + density % 3,
                                                    .density = density,
                                                    .symmetry = (enum nonogram_symmetry)symmetry,
                                                    .blobs = blobs};
                struct random random;
                uint8_t picture[17 * 14];
                int count = 0;
                random_seed(&random, density);
                nonogram_random_picture(&wish, &random, picture);
                for (unsigned i = 0; i < sizeof picture; i++)
                    count += picture[i] != NONOGRAM_EMPTY;
                assert_in_range(abs(count - (int)(sizeof picture * density + 50) / 100), 0, 2);
            }
}

/* Blobs have far fewer runs than noise of the same density. */
static void blobs_are_connected(void **state) {
    unsigned runs[2] = {0};
    (void)state;
    for (unsigned blobs = 0; blobs < 2; blobs++)
        for (uint64_t seed = 1; seed <= 20; seed++) {
            struct nonogram_made made;
            make_well(blobs ? "width=20 height=20 unique=no"
                            : "width=20 height=20 unique=no style=noise",
                      seed, &made);
            for (unsigned row = 0; row < 20; row++)
                runs[blobs] += made.puzzle->rows[row].count;
            assert_int_equal(filled(made.puzzle), 200);
            nonogram_made_free(&made);
        }
    print_message("%u runs in noise, %u in blobs\n", runs[0], runs[1]);
    assert_true(2 * runs[1] < runs[0]);
}

static void the_same_seed_gives_the_same_puzzle(void **state) {
    static const char *const wishes[] = {"width=12 height=12 style=noise", "difficulty=medium",
                                         "colours=3 style=noise width=9 height=9",
                                         "text=Quiz height=11"};
    (void)state;
    for (unsigned i = 0; i < sizeof wishes / sizeof *wishes; i++) {
        struct nonogram_made one, again, other;
        make_well(wishes[i], 7, &one);
        make_well(wishes[i], 7, &again);
        make_well(wishes[i], 8, &other);
        assert_true(nonogram_puzzle_equal(one.puzzle, again.puzzle));
        assert_int_equal(one.repair.count, again.repair.count);
        if (i < 3)
            assert_false(nonogram_puzzle_equal(one.puzzle, other.puzzle));
        nonogram_made_free(&one);
        nonogram_made_free(&again);
        nonogram_made_free(&other);
    }
}

static void palettes_have_no_two_alike(void **state) {
    (void)state;
    for (unsigned colours = 1; colours <= NONOGRAM_COLOURS; colours++) {
        struct nonogram_puzzle *puzzle = nonogram_puzzle_new(2, 2);
        nonogram_palette_choose(puzzle, colours);
        assert_int_equal(puzzle->colours, colours);
        for (unsigned i = 0; i <= colours; i++)
            for (unsigned k = 0; k < i; k++) {
                assert_int_not_equal(puzzle->palette[i].letter, puzzle->palette[k].letter);
                assert_string_not_equal(puzzle->palette[i].name, puzzle->palette[k].name);
                assert_int_not_equal(puzzle->palette[i].rgb, puzzle->palette[k].rgb);
            }
        assert_true(puzzle->palette[1].letter == '#' || colours > 1);
        nonogram_puzzle_free(puzzle);
    }
}

/* ---- words ---- */

static void every_letter_is_distinct(void **state) {
    (void)state;
    for (const struct nonogram_glyph *a = nonogram_font; a->cells; a++) {
        struct nonogram_letter one, other;
        assert_int_equal(strlen(a->cells), 6 * 7 - 1);
        assert_true(nonogram_letter_find(a->character, &one));
        assert_in_range(one.width, 1, NONOGRAM_LETTER_WIDTH);
        for (const struct nonogram_glyph *b = nonogram_font; b < a; b++) {
            assert_int_not_equal(a->character, b->character);
            assert_true(nonogram_letter_find(b->character, &other));
            if (memcmp(one.rows, other.rows, sizeof one.rows) == 0)
                fail_msg("%c and %c look the same", a->character, b->character);
        }
    }
}

static void all_of_ascii_has_a_letter(void **state) {
    struct nonogram_letter letter;
    (void)state;
    for (int character = ' '; character < 127; character++)
        assert_true(nonogram_letter_find((char)character, &letter) == (character != '|'));
    assert_false(nonogram_letter_find('\t', &letter));
    assert_false(nonogram_letter_find((char)0xe4, &letter));
}

static void expect_picture(const char *words, unsigned width, unsigned height, unsigned colours,
                           const char *expected) {
    uint8_t *picture = nonogram_lettering(words, colours, &width, &height, NULL);
    struct buf text = {0};
    assert_non_null(picture);
    for (unsigned i = 0; i < width * height; i++)
        buf_printf(&text, "%c%s", ".#abc"[picture[i]], (i + 1) % width ? "" : "\n");
    assert_string_equal(buf_text(&text), expected);
    buf_free(&text);
    free(picture);
}

static void words_are_drawn(void **state) {
    (void)state;
    expect_picture("Hi", 0, 0, 1,
                   "#...#.###\n#...#..#.\n#...#..#.\n#####..#.\n#...#..#.\n#...#..#.\n"
                   "#...#.###\n");
    expect_picture("!|I", 0, 0, 1,
                   ".#.\n.#.\n.#.\n.#.\n.#.\n...\n.#.\n...\n"
                   "###\n.#.\n.#.\n.#.\n.#.\n.#.\n###\n");
    expect_picture("! !", 0, 0, 2,
                   "#.....a\n#.....a\n#.....a\n#.....a\n#.....a\n.......\n#.....a\n");
    expect_picture("! !", 3, 17, 1, /* broken where it does not fit, and centred */
                   "...\n.#.\n.#.\n.#.\n.#.\n.#.\n...\n.#.\n...\n.#.\n.#.\n.#.\n.#.\n.#.\n...\n"
                   ".#.\n...\n");
}

static void words_without_room_or_letters(void **state) {
    static const struct {
        const char *wish, *message;
    } bad[] = {
        {"text=HH width=10", "the text needs 11 columns and 7 rows; there are 10 and 1000"},
        {"text=H height=6", "the text needs 5 columns and 7 rows; there are 1000 and 6"},
        {"text=|", "--text has nothing to show"},
        {"text=na\xc3\xafve", "there is no letter for '\xc3\xaf' in --text; there are A to Z, 0 to "
                              "9, the space and " NONOGRAM_FONT_SIGNS},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct nonogram_made made = {0};
        qd_error error;
        assert_false(make(bad[i].wish, 1, &made, &error));
        assert_int_equal(error.status, QD_BAD_INPUT);
        assert_string_equal(error.message, bad[i].message);
    }
}

/* ---- options and limits ---- */

static void options_that_do_not_go_together(void **state) {
    static const struct {
        const char *wish, *message;
    } bad[] = {
        {"text=A image=a.png", "--image and --text do not go together"},
        {"text=A symmetry=both", "--symmetry is for random pictures"},
        {"image=a.png style=noise", "--style is for random pictures"},
        {"threshold=10", "--threshold is for images"},
        {"text=A invert", "--invert is for images"},
        {"text=A density=10", "--density is for random pictures and images"},
        {"image=a.png density=10 threshold=5",
         "--threshold and --density do not go together: either says what is dark"},
        {"image=a.png colours=2 invert",
         "an image in colours takes neither --threshold, --density nor --invert"},
        {"unique=no lines", "--lines and --unique no do not go together: what lines alone solve "
                            "has only one solution"},
        {"unique=no changes=1",
         "--changes and --unique no do not go together: nothing is changed then"},
        {"unique=no difficulty=easy", "--difficulty is for puzzles with only one solution"},
        {"lines difficulty=expert", "--lines and --difficulty expert do not go together: these "
                                    "need more than lines"},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct nonogram_made made = {0};
        qd_error error;
        assert_false(make(bad[i].wish, 1, &made, &error));
        assert_int_equal(error.status, QD_BAD_INPUT);
        assert_string_equal(error.message, bad[i].message);
    }
}

static void what_cannot_be_had_ends_politely(void **state) {
    struct nonogram_made made = {0};
    qd_error error;
    (void)state;
    assert_false(make("width=2 height=2 difficulty=hard tries=5", 1, &made, &error));
    assert_int_equal(error.status, QD_LIMIT);
    assert_string_equal(error.message,
                        "none of the random pictures of 2 x 2 is as wished (--tries 5): 5 are "
                        "easy");
    assert_false(make("text=X changes=0", 1, &made, &error));
    assert_int_equal(error.status, QD_LIMIT);
    assert_string_equal(error.message,
                        "at least 1 cell must change for the picture to have only one "
                        "solution; --changes allows 0");
    assert_false(make("text=L difficulty=hard", 1, &made, &error));
    assert_int_equal(error.status, QD_LIMIT);
    assert_string_equal(error.message, "the puzzle of this picture is easy, not hard");
}

static void limits_are_kept(void **state) {
    struct options *options = read_options("width=60 height=60 style=noise");
    const qd_limits limits[] = {{.nodes = 1}, {.nodes = 50}, {.seconds = 0.05}};
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        qd_control *control = control_new(&limits[i]);
        qd_error error = {0};
        struct finding finding = {0};
        assert_null(nonogram_generate.generate(options, 3, control, &finding, &error));
        assert_int_equal(finding.text.size, 0);
        assert_null(finding.fields);
        assert_int_equal(error.status, QD_LIMIT);
        assert_string_equal(error.message, "a limit was reached before the puzzle was ready");
        control_free(control);
    }
    options_free(options);
}

/* ---- what is told ---- */

static void changes_are_told(void **state) {
    struct nonogram_made made;
    struct finding finding = {0};
    struct buf line = {0};
    (void)state;
    make_well("text=/", 1, &made);
    assert_true(made.repair.count > 0);
    nonogram_made_describe(&made, &line);
    assert_non_null(strstr(buf_text(&line), "so that there is only one solution; fewer would not "
                                            "do"));
    nonogram_made_report(&made, &finding);
    const char *picture = strstr(buf_text(&finding.text), ":\n");
    assert_non_null(picture);
    unsigned marks = 0;
    for (; *picture; picture++)
        marks += *picture == '+' || *picture == '-';
    assert_int_equal(marks, made.repair.count);
    assert_int_equal(json_array_size(json_object_get(finding.fields, "changed")),
                     made.repair.count);
    assert_true(json_is_true(json_object_get(finding.fields, "fewest")));
    buf_free(&line);
    finding_free(&finding);
    nonogram_made_free(&made);
}

/* Whoever asked for a random picture may want to solve it: the picture is not shown. */
static void random_pictures_are_not_shown(void **state) {
    unsigned changed = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct nonogram_made made;
        struct finding finding = {0};
        make_well("width=12 height=12 style=noise", seed, &made);
        nonogram_made_report(&made, &finding);
        const char *text = buf_text(&finding.text);
        const char *end = strchr(text, '\n');
        assert_int_equal(made.repair.count > 0, end != NULL);
        assert_true(!end || end[1] == '\0');
        assert_int_equal(json_array_size(json_object_get(finding.fields, "changed")),
                         made.repair.count);
        changed += made.repair.count > 0;
        finding_free(&finding);
        nonogram_made_free(&made);
    }
    assert_true(changed > 0 && changed < 20);
}

static void what_changes_are_for_is_told(void **state) {
    struct nonogram_made made;
    struct buf line = {0};
    unsigned changed = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        make_well("width=12 height=12 style=noise lines=yes", seed, &made);
        buf_clear(&line);
        nonogram_made_describe(&made, &line);
        assert_int_equal(strstr(buf_text(&line), "so that lines alone solve it; ") != NULL,
                         made.repair.count > 0);
        changed += made.repair.count > 0;
        nonogram_made_free(&made);
    }
    assert_true(changed > 0);
    buf_free(&line);
}

static void the_position_says_what_was_changed(void **state) {
    struct options *options = read_options("text=/");
    qd_control *control = control_new(NULL);
    qd_error error = {0};
    struct finding finding = {0};
    struct position *position = nonogram_generate.generate(options, 1, control, &finding, &error);
    (void)state;
    assert_non_null(position);
    assert_int_equal(strncmp(buf_text(&finding.text), "Changed ", 8), 0);
    assert_true(json_array_size(json_object_get(finding.fields, "changed")) > 0);
    finding_free(&finding);
    assert_string_equal(position->puzzle->about.title, "/");
    assert_non_null(strstr(position->puzzle->about.description, "changed "));
    for (unsigned i = 0; i < 5 * 7; i++)
        assert_int_equal(position->cells[i], NONOGRAM_UNKNOWN);
    nonogram_rules.free(position);
    control_free(control);
    options_free(options);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_puzzles_have_one_solution),
        cmocka_unit_test(else_there_may_be_more),
        cmocka_unit_test(larger_ones_are_as_wished),
        cmocka_unit_test(by_lines_means_by_lines),
        cmocka_unit_test(as_hard_as_wished),
        cmocka_unit_test(difficulties_have_the_names_of_the_levels),
        cmocka_unit_test(symmetry_holds),
        cmocka_unit_test(symmetry_is_seen),
        cmocka_unit_test(density_is_near_the_wish),
        cmocka_unit_test(blobs_are_connected),
        cmocka_unit_test(the_same_seed_gives_the_same_puzzle),
        cmocka_unit_test(palettes_have_no_two_alike),
        cmocka_unit_test(every_letter_is_distinct),
        cmocka_unit_test(all_of_ascii_has_a_letter),
        cmocka_unit_test(words_are_drawn),
        cmocka_unit_test(words_without_room_or_letters),
        cmocka_unit_test(options_that_do_not_go_together),
        cmocka_unit_test(what_cannot_be_had_ends_politely),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(changes_are_told),
        cmocka_unit_test(random_pictures_are_not_shown),
        cmocka_unit_test(what_changes_are_for_is_told),
        cmocka_unit_test(the_position_says_what_was_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
