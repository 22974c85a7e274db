/* The inside of the default solver, step by step: every state that a tree closes is held against a
 * brute force that knows the decisions made so far; trees give subproblems away at random, and
 * these are searched in any order, some of them after they were written as text and read back. All
 * on one thread, so that a seed always gives the same schedule. */
#include "puzzles/harmony/tests/harmony_bench.h"
#include "puzzles/interface/puzzle.h"

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

/* ---- text ---- */

static void expect_text(const struct tree *tree, const char *text) {
    struct subproblem root = {
        .frame = *tree->frame[0], .path = tree->path, .path_count = tree->path_count};
    struct buf again = {0};
    subproblem_print(&root, &again);
    assert_string_equal(buf_text(&again), text);
    buf_free(&again);
}

/* Searches a subproblem as another machine would: all that it has is the board and the text. */
static enum outcome search_far_away(struct bench *bench, const char *text) {
    exact_set_free(bench->team.dead);
    bench->team.dead = make_table(&bench->team, bench->engine->layout.words, 1 << 16);
    bench->give_one_in = 0;
    struct engine *engine = engine_copy(bench->engine);
    struct tree tree = {.engine = engine};
    enum outcome outcome;
    engine->complete = true;
    assert_true(subproblem_read(&tree, text, &outcome));
    assert_int_equal(outcome, BUDGET_SPENT);
    expect_text(&tree, text);
    outcome = walk_checked(bench, &tree);
    if (outcome == FOUND)
        assert_solved_by(bench, engine->trail, engine->trail_count);
    tree_free(&tree);
    engine_free(engine);
    return outcome;
}

/* One tree gives subproblems away, and each of them is searched by itself. */
static void far_away(struct bench *bench, struct sums *sums) {
    struct engine *engine = engine_copy(bench->engine);
    struct tree tree = {.engine = engine, .shares = true};
    struct subproblem *subproblem;
    struct record texts = {0};
    engine->complete = true;
    bench->give_one_in = 3;
    bool found = walk_checked(bench, &tree) == FOUND;
    while ((subproblem = take_any(bench)) != NULL) {
        struct buf text = {0};
        subproblem_print(subproblem, &text);
        record_add(&texts, buf_text(&text), 0);
        buf_free(&text);
        free(subproblem);
    }
    tree_free(&tree);
    engine_free(engine);
    for (size_t i = 0; i < texts.count; i++)
        found = search_far_away(bench, texts.moves[i].text) == FOUND || found;
    sums->read_back += (unsigned)texts.count;
    record_free(&texts);
    assert_int_equal(found, bench->solvable);
}

static void texts_lead_to_the_verdict_of_the_whole(void **state) {
    struct sums sums = {.boards = 0};
    (void)state;
    unsigned without = HARMONY_PART_ENDS | HARMONY_PART_SCORES;
    on_boards(far_away, (struct harmony_solver_options){.table_bytes = 1 << 16, .without = without},
              37, &sums);
    print_message("%u boards, %u solvable, %u subproblems\n", sums.boards, sums.solvable,
                  sums.read_back);
    assert_true(sums.read_back > 500 && sums.solvable > 20 && sums.solvable < sums.boards);
}

/* Returns true if the text is read. Then it must be the one that would be written. */
static bool try_text(const struct bench *bench, const char *text) {
    struct engine *engine = engine_copy(bench->engine);
    struct tree tree = {.engine = engine};
    enum outcome outcome;
    engine->complete = true;
    bool read = subproblem_read(&tree, text, &outcome);
    if (read && outcome == BUDGET_SPENT) {
        tree_check(&tree);
        expect_text(&tree, text);
    }
    tree_free(&tree);
    engine_free(engine);
    return read;
}

static void bad_texts(struct bench *bench, struct sums *sums) {
    static const char *const bad[] = {"",       "/",    "0",     "0/",    "/1",    "0/0",
                                      "1/1",    "0/1 ", " 0/1",  "0 /1",  "0/ 1",  "00/1",
                                      "+0/1",   "-0/1", "0/1/2", "0/999", "999/1", "0/1000",
                                      "0  0/1", "x",    "0/-1",  "0\t0/1"};
    static const char letters[] = "0123456789/ -+x";
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
        if (try_text(bench, bad[i]))
            fail_msg("'%s' is read", bad[i]);
    for (unsigned times = 0; times < 200; times++) {
        char text[12] = "";
        unsigned length = (unsigned)random_below(&bench->random, sizeof text);
        for (unsigned i = 0; i < length; i++)
            text[i] = letters[random_below(&bench->random, sizeof letters - 1)];
        sums->read_back += try_text(bench, text);
    }
    sums->read_back += try_text(bench, "0/1");
}

static void bad_texts_are_refused(void **state) {
    struct sums sums = {.boards = 0};
    (void)state;
    on_boards(bad_texts, (struct harmony_solver_options){.table_bytes = 1 << 16}, 38, &sums);
    assert_true(sums.read_back > 100);
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
        cmocka_unit_test(texts_lead_to_the_verdict_of_the_whole),
        cmocka_unit_test(bad_texts_are_refused),
        cmocka_unit_test(no_verdict_before_the_last_subproblem),
        cmocka_unit_test(restarts_and_subproblems_share_a_table),
    };
    return cmocka_run_group_tests_name("harmony_share", tests, NULL, NULL);
}
