#include "puzzles/harmony/tests/harmony_samples.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"

struct harmony_board harmony_scrambled(unsigned side, unsigned swaps, uint64_t seed) {
    struct harmony_board board = {.rows = (uint8_t)side, .columns = (uint8_t)side};
    struct random random;
    random_seed(&random, seed);
    for (unsigned cell = 0; cell < HARMONY_CELLS; cell++)
        board.colour[cell] = (uint8_t)harmony_row(cell);
    while (swaps > 0) {
        unsigned line = (unsigned)random_below(&random, side);
        unsigned a = (unsigned)random_below(&random, side);
        unsigned b = (a + 1 + (unsigned)random_below(&random, side - 1)) % side;
        bool across = random_below(&random, 2) == 0;
        a = across ? harmony_cell(line, a) : harmony_cell(a, line);
        b = across ? harmony_cell(line, b) : harmony_cell(b, line);
        board.moves[a] += 2; /* playing the swap takes one away */
        board.moves[b] += 2;
        harmony_swap_play(&board, (struct harmony_swap){(uint8_t)a, (uint8_t)b});
        swaps--;
    }
    return board;
}

void harmony_disturb(struct harmony_board *board) {
    unsigned a = harmony_cell(0, 0), b = harmony_cell(1, 1);
    uint8_t moves = board->moves[a];
    board->moves[a] = board->moves[b];
    board->moves[b] = moves;
}

struct harmony_board harmony_six(const char *const rows[6]) {
    struct harmony_board board = {.rows = 6, .columns = 6};
    for (unsigned row = 0; row < 6; row++)
        for (unsigned column = 0; column < 6; column++) {
            board.colour[harmony_cell(row, column)] = (uint8_t)(rows[row][3 * column] - 'a');
            board.moves[harmony_cell(row, column)] = (uint8_t)(rows[row][3 * column + 1] - '0');
        }
    return board;
}

struct harmony_classic_options harmony_with_tests(const char *tests, int threads) {
    struct harmony_classic_options options = {.threads = threads,
                                              .cache_threshold = HARMONY_CACHE_THRESHOLD};
    struct buf problem = {0};
    assert_true(harmony_invalid_choose(&options.tests, tests, &problem));
    buf_free(&problem);
    return options;
}
