/* A game in progress: moves, undo, redo, texts with moves in them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "base/random.h"
#include "puzzles/interface/registry.h"
#include "session/session.h"

/* ---- helpers: games of the template, whose texts are short ---- */

static const struct puzzle *lamps(void) {
    const struct puzzle *puzzle = registry_find("template");
    assert_non_null(puzzle);
    return puzzle;
}

static struct session *open_text(const char *text, const struct puzzle *as,
                                 struct session_fault *fault, qd_error *error) {
    struct source source = {.name = "game", .data = text, .size = strlen(text)};
    return session_open(&source, as, NULL, fault, error);
}

static struct session *open_good(const char *text) {
    qd_error error = {0};
    struct session *session = open_text(text, NULL, NULL, &error);
    if (!session)
        fail_msg("%d:%d: %s", error.line, error.column, error.message);
    return session;
}

/* A position as text; the caller frees it. */
static char *picture(const struct puzzle *puzzle, const struct position *position) {
    struct buf out = {0};
    struct record none = {0};
    assert_true(puzzle->text->print(position, &none, puzzle->text->formats, &out, NULL));
    return buf_take(&out);
}

static void expect_picture(const struct session *session, const char *expected) {
    char *shown = picture(session_puzzle(session), session_position(session));
    assert_string_equal(shown, expected);
    free(shown);
}

static void move_good(struct session *session, const char *move) {
    struct refusal why = {0};
    if (session_move(session, move, NULL, &why) != QD_YES)
        fail_msg("%s: %s", move, buf_text(&why.text));
    refusal_free(&why);
}

/* One of the legal moves, at random. */
static void move_random(struct session *session, struct random *random) {
    const struct puzzle *puzzle = session_puzzle(session);
    struct record legal = {0};
    puzzle->rules->moves(session_position(session), 1000, NULL, &legal);
    assert_true(legal.count > 0);
    move_good(session, legal.moves[random_below(random, legal.count)].text);
    record_free(&legal);
}

static struct random seeded(uint64_t seed) {
    print_message("# seed %llu\n", (unsigned long long)seed);
    struct random random;
    random_seed(&random, seed);
    return random;
}

/* ---- undo and redo ---- */

enum { MANY = 1000 };

static void a_thousand_moves_can_be_undone_and_redone(void **state) {
    (void)state;
    struct random random = seeded(7);
    struct session *session = open_good("lamps\n#.#\n.#.\n##.\n");
    char **pictures = mem_new(MANY + 1, sizeof *pictures);
    for (size_t i = 0; i <= MANY; i++) {
        pictures[i] = picture(lamps(), session_position(session));
        if (i < MANY)
            move_random(session, &random);
    }
    for (size_t i = MANY; i-- > 0;) {
        assert_int_equal(session_undo(session, NULL), QD_YES);
        assert_int_equal(session_moves(session)->count, i);
        assert_int_equal(session_redo_count(session), MANY - i);
        expect_picture(session, pictures[i]);
    }
    assert_int_equal(session_undo(session, NULL), QD_NO);
    for (size_t i = 1; i <= MANY; i++) {
        assert_int_equal(session_redo(session, NULL), QD_YES);
        expect_picture(session, pictures[i]);
    }
    assert_int_equal(session_redo(session, NULL), QD_NO);
    for (size_t i = 0; i <= MANY; i++)
        free(pictures[i]);
    free(pictures);
    session_free(session);
}

/* Moves, undos and redos in any order, against a plain list of moves that is played from the start
 * each time. */
static void any_order_agrees_with_playing_from_the_start(void **state) {
    (void)state;
    struct random random = seeded(11);
    struct session *session = open_good("lamps\n.##.\n#...\n");
    struct position *start = lamps()->rules->copy(session_start(session));
    size_t back = 0; /* over a snapshot, which are 16 moves apart at the end of a game */
    for (int i = 0; i < 3000; i++) {
        uint64_t choice = random_below(&random, 10), few = i / 250 % 2 ? 2 : 6;
        size_t before = session_moves(session)->count;
        if (choice < few)
            move_random(session, &random);
        else if (choice < 8)
            session_undo(session, NULL);
        else
            session_redo(session, NULL);
        back += session_moves(session)->count < before && before % 16 == 0;
        if (i % 16 == 0 || before % 16 < 2)
            session_check(session);
        struct position *replayed = lamps()->rules->copy(start);
        const struct record *moves = session_moves(session);
        for (size_t m = 0; m < moves->count; m++)
            assert_int_equal(lamps()->rules->move(replayed, moves->moves[m].text, NULL, NULL),
                             QD_YES);
        char *expected = picture(lamps(), replayed);
        expect_picture(session, expected);
        free(expected);
        lamps()->rules->free(replayed);
    }
    assert_true(back > 20);
    lamps()->rules->free(start);
    session_free(session);
}

