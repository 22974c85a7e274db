/* The whole puzzle against a search that knows nothing but its rules: random boards of every kind
 * (pegs, discs, stackings, arcs, costs, goals), each solved through the puzzle's interface. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "base/random.h"
#include "puzzles/hanoi/explain/percentile.h"
#include "puzzles/hanoi/model/position.h"
#include "puzzles/hanoi/solve/solution.h"
#include "puzzles/interface/terminal/player.h"
#include "tests/support/puzzle_texts.h"

enum { STATES = 4096, BOARDS = 600 };

/* All reachable boards, with the cost of the cheapest path to each. */
struct oracle {
    struct position *found[STATES];
    uint64_t cost[STATES];
    uint64_t moves[STATES];
    bool done[STATES];
    size_t count;
};

static size_t oracle_index(struct oracle *oracle, const struct position *position) {
    for (size_t i = 0; i < oracle->count; i++)
        if (hanoi_board_equal(&oracle->found[i]->board, &position->board))
            return i;
    assert_true(oracle->count < STATES);
    oracle->found[oracle->count] = hanoi_rules.copy(position);
    oracle->cost[oracle->count] = oracle->moves[oracle->count] = UINT64_MAX;
    oracle->done[oracle->count] = false;
    return oracle->count++;
}

static bool is_better(const struct oracle *oracle, size_t a, size_t b) {
    return oracle->cost[a] != oracle->cost[b] ? oracle->cost[a] < oracle->cost[b]
                                              : oracle->moves[a] < oracle->moves[b];
}

/* Dijkstra's algorithm in its plainest form. */
static size_t oracle_next(const struct oracle *oracle) {
    size_t best = oracle->count;
    for (size_t i = 0; i < oracle->count; i++)
        if (!oracle->done[i] && (best == oracle->count || is_better(oracle, i, best)))
            best = i;
    return best;
}

static uint64_t cost_of(const struct position *position, unsigned from, unsigned to) {
    const struct hanoi_setup *setup = position->setup;
    unsigned disc = position->board.top[from];
    if (position->board.pegs != 3 || !setup->costly)
        return 1;
    if (setup->disc_cost && setup->disc_cost[disc][from][to])
        return setup->disc_cost[disc][from][to];
    return setup->cost[from][to];
}

static void oracle_expand(struct oracle *oracle, size_t at) {
    struct record moves = {0};
    struct refusal why = {0};
    hanoi_rules.moves(oracle->found[at], 10000, NULL, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        unsigned from, to;
        assert_true(hanoi_move_read(moves.moves[i].text, &from, &to));
        struct position *next = hanoi_rules.copy(oracle->found[at]);
        uint64_t cost = oracle->cost[at] + cost_of(next, from, to);
        assert_int_equal(hanoi_rules.move(next, moves.moves[i].text, NULL, &why), QD_YES);
        size_t index = oracle_index(oracle, next);
        uint64_t steps = oracle->moves[at] + 1;
        if (cost < oracle->cost[index] ||
            (cost == oracle->cost[index] && steps < oracle->moves[index])) {
            oracle->cost[index] = cost;
            oracle->moves[index] = steps;
        }
        hanoi_rules.free(next);
    }
    record_free(&moves);
    refusal_free(&why);
}

static void oracle_run(struct oracle *oracle, const struct position *start) {
    oracle->count = 0;
    size_t first = oracle_index(oracle, start);
    oracle->cost[first] = oracle->moves[first] = 0;
    for (size_t at; (at = oracle_next(oracle)) < oracle->count;) {
        oracle->done[at] = true;
        oracle_expand(oracle, at);
    }
}

static void oracle_clear(struct oracle *oracle) {
    for (size_t i = 0; i < oracle->count; i++)
        hanoi_rules.free(oracle->found[i]);
}

static void random_board(struct hanoi_board *board, unsigned discs, unsigned pegs, bool regular,
                         struct random *random) {
    uint16_t order[8] = {0};
    for (unsigned i = 0; i < discs; i++) {
        unsigned at = (unsigned)random_below(random, i + 1);
        order[i] = order[at];
        order[at] = (uint16_t)i;
    }
    hanoi_board_clear(board, discs, pegs);
    for (unsigned i = 0; i < discs; i++)
        hanoi_board_put(board, regular ? discs - 1 - i : order[i],
                        (unsigned)random_below(random, pegs));
}

static void random_arcs(struct hanoi_setup *setup, unsigned pegs, struct random *random) {
    for (unsigned from = 0; from < pegs; from++)
        for (unsigned to = 0; to < pegs; to++)
            if (from != to && random_below(random, 3) == 0) {
                setup->complete = false;
                setup->arcs[from] &= ~(UINT64_C(1) << to);
                if (pegs == 3)
                    setup->cost[from][to] = 0;
            }
}

