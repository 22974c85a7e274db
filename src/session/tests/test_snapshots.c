/* What going back costs, in moves that are played again and in memory. The puzzle here is a
 * counter: a move adds one, takes a state of the search and is counted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/mem.h"
#include "base/random.h"
#include "session/session.h"
#include "session/snapshots.h"

struct counter {
    size_t value;
    size_t bytes; /* that the position pretends to take */
    struct tally *tally;
};

struct tally {
    size_t moves, copies; /* moves that were played, copies that exist */
    size_t most;          /* copies at any time */
};

static struct position *copy(const struct position *position) {
    struct counter *made = mem_copy(position, sizeof *made);
    struct tally *tally = made->tally;
    tally->copies++;
    tally->most = tally->copies > tally->most ? tally->copies : tally->most;
    return (struct position *)made;
}

static void release(struct position *position) {
    ((struct counter *)position)->tally->copies--;
    free(position);
}

static size_t bytes(const struct position *position) {
    return ((const struct counter *)position)->bytes;
}

static qd_status move(struct position *position, const char *move, qd_control *control,
                      struct refusal *refusal) {
    struct counter *counter = (struct counter *)position;
    (void)move, (void)refusal;
    if (control && !control_spend(control, 1))
        return QD_LIMIT;
    counter->value++;
    counter->tally->moves++;
    return QD_YES;
}

static const struct puzzle_rules rules = {
    .copy = copy, .free = release, .bytes = bytes, .move = move};
static const struct puzzle counting = {.name = "counting", .rules = &rules};

static struct session *begin(size_t size, struct tally *tally) {
    struct counter *start = MEM_NEW(struct counter);
    *start = (struct counter){.bytes = size, .tally = tally};
    tally->copies = 1;
    return session_start_from(&counting, (struct position *)start);
}

static void play(struct session *session, size_t count) {
    for (size_t i = 0; i < count; i++)
        assert_int_equal(session_move(session, "+", NULL, NULL), QD_YES);
}

static size_t value(const struct session *session) {
    return ((const struct counter *)session_position(session))->value;
}

static void a_long_game_has_few_snapshots(void **state) {
    (void)state;
    struct tally tally = {0};
    struct session *session = begin(8, &tally);
    play(session, 100000);
    assert_in_range(tally.most, 10, 30);
    assert_int_equal(tally.moves, 100000);
    session_free(session);
    assert_int_equal(tally.copies, 0);
}

/* Replaying everything for each would be 50 million moves. */
static void going_back_one_by_one_replays_few_moves(void **state) {
    (void)state;
    enum { MOVES = 10000 };
    struct tally tally = {0};
    struct session *session = begin(8, &tally);
    play(session, MOVES);
    tally.moves = 0;
    for (size_t i = MOVES; i-- > 0;) {
        assert_int_equal(session_undo(session, NULL), QD_YES);
        assert_int_equal(value(session), i);
    }
    assert_in_range(tally.moves, MOVES, 20 * MOVES);
    assert_in_range(tally.most, 10, 30);
    session_free(session);
}

static void many_moves_are_taken_back_at_once(void **state) {
    (void)state;
    enum { MOVES = 10000 };
    struct tally tally = {0};
    struct session *session = begin(8, &tally);
    play(session, MOVES);
    assert_int_equal(session_rewind(session, MOVES + 1, NULL), QD_NO);
    assert_int_equal(value(session), MOVES);
    tally.moves = 0;
    assert_int_equal(session_rewind(session, MOVES, NULL), QD_YES);
    assert_int_equal(tally.moves, 0);
    assert_int_equal(session_redo_count(session), MOVES);
    for (size_t i = 1; i <= MOVES; i++)
        assert_int_equal(session_redo(session, NULL), QD_YES);
    assert_int_equal(value(session), MOVES);
    tally.moves = 0;
    assert_int_equal(session_rewind(session, MOVES / 3, NULL), QD_YES);
    assert_int_equal(value(session), MOVES - MOVES / 3);
    assert_in_range(tally.moves, 0, MOVES / 3);
    session_free(session);
}

/* At most as much as the budget, however large a position is. */
static void large_positions_have_a_budget(void **state) {
    (void)state;
    static const size_t sizes[] = {1000, 100000, 600000, 5000000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct tally tally = {0};
        struct session *session = begin(sizes[i], &tally);
        play(session, 20000);
        assert_true(session_bytes(session) > 2 * sizes[i]);
        assert_in_range(session_bytes(session), 0, 2 * sizes[i] + SNAPSHOTS_BYTES + 2000000);
        for (size_t back = 0; back < 20; back++)
            assert_int_equal(session_undo(session, NULL), QD_YES);
        assert_int_equal(value(session), 20000 - 20);
        session_free(session);
    }
}

static void any_way_through_a_game(void **state) {
    (void)state;
    struct random random;
    struct tally tally = {0};
    struct session *session = begin(50000, &tally);
    size_t expected = 0;
    random_seed(&random, 3);
    for (int i = 0; i < 3000; i++) {
        size_t count = (size_t)random_below(&random, random_below(&random, 20) ? 20 : 2000);
        if (random_below(&random, 2)) {
            play(session, count);
            expected += count;
        } else if (session_rewind(session, count, NULL) == QD_YES)
            expected -= count;
        assert_int_equal(value(session), expected);
        assert_int_equal(session_moves(session)->count, expected);
    }
    session_free(session);
}

static void a_limit_leaves_undo_and_redo_undone(void **state) {
    (void)state;
    enum { MOVES = 10 };
    struct tally tally = {0};
    struct session *session = begin(8, &tally);
    qd_control *control = control_new(&(qd_limits){.nodes = MOVES / 2});
    play(session, MOVES);
    assert_int_equal(session_undo(session, control), QD_LIMIT);
    assert_int_equal(session_moves(session)->count, MOVES);
    assert_int_equal(session_redo_count(session), 0);
    assert_int_equal(value(session), MOVES);
    assert_int_equal(session_undo(session, NULL), QD_YES);
    assert_int_equal(session_redo(session, control), QD_LIMIT);
    assert_int_equal(session_redo_count(session), 1);
    assert_int_equal(value(session), MOVES - 1);
    assert_int_equal(session_redo(session, NULL), QD_YES);
    assert_int_equal(value(session), MOVES);
    control_free(control);
    session_free(session);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_long_game_has_few_snapshots),
        cmocka_unit_test(going_back_one_by_one_replays_few_moves),
        cmocka_unit_test(many_moves_are_taken_back_at_once),
        cmocka_unit_test(large_positions_have_a_budget),
        cmocka_unit_test(any_way_through_a_game),
        cmocka_unit_test(a_limit_leaves_undo_and_redo_undone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
