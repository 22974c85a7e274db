#include "puzzles/nonogram/tests/nonogram_boards.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"

static void add_colour(struct nonogram_puzzle *puzzle, char letter, const char *name,
                       uint32_t rgb) {
    struct nonogram_colour *colour = &puzzle->palette[letter == 'r' ? 1 : ++puzzle->colours];
    strcpy(colour->name, name);
    colour->letter = letter;
    colour->rgb = rgb;
}

struct position *nonogram_from_picture(const char *const *rows) {
    unsigned width = (unsigned)strlen(rows[0]), height = 0;
    bool coloured = false;
    for (; rows[height]; height++)
        coloured = coloured || strpbrk(rows[height], "rgb");
    struct nonogram_puzzle *puzzle = nonogram_puzzle_new(width, height);
    if (coloured) {
        add_colour(puzzle, 'r', "red", 0xd02020);
        add_colour(puzzle, 'g', "green", 0x208030);
        add_colour(puzzle, 'b', "blue", 0x2030d0);
    }
    uint8_t *picture = mem_new(width * height, 1);
    for (unsigned cell = 0; cell < width * height; cell++)
        picture[cell] = (uint8_t)nonogram_colour_find(puzzle, rows[cell / width][cell % width]);
    nonogram_generate_all_clues(puzzle, picture);
    puzzle->goal = picture;
    return nonogram_position_new(puzzle);
}

void nonogram_set_cells(struct position *position, const char *const *rows) {
    unsigned width = position->puzzle->width;
    for (unsigned cell = 0; cell < width * position->puzzle->height; cell++) {
        char letter = rows[cell / width][cell % width];
        position->cells[cell] = letter == '?'
                                    ? NONOGRAM_UNKNOWN
                                    : (uint8_t)nonogram_colour_find(position->puzzle, letter);
    }
}

struct position *nonogram_chessboard(unsigned width, unsigned height, unsigned field) {
    struct nonogram_puzzle *puzzle = nonogram_puzzle_new(width, height);
    uint8_t *picture = mem_new((size_t)width * height, 1);
    for (unsigned row = 0; row < height; row++)
        for (unsigned column = 0; column < width; column++)
            picture[(size_t)row * width + column] = (row / field + column / field) % 2;
    nonogram_generate_all_clues(puzzle, picture);
    puzzle->goal = picture;
    return nonogram_position_new(puzzle);
}

struct nonogram_puzzle *nonogram_permutations(unsigned side) {
    struct nonogram_puzzle *puzzle = nonogram_puzzle_new(side, side);
    for (unsigned i = 0; i < side; i++) {
        nonogram_line_add(&puzzle->rows[i], 1, 1);
        nonogram_line_add(&puzzle->columns[i], 1, 1);
    }
    return puzzle;
}

static bool same_clues(const struct nonogram_line *a, const struct nonogram_line *b) {
    if (a->count != b->count)
        return false;
    for (unsigned i = 0; i < a->count; i++)
        if (a->clues[i].length != b->clues[i].length || a->clues[i].colour != b->clues[i].colour)
            return false;
    return true;
}

static bool same_lines(const struct nonogram_line *a, const struct nonogram_line *b,
                       unsigned count) {
    for (unsigned i = 0; i < count; i++)
        if (!same_clues(&a[i], &b[i]))
            return false;
    return true;
}

static bool same_palette(const struct nonogram_puzzle *a, const struct nonogram_puzzle *b) {
    if (a->colours != b->colours)
        return false;
    for (unsigned i = 0; i <= a->colours; i++)
        if (strcmp(a->palette[i].name, b->palette[i].name) != 0 ||
            a->palette[i].letter != b->palette[i].letter || a->palette[i].rgb != b->palette[i].rgb)
            return false;
    return true;
}

bool nonogram_puzzle_equal(const struct nonogram_puzzle *a, const struct nonogram_puzzle *b) {
    if (a->width != b->width || a->height != b->height || !same_palette(a, b))
        return false;
    if (!a->goal != !b->goal ||
        (a->goal && memcmp(a->goal, b->goal, (size_t)a->width * a->height) != 0))
        return false;
    return same_lines(a->rows, b->rows, a->height) && same_lines(a->columns, b->columns, a->width);
}

bool nonogram_picture_symmetric(enum nonogram_symmetry symmetry, unsigned width, unsigned height,
                                const uint8_t *picture) {
    size_t mirrors[NONOGRAM_MIRRORS];
    for (size_t cell = 0; cell < (size_t)width * height; cell++) {
        unsigned count = nonogram_mirrors(symmetry, width, height, cell, mirrors);
        for (unsigned i = 1; i < count; i++)
            if (picture[mirrors[i]] != picture[cell])
                return false;
    }
    return true;
}

struct options *nonogram_show_options(const char *const *pairs) {
    static const struct option_spec ascii = {.name = "ascii", .kind = OPTION_FLAG};
    struct options *options = options_new(NULL);
    for (; pairs && *pairs; pairs += 2) {
        const struct option_spec *spec = option_find(nonogram_options, pairs[0]);
        assert_true(options_set(options, spec ? spec : &ascii, pairs[1], NULL));
    }
    return options;
}

char *nonogram_shown(const struct position *position, const char *const *pairs,
                     const struct play_input *input) {
    struct options *options = nonogram_show_options(pairs);
    struct canvas *canvas = canvas_new();
    struct buf out = {0};
    nonogram_render.text(position, options, canvas);
    if (input)
        nonogram_terminal.mark(position, input, options, canvas);
    canvas_print(canvas, false, &out);
    canvas_free(canvas);
    options_free(options);
    return buf_take(&out);
}

size_t nonogram_occurrences(const char *text, const char *part) {
    size_t count = 0;
    for (text = strstr(text, part); text; text = strstr(text + 1, part))
        count++;
    return count;
}
