/* A solver on the bench: its engine, table and pool on one thread, with a brute force beside it,
 * and boards to run it on. The inside of the solver is compiled into the test, for boards of up to
 * 64 cells. */
#ifndef HARMONY_BENCH_H
#define HARMONY_BENCH_H

#define HARMONY_WORDS 1

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "puzzles/harmony/solve/engine_check.h"
#include "puzzles/harmony/solve/portfolio.h"
#include "puzzles/harmony/tests/harmony_truth.h"

/* ---- a solver on the bench ---- */

enum { SEARCHERS = 3 };

struct bench {
    struct harmony_board board;
    struct harmony_solver_options options;
    qd_control *control;
    struct team team;
    struct engine *engine; /* its root is propagated */
    struct memo memo;
    bool solvable, dead_at_once;
    struct harmony_swap swaps[64];
    struct random random;
    uint64_t give_one_in; /* nodes, on average; 0: nothing is given away */
    bool as_text;         /* subproblems are written and read back */
    unsigned read_back;
};

static inline void bench_open(struct bench *bench, const struct harmony_board *board,
                              struct harmony_solver_options options, uint64_t seed) {
    unsigned culprit;
    *bench = (struct bench){.board = *board, .options = options, .control = control_new(NULL)};
    bench->options.threads = SEARCHERS;
    bench->team =
        (struct team){.options = &bench->options, .control = bench->control, .swaps = bench->swaps};
    team_open(&bench->team);
    pool_hold(&bench->team.pool, 0);
    struct engine *engine = MEM_NEW(struct engine);
    engine->team = &bench->team;
    engine->counter.control = bench->control;
    bench->engine = engine;
    random_seed(&bench->random, seed);
    random_seed(&engine->random, seed);
    geometry_make(&engine->grid, board);
    engine->grid.without = options.without;
    bench->dead_at_once = !state_make(&engine->grid, &engine->root, board) ||
                          !propagate(&engine->grid, &engine->root, &culprit);
    engine->trail = mem_new(engine->root.swaps_left + 1, sizeof(struct harmony_swap));
    engine->layout = key_layout_of(&engine->grid, &engine->root);
    bench->team.dead = make_table(&bench->team, engine->layout.words, 1 << 16);
    memo_open(&bench->memo, 1 << 12);
    struct plain plain = plain_of(&engine->grid, &engine->root);
    bench->solvable = has_solution(&engine->grid, &plain, &bench->memo);
    assert_false(bench->dead_at_once && bench->solvable);
}

static inline void bench_close(struct bench *bench) {
    engine_free(bench->engine);
    exact_set_free(bench->team.dead);
    team_close(&bench->team);
    memo_close(&bench->memo);
    control_free(bench->control);
}

static inline void say_where(const struct bench *bench, const char *what) {
    fprintf(stderr, "%s, on the board of %u x %u:", what, bench->board.rows, bench->board.columns);
    for (unsigned row = 0; row < bench->board.rows; row++)
        for (unsigned column = 0; column < bench->board.columns; column++) {
            unsigned cell = harmony_cell(row, column);
            fprintf(stderr, "%s%c%u", column ? " " : " / ", 'a' + bench->board.colour[cell],
                    bench->board.moves[cell]);
        }
    fputc('\n', stderr);
}

/* The swaps of the trail solve the board. */
static inline void assert_solved_by(const struct bench *bench, const struct harmony_swap *swaps,
                                    unsigned count) {
    const struct geometry *grid = &bench->engine->grid;
    struct harmony_board board = bench->board;
    for (unsigned i = 0; i < count; i++) {
        unsigned a = harmony_cell(grid->row[swaps[i].a], grid->column[swaps[i].a]);
        unsigned b = harmony_cell(grid->row[swaps[i].b], grid->column[swaps[i].b]);
        struct harmony_swap swap = {(uint8_t)a, (uint8_t)b};
        assert_true(harmony_swap_legal(&board, swap));
        harmony_swap_play(&board, swap);
    }
    assert_true(harmony_solved(&board));
}

/* ---- boards ---- */

