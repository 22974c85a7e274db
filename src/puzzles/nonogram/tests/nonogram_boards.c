#include "puzzles/nonogram/tests/nonogram_boards.h"

#include <string.h>

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