static void a_new_move_forgets_what_was_undone(void **state) {
    (void)state;
    struct session *session = open_good("lamps\n...\n...\n");
    move_good(session, "A1");
    move_good(session, "A2");
    assert_int_equal(session_undo(session, NULL), QD_YES);
    assert_int_equal(session_redo_count(session), 1);
    move_good(session, "B3");
    assert_int_equal(session_redo_count(session), 0);
    assert_int_equal(session_redo(session, NULL), QD_NO);
    assert_int_equal(session_moves(session)->count, 2);
    assert_string_equal(session_moves(session)->moves[1].text, "B3");
    session_free(session);
}

static void refused_moves_change_nothing(void **state) {
    (void)state;
    struct session *session = open_good("lamps\n#..\n");
    move_good(session, "A2");
    move_good(session, "A1");
    assert_int_equal(session_undo(session, NULL), QD_YES);
    char *before = picture(lamps(), session_position(session));
    char longest[MOVE_LIMIT + 2];
    memset(longest, 'A', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    const char *const bad[] = {"", "A", "A0", "A4", "B1", "a1", "A11", " A1", "\xff\xfe", longest};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct refusal why = {0};
        assert_int_equal(session_move(session, bad[i], NULL, &why), QD_NO);
        assert_true(why.text.size > 0);
        assert_int_equal(strstr(buf_text(&why.text), "a move has at most") != NULL,
                         bad[i] == longest);
        assert_int_equal(session_redo_count(session), 1);
        assert_int_equal(session_moves(session)->count, 1);
        expect_picture(session, before);
        refusal_free(&why);
    }
    free(before);
    session_free(session);
}

static void the_start_stays(void **state) {
    (void)state;
    struct session *session = open_good("lamps\n###\n");
    assert_false(session_solved(session));
    move_good(session, "A2");
    assert_true(session_solved(session));
    char *start = picture(lamps(), session_start(session));
    assert_string_equal(start, "lamps\n###\n");
    free(start);
    assert_int_equal(session_undo(session, NULL), QD_YES);
    assert_false(session_solved(session));
    session_free(session);
    session_free(NULL);
}

/* ---- texts ---- */

static void listed_moves_are_played(void **state) {
    (void)state;
    struct session *session = open_good("lamps\n###\nmoves: A1 A2\n");
    assert_ptr_equal(session_puzzle(session), lamps());
    assert_int_equal(session_moves(session)->count, 2);
    expect_picture(session, "lamps\n##.\n");
    assert_int_equal(session_undo(session, NULL), QD_YES);
    expect_picture(session, "lamps\n..#\n");
    session_free(session);
}

static const char faulty[] = "lamps\n###\nmoves: A1 A2\nmoves:  A9 A3\n";

