/* The inside of the default solver, step by step: every state that a tree closes is held against a
 * brute force that knows the decisions made so far; trees give subproblems away at random, and
 * these are searched in any order, some of them after they were written as text and read back. All
 * on one thread, so that a seed always gives the same schedule. */
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

static void bench_open(struct bench *bench, const struct harmony_board *board,
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

static void bench_close(struct bench *bench) {
    engine_free(bench->engine);
    exact_set_free(bench->team.dead);
    team_close(&bench->team);
    memo_close(&bench->memo);
    control_free(bench->control);
}

static void say_where(const struct bench *bench, const char *what) {
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
static void assert_solved_by(const struct bench *bench, const struct harmony_swap *swaps,
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

/* ---- walks ---- */

/* What the last choice of a frame leads to, by the brute force. */
static bool choice_has_solution(struct bench *bench, const struct frame *frame) {
    const struct geometry *grid = &bench->engine->grid;
    const struct choice *choice = &frame->choices.list[frame->tried - 1];
    struct plain plain = plain_of(grid, &frame->state);
    if (choice->wait) {
        plain.partner[frame->cell] = choice->partner;
        plain.barred[frame->cell] = 1;
    } else {
        plain_swap(&plain, grid->cells, frame->cell, choice->partner);
    }
    return has_solution(grid, &plain, &bench->memo);
}

static bool frame_has_solution(struct bench *bench, const struct frame *frame) {
    struct plain plain = plain_of(&bench->engine->grid, &frame->state);
    return has_solution(&bench->engine->grid, &plain, &bench->memo);
}

static void expect_dead(const struct bench *bench, bool solvable, const char *what) {
    if (solvable) {
        say_where(bench, what);
        fail();
    }
}

/* Gives a subproblem away with some chance, as if another thread had asked for one. */
static void maybe_give(struct bench *bench, struct tree *tree) {
    if (bench->give_one_in > 0 && random_below(&bench->random, bench->give_one_in) == 0)
        assert_true(give_subproblem(tree));
}

/* All of a tree, one node at a time. Everything that it closes must be dead. */
static enum outcome walk_checked(struct bench *bench, struct tree *tree) {
    if (!tree->begun) {
        enum outcome outcome = tree_begin(tree);
        if (outcome != BUDGET_SPENT)
            return outcome;
    }
    for (;;) {
        const struct frame *frame = tree->frame[tree->depth];
        tree_check(tree);
        if (frame->tried == frame->choices.count) {
            if (!frame->shared)
                expect_dead(bench, frame_has_solution(bench, frame), "a frame is closed too early");
            if (!tree_back(tree))
                return NONE;
            continue;
        }
        bool left;
        tree->budget = 1;
        enum outcome outcome = tree_step(tree, &left);
        if (outcome == NONE)
            expect_dead(bench, choice_has_solution(bench, frame), "a choice is refuted wrongly");
        if (left)
            return outcome;
        maybe_give(bench, tree);
    }
}

/* Takes one of the first subproblems that wait. Returns NULL if there is none. */
static struct subproblem *take_any(struct bench *bench) {
    struct pool *pool = &bench->team.pool;
    struct subproblem *taken = NULL, *passed;
    uint64_t waiting = pool_added(pool) - pool_taken(pool);
    for (uint64_t skip = random_below(&bench->random, waiting < 4 ? waiting + 1 : 4); skip > 0;
         skip--) {
        if (!pool_try_take(pool, 1, NULL, &passed))
            return NULL;
        assert_true(pool_add(pool, 1, 0, &passed));
        pool_finish(pool, 1);
    }
    if (pool_try_take(pool, 1, NULL, &taken))
        pool_finish(pool, 1);
    return taken;
}

/* Two frames stand for the same subproblem. */
static void assert_same_frame(const struct engine *engine, const struct frame *a,
                              const struct frame *b) {
    assert_int_equal(a->cell, b->cell);
    assert_int_equal(a->tried, b->tried);
    assert_int_equal(a->choices.count, b->choices.count);
    assert_int_equal(a->trail_count, b->trail_count);
    for (unsigned cell = 0; cell < engine->grid.cells; cell++) {
        assert_int_equal(a->state.tile[cell], b->state.tile[cell]);
        assert_int_equal(a->state.partner[cell], b->state.partner[cell]);
        assert_true(bits_equal(a->state.next[cell], b->state.next[cell]));
    }
    for (unsigned i = a->tried; i < a->choices.count; i++) {
        assert_int_equal(a->choices.list[i].partner, b->choices.list[i].partner);
        assert_int_equal(a->choices.list[i].wait, b->choices.list[i].wait);
    }
}

/* Has the tree go on with a subproblem by way of its text. Returns how that ended if the text alone
 * tells, else BUDGET_SPENT. */
static enum outcome resume_from_text(struct bench *bench, struct tree *tree,
                                     struct subproblem *subproblem) {
    struct buf text = {0};
    enum outcome outcome;
    subproblem_print(subproblem, &text);
    tree_free(tree);
    *tree = (struct tree){.engine = tree->engine, .shares = true};
    if (!subproblem_read(tree, buf_text(&text), &outcome))
        fail_msg("'%s' is not read back", buf_text(&text));
    if (outcome == BUDGET_SPENT) {
        assert_same_frame(tree->engine, &subproblem->frame, tree->frame[0]);
        assert_int_equal(tree->path_count, subproblem->path_count);
        bench->read_back++;
    } else {
        assert_int_equal(outcome, NONE); /* the table of dead states has it by now */
    }
    free(subproblem);
    buf_free(&text);
    return outcome;
}

static enum outcome search_subproblem(struct bench *bench, struct tree *tree,
                                      struct subproblem *subproblem) {
    if (!bench->as_text) {
        assert_true(resume_subproblem(tree, subproblem));
        return walk_checked(bench, tree);
    }
    enum outcome outcome = resume_from_text(bench, tree, subproblem);
    return outcome == BUDGET_SPENT ? walk_checked(bench, tree) : outcome;
}

/* The whole board, in subproblems. Returns true if one of them has a solution. */
static bool search_in_subproblems(struct bench *bench, bool complete) {
    struct engine *engine = engine_copy(bench->engine);
    struct tree tree = {.engine = engine, .shares = true};
    engine->complete = complete;
    bool found = false;
    enum outcome outcome = walk_checked(bench, &tree);
    for (;;) {
        assert_true(outcome == NONE || outcome == FOUND);
        if (outcome == FOUND)
            assert_solved_by(bench, engine->trail, engine->trail_count);
        found = found || outcome == FOUND;
        struct subproblem *subproblem = take_any(bench);
        if (!subproblem)
            break;
        outcome = search_subproblem(bench, &tree, subproblem);
    }
    tree_free(&tree);
    engine_free(engine);
    return found;
}

/* ---- boards ---- */

/* A scramble; unless it is to be left alone, two tiles have exchanged their moves. */
static struct harmony_board near_board(unsigned rows, unsigned columns, unsigned swaps,
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

static void add_counts(struct sums *sums, const struct team *team) {
    struct harmony_solver_counts more = team->counts;
    more.subproblems_added = pool_added(&team->pool);
    more.subproblems_taken = pool_taken(&team->pool);
    uint64_t *to = (uint64_t *)&sums->counts;
    const uint64_t *from = (const uint64_t *)&more;
    for (size_t i = 0; i < sizeof more / sizeof *to; i++)
        to[i] += from[i];
}

static void tell(const struct sums *sums) {
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
static void on_boards(one_board *check, struct harmony_solver_options options, uint64_t seed,
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

/* ---- subproblems ---- */

static void in_subproblems(struct bench *bench, struct sums *sums) {
    static const uint64_t chances[] = {0, 3, 10, 40};
    bench->give_one_in = chances[random_below(&bench->random, 4)];
    bool complete = random_below(&bench->random, 2) == 0;
    bench->as_text = complete && random_below(&bench->random, 2) == 0;
    bool found = search_in_subproblems(bench, complete);
    if (found != bench->solvable)
        say_where(bench, found ? "found what is not there" : "lost the solution");
    assert_int_equal(found, bench->solvable);
    add_counts(sums, &bench->team);
    sums->read_back += bench->read_back;
    uint64_t most = bench->options.table_bytes / (8 * (uint64_t)bench->engine->layout.words);
    sums->overflown += bench->team.counts.dead_added > most;
}

static void every_closed_state_is_dead(void **state) {
    struct sums sums = {.boards = 0};
    (void)state;
    on_boards(in_subproblems, (struct harmony_solver_options){.table_bytes = 1 << 16}, 31, &sums);
    tell(&sums);
    assert_true(sums.counts.waits > 1000 && sums.counts.crossing > 1000);
    assert_true(sums.counts.dead_added > 1000 && sums.counts.dead_found > 50);
    assert_true(sums.counts.subproblems_added > 1000 && sums.read_back > 100);
    assert_int_equal(sums.counts.subproblems_added, sums.counts.subproblems_taken);
}

/* With a table of few places, states are lost all the time: that may only cost time. */
static void a_full_table_forgets_but_never_errs(void **state) {
    struct sums sums = {.boards = 0};
    (void)state;
    on_boards(in_subproblems,
              (struct harmony_solver_options){.table_bytes = 4200, .without = HARMONY_PART_ENDS},
              32, &sums);
    tell(&sums);
    print_message("the table overflows on %u boards\n", sums.overflown);
    assert_true(sums.overflown >= 10 && sums.counts.dead_found > 100);
}

/* Without the parts that cut the tree the same states come up more often. */
static void less_pruning_same_truth(void **state) {
    struct sums sums = {.boards = 0};
    unsigned without = HARMONY_PART_ENDS;
    (void)state;
    on_boards(in_subproblems,
              (struct harmony_solver_options){.table_bytes = 1 << 16, .without = without}, 33,
              &sums);
    tell(&sums);
    assert_true(sums.counts.crossing > 1000 && sums.counts.dead_found > 1000);
}

/* ---- keys ---- */

enum { KEYS = 1 << 14 };

/* Keys of states with what is true of them. */
struct key_book {
    struct state_key *key;
    uint8_t *value; /* 0: free, else 1 + truth */
    size_t count;
};

/* Returns false if the same key was noted with another truth. */
static bool note_key(struct key_book *book, const struct state_key *key, unsigned words,
                     bool truth) {
    uint64_t hash = 0;
    for (unsigned i = 0; i < words; i++)
        hash = (hash ^ key->word[i]) * UINT64_C(0x9E3779B97F4A7C15) + (hash >> 31);
    size_t at = (size_t)(hash ^ hash >> 32) % KEYS;
    while (book->value[at] && memcmp(&book->key[at], key, words * sizeof key->word[0]) != 0)
        at = (at + 1) % KEYS;
    if (book->value[at])
        return book->value[at] == 1 + truth;
    assert_true(++book->count < KEYS);
    memcpy(&book->key[at], key, words * sizeof key->word[0]);
    book->value[at] = (uint8_t)(1 + truth);
    return true;
}

/* Random choices from the root on: two states with one key are both dead or both alive. */
static void random_dives(struct bench *bench, struct sums *sums) {
    struct engine *engine = bench->engine;
    struct key_book book = {.key = calloc(KEYS, sizeof *book.key), .value = calloc(KEYS, 1)};
    struct state state;
    for (unsigned dive = 0; dive < 150; dive++) {
        state_copy(&engine->grid, &state, &engine->root);
        engine->trail_count = 0;
        while (settle_forced(engine, &state) && state.swaps_left > 0) {
            struct state_key key;
            sums->counts.crossing += state_key(&engine->grid, &engine->layout, &state, &key);
            struct plain plain = plain_of(&engine->grid, &state);
            if (!note_key(&book, &key, engine->layout.words,
                          has_solution(&engine->grid, &plain, &bench->memo))) {
                say_where(bench, "a dead and a live state have the same key");
                fail();
            }
            unsigned cell = pick_cell(engine, &state);
            if (cell == NO_CELL)
                break;
            struct choices choices;
            list_choices(engine, &state, cell, 0, &choices);
            struct choice choice = choices.list[random_below(&bench->random, choices.count)];
            if (choice.wait)
                state_wait(&state, cell, choice.partner);
            else if (trail_add(engine, cell, choice.partner),
                     !state_swap(&engine->grid, &state, cell, choice.partner))
                break;
        }
    }
    sums->counts.dead_added += book.count;
    free(book.key);
    free(book.value);
}

static void states_with_one_key_are_alike(void **state) {
    struct sums sums = {.boards = 0};
    (void)state;
    on_boards(random_dives, (struct harmony_solver_options){.without = HARMONY_PART_WAITS}, 34,
              &sums);
    print_message("%llu keys, %llu states with a decision between columns\n",
                  (unsigned long long)sums.counts.dead_added,
                  (unsigned long long)sums.counts.crossing);
    assert_true(sums.counts.crossing > 1000);
}

/* ---- several searchers, one thread ---- */

/* One turn of the complete search, of `slice` nodes, without waiting for a subproblem. */
static void some_turn(struct searcher *searcher) {
    searcher->turn_nodes = searcher->complete_nodes + complete_after(searcher->engine->team);
    complete_turn(searcher);
}

static void searchers_open(struct bench *bench, struct searcher *searchers) {
    for (unsigned i = 0; i < SEARCHERS; i++) {
        searchers[i] =
            (struct searcher){.engine = engine_copy(bench->engine), .complete = {.shares = true}};
        searchers[i].engine->thread = i;
    }
}

/* The verdict is that of the brute force. */
static void searchers_close(struct bench *bench, struct searcher *searchers, struct sums *sums) {
    const struct team *team = &bench->team;
    enum outcome outcome = team_outcome(team);
    if ((outcome == FOUND) != bench->solvable)
        say_where(bench, outcome == FOUND ? "found what is not there" : "a premature no");
    assert_int_equal(outcome, bench->solvable ? FOUND : NONE);
    if (outcome == FOUND)
        assert_solved_by(bench, team->swaps, team->count);
    for (unsigned i = 0; i < SEARCHERS; i++) {
        searcher_end(&searchers[i]);
        engine_free(searchers[i].engine);
    }
    add_counts(sums, team);
}

/* The complete search alone, with turns in any order. */
static void turns_in_any_order(struct bench *bench, struct sums *sums) {
    struct searcher searchers[SEARCHERS];
    struct team *team = &bench->team;
    searchers_open(bench, searchers);
    for (unsigned turns = 0; !team_ended(team); turns++) {
        unsigned favourite = (unsigned)random_below(&bench->random, SEARCHERS);
        assert_true(turns < 1000000);
        some_turn(&searchers[turns % 4 == 0 ? favourite : turns / 40 % SEARCHERS]);
        if (atomic_load(&team->pool.wanted) < 0)
            fail_msg("more subproblems wait than threads have asked for");
        pool_check(&team->pool);
    }
    searchers_close(bench, searchers, sums);
}

static void no_verdict_before_the_last_subproblem(void **state) {
    struct sums sums = {.boards = 0};
    (void)state;
    on_boards(turns_in_any_order,
              (struct harmony_solver_options){.table_bytes = 1 << 16,
                                              .slice = 2,
                                              .without = HARMONY_PART_ENDS | HARMONY_PART_SCORES},
              35, &sums);
    tell(&sums);
    assert_true(sums.counts.subproblems_added > 200 && sums.counts.subproblems_taken > 200);
}

/* The restarted tree and the complete search share the table: what the one gave away must not be
 * dead for the other. */
static void rounds_in_any_order(struct bench *bench, struct sums *sums) {
    struct searcher searchers[SEARCHERS];
    searchers_open(bench, searchers);
    while (!team_ended(&bench->team)) {
        uint64_t mostly = random_below(&bench->random, 8);
        one_round(&searchers[mostly < SEARCHERS ? mostly : 0]);
    }
    searchers_close(bench, searchers, sums);
}

static void restarts_and_subproblems_share_a_table(void **state) {
    struct sums sums = {.boards = 0};
    (void)state;
    on_boards(rounds_in_any_order,
              (struct harmony_solver_options){.table_bytes = 1 << 16,
                                              .slice = 1,
                                              .alone = 1,
                                              .without = HARMONY_PART_BEAM | HARMONY_PART_ENDS |
                                                         HARMONY_PART_SCORES},
              36, &sums);
    tell(&sums);
    assert_true(sums.counts.restarts > 1000 && sums.counts.subproblems_added > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_closed_state_is_dead),
        cmocka_unit_test(a_full_table_forgets_but_never_errs),
        cmocka_unit_test(less_pruning_same_truth),
        cmocka_unit_test(states_with_one_key_are_alike),
        cmocka_unit_test(no_verdict_before_the_last_subproblem),
        cmocka_unit_test(restarts_and_subproblems_share_a_table),
    };
    return cmocka_run_group_tests_name("harmony_share", tests, NULL, NULL);
}