static void random_costs(struct hanoi_setup *setup, unsigned discs, struct random *random) {
    setup->costly = true;
    for (unsigned from = 0; from < 3; from++)
        for (unsigned to = 0; to < 3; to++)
            if (setup->cost[from][to])
                setup->cost[from][to] = 1 + (uint32_t)random_below(random, 9);
    setup->disc_cost = mem_new(discs, sizeof *setup->disc_cost);
    unsigned disc = (unsigned)random_below(random, discs);
    if (setup->cost[0][1])
        setup->disc_cost[disc][0][1] = 1 + (uint32_t)random_below(random, 20);
}

static struct position *random_position(struct random *random) {
    unsigned pegs = 1 + (unsigned)random_below(random, 5);
    unsigned discs = 1 + (unsigned)random_below(random, pegs == 5 ? 3 : 4);
    bool regular = random_below(random, 3) > 0;
    struct position *position = hanoi_position_new();
    struct hanoi_setup *setup = position->setup;
    hanoi_setup_all_arcs(setup, pegs);
    for (unsigned disc = 0; disc < discs; disc++)
        setup->label[disc] = disc + 1;
    random_board(&position->board, discs, pegs, regular, random);
    random_board(&setup->goal, discs, pegs, random_below(random, 8) > 0, random);
    setup->goal_given = true;
    if (random_below(random, 2))
        random_arcs(setup, pegs, random);
    if (pegs == 3 && regular && random_below(random, 3) == 0)
        random_costs(setup, discs, random);
    return position;
}

static uint64_t small(mpz_srcptr number) {
    assert_true(mpz_sizeinbase(number, 2) <= 64);
    return mpz_get_ui(number);
}

/* At every move of a solution: opening it there gives the same rest, and the board is the one that
 * playing the moves leads to. */
static void compare_points(const struct position *position, const struct hanoi_solution *solution,
                           uint64_t index) {
    mpz_t skip;
    mpz_init(skip);
    struct hanoi_board played = position->board;
    struct hanoi_path *path = hanoi_solution_open(solution, index, skip);
    assert_non_null(path);
    struct hanoi_move move;
    for (uint64_t k = 0; k <= small(solution->length); k++) {
        struct hanoi_board board = position->board;
        mpz_set_ui(skip, k);
        assert_true(hanoi_solution_at(solution, index, skip, &board));
        assert_true(hanoi_board_equal(&board, &played));
        struct hanoi_path *rest = hanoi_solution_open(solution, index, skip);
        struct hanoi_move next;
        assert_non_null(rest);
        bool more = path->next(path, &move);
        assert_int_equal(rest->next(rest, &next), more);
        assert_int_equal(more, k < small(solution->length));
        if (more) {
            assert_true(next.disc == move.disc && next.from == move.from && next.to == move.to);
            hanoi_board_move(&played, move.from, move.to);
        }
        rest->free(rest);
    }
    mpz_add_ui(skip, skip, 1);
    played = position->board;
    assert_false(hanoi_solution_at(solution, index, skip, &played));
    assert_null(hanoi_solution_open(solution, index, skip));
    path->free(path);
    mpz_clear(skip);
}

static void compare(struct oracle *oracle, const struct position *position) {
    qd_control *control = control_new(NULL);
    struct hanoi_solution solution;
    qd_error error = {0};
    qd_status status = hanoi_solution_find(position, HANOI_METHOD_AUTO, control, &solution, &error);
    struct position *goal = hanoi_rules.copy(position);
    goal->board = goal->setup->goal;
    oracle_run(oracle, position);
    size_t reached = oracle->count;
    size_t at = oracle_index(oracle, goal);
    if (position->setup->costly && !hanoi_board_regular(&goal->board)) {
        assert_true(status == QD_NO);
    } else if (at == reached) {
        assert_int_equal(status, QD_NO);
    } else {
        assert_int_equal(status, QD_YES);
        assert_int_equal(small(solution.length), oracle->moves[at]);
        if (position->setup->costly)
            assert_int_equal(small(solution.cost), oracle->cost[at]);
        for (uint64_t index = 0; index < (solution.paths ? solution.paths : 1) && index < 4;
             index++)
            compare_points(position, &solution, index);
    }
    oracle_clear(oracle);
    hanoi_rules.free(goal);
    hanoi_solution_clear(&solution);
    control_free(control);
}