static void a_faulty_list_is_an_error_at_its_place(void **state) {
    (void)state;
    qd_error error = {0};
    assert_null(open_text(faulty, NULL, NULL, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_int_equal(error.line, 4);
    assert_int_equal(error.column, 9);
    assert_non_null(strstr(error.message, "move 3, 'A9': "));
    assert_null(open_text(faulty, NULL, NULL, NULL));
}

static void a_faulty_list_can_be_kept_up_to_the_fault(void **state) {
    (void)state;
    qd_error error = {0};
    struct session_fault fault = {0};
    struct session *session = open_text(faulty, NULL, &fault, &error);
    assert_non_null(session);
    assert_true(fault.found);
    assert_int_equal(fault.number, 3);
    assert_string_equal(fault.move, "A9");
    assert_true(fault.refusal.text.size > 0);
    assert_int_equal(fault.error.line, 4);
    assert_int_equal(fault.error.column, 9);
    assert_int_equal(session_moves(session)->count, 2);
    session_fault_free(&fault);
    session_free(session);
}

static void overlong_moves_are_cut_in_the_fault(void **state) {
    (void)state;
    struct buf text = {0};
    buf_add(&text, "lamps\n#\nmoves: ");
    for (int i = 0; i < 1000; i++)
        buf_char(&text, 'A');
    struct session_fault fault = {0};
    struct session *session = open_text(text.text, NULL, &fault, NULL);
    assert_non_null(session);
    assert_true(fault.found);
    assert_int_equal(strlen(fault.move), MOVE_LIMIT);
    session_fault_free(&fault);
    session_free(session);
    buf_free(&text);
}

static void expect_unopened(const char *text, const char *says) {
    qd_error error = {0};
    assert_null(open_text(text, NULL, NULL, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_int_equal(error.line, 1);
    if (!strstr(error.message, says))
        fail_msg("'%s' does not say '%s'", error.message, says);
}

static void unknown_texts_are_refused(void **state) {
    (void)state;
    expect_unopened("", "empty");
    expect_unopened("Dear reader,\nthis is a letter.\n", "cannot tell which puzzle this is");
    expect_unopened("\xff\xfe\xfd", "cannot tell which puzzle this is");
}

static void the_puzzle_can_be_named(void **state) {
    (void)state;
    qd_error error = {0};
    struct session *session = open_text("lamps\n#\n", lamps(), NULL, &error);
    assert_non_null(session);
    session_free(session);
    assert_null(open_text("lights\n#\n", lamps(), NULL, &error));
    assert_string_equal(error.message, "the first line must be 'lamps'");
}

/* ---- limits ---- */

/* In Flows it takes a search to see that this move is not legal. */
static const char searched[] = "flows\nradius: 3\nplayers: 3\nseats: 0 2 4\nboard:\n"
                               "        .   2S  .   0NW\n"
                               "      2S  .   0SW 0SW 3S\n"
                               "    1NW .   .   .   .   .\n"
                               "  .   .   .   .   3S  .   .\n"
                               "    3SW 0SW 1S  3S  .   2NW\n"
                               "      .   3S  0S  3S  .\n"
                               "        .   .   .   1SE\n";
static const char hard_move[] = "P3C1T3S";

static struct session *open_within(const char *text, qd_limits limits, struct session_fault *fault,
                                   qd_error *error) {
    struct source source = {.name = "text", .data = text, .size = strlen(text)};
    qd_control *control = control_new(&limits);
    struct session *session = session_open(&source, NULL, control, fault, error);
    control_free(control);
    return session;
}

static void a_limit_leaves_a_move_undecided(void **state) {
    (void)state;
    struct session *session = open_within(searched, (qd_limits){0}, NULL, NULL);
    qd_control *control = control_new(&(qd_limits){.nodes = 1});
    struct refusal refusal = {0};
    assert_int_equal(session_move(session, hard_move, control, &refusal), QD_LIMIT);
    assert_int_equal(session_move(session, hard_move, control, NULL), QD_LIMIT);
    assert_int_equal(refusal.text.size, 0);
    assert_int_equal(session_moves(session)->count, 0);
    assert_int_equal(session_move(session, hard_move, NULL, &refusal), QD_NO);
    assert_true(refusal.text.size > 0 && refusal.fields);
    session_check(session);
    refusal_free(&refusal);
    control_free(control);
    session_free(session);
}

/* A text whose moves cannot be decided is not opened: not even for a check, which would have to say
 * that they are right or wrong. */
static void a_limit_ends_the_opening(void **state) {
    (void)state;
    struct buf text = {0};
    struct session_fault fault = {0};
    qd_error error = {0};
    buf_printf(&text, "%smoves: %s\n", searched, hard_move);
    assert_null(open_within(text.text, (qd_limits){.nodes = 1}, &fault, &error));
    assert_false(fault.found);
    assert_int_equal(error.status, QD_LIMIT);
    assert_int_equal(error.line, 13);
    assert_non_null(strstr(error.message, "move 1, 'P3C1T3S': a limit was reached"));
    assert_null(open_within(text.text, (qd_limits){.nodes = 1}, NULL, NULL));
    struct session *session = open_within(text.text, (qd_limits){0}, &fault, &error);
    assert_true(session && fault.found);
    session_free(session);
    session_fault_free(&fault);
    buf_free(&text);
}

/* Whether this game goes on takes a search, though no move is listed. */
static void a_limit_ends_the_reading(void **state) {
    (void)state;
    static const char code[] = "axes=012 radius=3 .H.G.GXXEVJ.O.X...H.....OA..X.U.E.U.G\n";
    qd_error error = {0};
    assert_null(open_within(code, (qd_limits){.nodes = 1}, NULL, &error));
    assert_int_equal(error.status, QD_LIMIT);
    assert_non_null(strstr(error.message, "whether the game goes on"));
    assert_null(open_within(code, (qd_limits){.nodes = 1}, NULL, NULL));
    struct session *session = open_within(code, (qd_limits){0}, NULL, &error);
    assert_non_null(session);
    session_free(session);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thousand_moves_can_be_undone_and_redone),
        cmocka_unit_test(any_order_agrees_with_playing_from_the_start),
        cmocka_unit_test(a_new_move_forgets_what_was_undone),
        cmocka_unit_test(refused_moves_change_nothing),
        cmocka_unit_test(the_start_stays),
        cmocka_unit_test(listed_moves_are_played),
        cmocka_unit_test(a_faulty_list_is_an_error_at_its_place),
        cmocka_unit_test(a_faulty_list_can_be_kept_up_to_the_fault),
        cmocka_unit_test(overlong_moves_are_cut_in_the_fault),
        cmocka_unit_test(unknown_texts_are_refused),
        cmocka_unit_test(the_puzzle_can_be_named),
        cmocka_unit_test(a_limit_leaves_a_move_undecided),
        cmocka_unit_test(a_limit_ends_the_opening),
        cmocka_unit_test(a_limit_ends_the_reading),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