/* A scramble; unless it is to be left alone, two tiles have exchanged their moves. */
static inline struct harmony_board near_board(unsigned rows, unsigned columns, unsigned swaps,
                                              bool disturb, struct random *random) {
    struct harmony_board board = {.rows = (uint8_t)rows, .columns = (uint8_t)columns};
    for (unsigned cell = 0; cell < HARMONY_CELLS; cell++)
        board.colour[cell] = (uint8_t)harmony_row(cell);
    while (swaps > 0) {
        unsigned a = harmony_cell((unsigned)random_below(random, rows),
                                  (unsigned)random_below(random, columns));
        unsigned b = random_below(random, 2) == 0
                         ? harmony_cell(harmony_row(a), (unsigned)random_below(random, columns))
                         : harmony_cell((unsigned)random_below(random, rows), harmony_column(a));
        if (a == b)
            continue;
        board.moves[a] += 2;
        board.moves[b] += 2;
        harmony_swap_play(&board, (struct harmony_swap){(uint8_t)a, (uint8_t)b});
        swaps--;
    }
    for (unsigned times = 0; disturb && times < 2; times++) {
        unsigned a = harmony_cell((unsigned)random_below(random, rows), times);
        unsigned b = harmony_cell((unsigned)random_below(random, rows), columns - 1 - times);
        uint8_t moves = board.moves[a];
        board.moves[a] = board.moves[b];
        board.moves[b] = moves;
    }
    return board;
}

static const struct {
    unsigned rows, columns, swaps, boards;
} sizes[] = {{3, 3, 9, 60}, {2, 4, 9, 60}, {3, 4, 8, 40},
             {4, 3, 8, 40}, {4, 4, 8, 20}, {2, 6, 8, 30}};

enum { SIZES = sizeof sizes / sizeof *sizes };

struct sums {
    unsigned boards, solvable;
    unsigned overflown; /* boards with more dead states than the table holds */
    unsigned read_back; /* subproblems */
    struct harmony_solver_counts counts;
};

static inline void add_counts(struct sums *sums, const struct team *team) {
    struct harmony_solver_counts more = team->counts;
    more.subproblems_added = pool_added(&team->pool);
    more.subproblems_taken = pool_taken(&team->pool);
    uint64_t *to = (uint64_t *)&sums->counts;
    const uint64_t *from = (const uint64_t *)&more;
    for (size_t i = 0; i < sizeof more / sizeof *to; i++)
        to[i] += from[i];
}

static inline void tell(const struct sums *sums) {
    const struct harmony_solver_counts *counts = &sums->counts;
    print_message("%u boards, %u solvable: %llu decisions to wait, %llu states with one between "
                  "columns, %llu dead states kept, %llu met again, %llu subproblems added, %llu "
                  "taken\n",
                  sums->boards, sums->solvable, (unsigned long long)counts->waits,
                  (unsigned long long)counts->crossing, (unsigned long long)counts->dead_added,
                  (unsigned long long)counts->dead_found,
                  (unsigned long long)counts->subproblems_added,
                  (unsigned long long)counts->subproblems_taken);
    assert_true(sums->solvable > 0 && sums->solvable < sums->boards);
}

typedef void one_board(struct bench *bench, struct sums *sums);

/* Runs a check on boards of all sizes; the same seed gives the same boards and schedules. */
static inline void on_boards(one_board *check, struct harmony_solver_options options, uint64_t seed,
                             struct sums *sums) {
    struct random random;
    print_message("# seed %llu\n", (unsigned long long)seed);
    random_seed(&random, seed);
    for (unsigned i = 0; i < SIZES; i++)
        for (unsigned n = 0; n < sizes[i].boards; n++) {
            struct harmony_board board =
                near_board(sizes[i].rows, sizes[i].columns, sizes[i].swaps, n % 4 > 0, &random);
            struct bench bench;
            bench_open(&bench, &board, options, seed + n);
            if (!bench.dead_at_once)
                check(&bench, sums);
            sums->boards += !bench.dead_at_once;
            sums->solvable += bench.solvable;
            bench_close(&bench);
        }
}

#endif