static void random_boards_agree_with_the_rules(void **state) {
    (void)state;
    const uint64_t seed = 20261;
    print_message("seed %llu\n", (unsigned long long)seed);
    struct random random;
    random_seed(&random, seed);
    struct oracle *oracle = MEM_NEW(struct oracle);
    for (int i = 0; i < BOARDS; i++) {
        struct position *position = random_position(&random);
        compare(oracle, position);
        hanoi_rules.free(position);
    }
    free(oracle);
}

/* The answer that the interface gives passes the checker, and the checker is not blind. */
static void verify_refuses_a_wrong_answer(void **state) {
    (void)state;
    struct source source = {.name = "t", .data = "4 3 2 1 | |\ngoal: | | 4 3 2 1\n", .size = 32};
    source.size = strlen(source.data);
    struct record moves = {0};
    qd_error error = {0};
    struct position *position = text_parse(&hanoi_text, &source, &moves, &error);
    assert_non_null(position);
    struct options *options = options_new(NULL);
    qd_control *control = control_new(NULL);
    struct answer answer = {0};
    struct buf why = {0};
    assert_int_equal(hanoi_solve.solve(position, options, control, &answer, &error), QD_YES);
    assert_true(hanoi_solve.verify(position, &answer, &why));
    struct hanoi_solution *solution = answer.data;
    mpz_add_ui(solution->length, solution->length, 1);
    assert_false(hanoi_solve.verify(position, &answer, &why));
    mpz_sub_ui(solution->length, solution->length, 1);
    hanoi_three_from_pegs(&solution->to, position->board.peg, 4);
    assert_false(hanoi_solve.verify(position, &answer, &why));
    hanoi_solve.release(&answer);
    buf_free(&answer.text);
    json_decref(answer.fields);
    buf_free(&why);
    options_free(options);
    control_free(control);
    hanoi_rules.free(position);
    record_free(&moves);
}

/* The share of nearer states: formula, layers and visiting agree with a count by distance. */
static void compare_share(unsigned discs, const uint8_t *start, const uint8_t *goal) {
    struct position *position = hanoi_position_new();
    hanoi_setup_all_arcs(position->setup, 3);
    hanoi_board_from_pegs(&position->board, discs, 3, start);
    hanoi_board_from_pegs(&position->setup->goal, discs, 3, goal);
    qd_control *control = control_new(NULL);
    struct hanoi_solution solution;
    struct hanoi_percentile percentile;
    assert_int_equal(hanoi_solution_find(position, HANOI_METHOD_AUTO, control, &solution, NULL),
                     QD_YES);
    assert_int_equal(hanoi_percentile_find(position, &solution, control, &percentile), QD_YES);
    assert_int_equal(percentile.kind, HANOI_PERCENTILE_EXACT);
    unsigned total = 1, hits = 0;
    for (unsigned i = 0; i < discs; i++)
        total *= 3;
    for (unsigned number = 0; number < total; number++) {
        uint8_t pegs[8];
        for (unsigned i = 0, left = number; i < discs; i++, left /= 3)
            pegs[i] = (uint8_t)(left % 3);
        struct hanoi_three from, to;
        hanoi_three_from_pegs(&from, pegs, discs);
        hanoi_three_from_pegs(&to, goal, discs);
        hits += hanoi_three_measure(from, to).length < small(solution.length);
    }
    assert_true(percentile.share * total > hits - 0.01 && percentile.share * total < hits + 0.01);
    /* Without the formula and the layers all nearer states are visited. */
    double share = percentile.share;
    position->setup->complete = false;
    assert_int_equal(hanoi_percentile_find(position, &solution, control, &percentile), QD_YES);
    assert_true(percentile.kind == HANOI_PERCENTILE_EXACT && percentile.share == share);
    hanoi_solution_clear(&solution);
    control_free(control);
    hanoi_rules.free(position);
}

static void shares_are_counted_right(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, 7);
    for (int i = 0; i < 60; i++) {
        uint8_t start[8], goal[8];
        unsigned discs = 1 + (unsigned)random_below(&random, 5);
        unsigned peg = (unsigned)random_below(&random, 3);
        for (unsigned disc = 0; disc < discs; disc++) {
            start[disc] = (uint8_t)random_below(&random, 3);
            goal[disc] = (uint8_t)(i % 2 ? peg : random_below(&random, 3));
        }
        compare_share(discs, start, goal);
    }
}

/* Print then parse gives the same position, whatever the variant. */
static void random_positions_survive_text(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, 99);
    for (int i = 0; i < 400; i++) {
        struct position *position = random_position(&random);
        struct buf text = {0}, again = {0};
        struct record none = {0}, moves = {0};
        qd_error error = {0};
        assert_true(hanoi_text.print(position, &none, hanoi_text.formats, &text, &error));
        struct source source = {.name = "t", .data = text.text, .size = text.size};
        struct position *read = text_parse(&hanoi_text, &source, &moves, &error);
        assert_non_null(read);
        assert_true(hanoi_board_equal(&read->board, &position->board));
        assert_true(hanoi_board_equal(&read->setup->goal, &position->setup->goal));
        assert_memory_equal(read->setup->arcs, position->setup->arcs, sizeof read->setup->arcs);
        if (position->board.pegs == 3)
            assert_memory_equal(read->setup->cost, position->setup->cost, sizeof read->setup->cost);
        assert_true(hanoi_text.print(read, &none, hanoi_text.formats, &again, &error));
        assert_string_equal(text.text, again.text);
        buf_free(&text);
        buf_free(&again);
        hanoi_rules.free(read);
        hanoi_rules.free(position);
    }
}

/* Points at a peg and expects a move, or NULL for none, and what is held then. */
static void expect_point(const struct position *position, struct play_input *input, int row,
                         int column, int button, const char *expected, int held) {
    struct buf move = {0};
    assert_int_equal(hanoi_terminal.point(position, input, NULL, row, column, button, &move),
                     expected != NULL);
    if (expected)
        assert_string_equal(buf_text(&move), expected);
    assert_int_equal(input->held, held);
    buf_free(&move);
}

static struct position *read_board(const char *text) {
    struct source source = {.name = "board", .data = text, .size = strlen(text)};
    struct record moves = {0};
    qd_error error;
    struct position *position = text_parse(&hanoi_text, &source, &moves, &error);
    assert_non_null(position);
    record_free(&moves);
    return position;
}

/* Two discs: a peg has seven characters, and the marks stand on line 5. */
static void the_mouse_moves_discs(void **state) {
    (void)state;
    struct position *position = read_board("2 1 | |\n");
    struct play_input input = {0};
    expect_point(position, &input, 0, 0, PLAY_BUTTON_LEFT, NULL, 1);
    expect_point(position, &input, 5, 6, PLAY_LET_GO, NULL, 1); /* a click */
    expect_point(position, &input, 2, 20, PLAY_BUTTON_LEFT, "0>2", 0);
    expect_point(position, &input, 2, 20, PLAY_LET_GO, NULL, 0);
    expect_point(position, &input, 2, 3, PLAY_BUTTON_LEFT, NULL, 1);
    expect_point(position, &input, 2, 7, PLAY_LET_GO, "0>1", 0);     /* dragged */
    expect_point(position, &input, 2, 7, PLAY_BUTTON_LEFT, NULL, 0); /* there is no disc */
    expect_point(position, &input, 2, 3, PLAY_LET_GO, NULL, 0);
    expect_point(position, &input, 2, 3, PLAY_BUTTON_LEFT, NULL, 1);
    expect_point(position, &input, 2, 21, PLAY_BUTTON_LEFT, NULL, 1); /* no peg */
    expect_point(position, &input, 6, 3, PLAY_BUTTON_LEFT, NULL, 1);
    expect_point(position, &input, 2, 3, PLAY_BUTTON_RIGHT, NULL, 0);
    hanoi_rules.free(position);
}

/* Nine pegs are a list, a peg on each line; the mark is at its beginning. */
static void listed_pegs_are_lines(void **state) {
    (void)state;
    struct position *position = read_board("2 1 | | | | | | | |\n");
    struct play_input input = {0};
    struct options *options = options_new(NULL);
    struct canvas *canvas = canvas_new();
    expect_point(position, &input, 0, 40, PLAY_BUTTON_LEFT, NULL, 1);
    expect_point(position, &input, 9, 0, PLAY_BUTTON_LEFT, NULL, 1);
    expect_point(position, &input, 8, 0, PLAY_BUTTON_LEFT, "0>8", 0);
    hanoi_render.text(position, options, canvas);
    hanoi_terminal.mark(position, &input, options, canvas);
    struct play_place place = {0};
    hanoi_terminal.place(position, &input, options, &place);
    assert_int_equal(place.row, 8);
    assert_string_equal(canvas_cell(canvas, 8, place.column + place.width - 1)->text, "▶");
    canvas_free(canvas);
    options_free(options);
    hanoi_rules.free(position);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_boards_agree_with_the_rules),
        cmocka_unit_test(verify_refuses_a_wrong_answer),
        cmocka_unit_test(shares_are_counted_right),
        cmocka_unit_test(random_positions_survive_text),
        cmocka_unit_test(the_mouse_moves_discs),
        cmocka_unit_test(listed_pegs_are_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
