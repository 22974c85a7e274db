/* Which part of a large board the player sees: on random boards and screens, against what must hold
 * of any view. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/random.h"
#include "cli/play/view.h"

enum { SEED = 20, ROUNDS = 20000 };

static int between(struct random *random, int low, int high) {
    return low + (int)random_below(random, (uint64_t)(high - low + 1));
}

/* A board of a head, cells and a foot, with the cursor on a cell. */
static struct play_place random_place(struct random *random, int *characters) {
    struct play_place place = {.top = between(random, 0, 12),
                               .left = between(random, 0, 20),
                               .width = between(random, 1, 4)};
    int rows = between(random, 1, 60), columns = between(random, 1, 60);
    place.row = place.top + between(random, 0, rows - 1);
    place.column = place.left + place.width * between(random, 0, columns - 1);
    place.bottom = place.top + rows;
    place.end = place.bottom + between(random, 0, 4);
    *characters = place.left + columns * place.width;
    return place;
}

/* How often a character of the canvas is on the screen. */
static int times_seen(const struct play_view *view, int line, int character) {
    int seen = 0, at_line, at_character;
    for (int row = 0; row < view->lines.room; row++)
        for (int column = 0; column < view->characters.room; column++)
            if (play_view_find(view, row, column, &at_line, &at_character))
                seen += at_line == line && at_character == character;
    return seen;
}

static void the_cursor_is_seen_once(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, SEED);
    for (int i = 0; i < ROUNDS / 20; i++) {
        struct play_view view = {0};
        int characters;
        struct play_place place = random_place(&random, &characters);
        int rows = between(&random, 8, 50), columns = between(&random, 20, 100);
        view.lines.at = between(&random, -80, 80);
        view.characters.at = between(&random, -250, 250);
        play_view_fit(&view, rows, columns, characters, &place);
        play_view_follow(&view, &place);
        for (int part = 0; part < place.width; part++)
            assert_int_equal(times_seen(&view, place.row, place.column + part), 1);
    }
}

/* Lines are seen in their order, none twice, none from beyond the canvas; as many as there is room
 * for; the last of them at both ends of what can be reached. */
static void lines_are_in_order(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, SEED);
    for (int i = 0; i < ROUNDS; i++) {
        struct play_view view = {0};
        int characters, line = -1, character, seen = 0, before = -1;
        struct play_place place = random_place(&random, &characters);
        int rows = between(&random, 0, 50);
        view.lines.at = between(&random, -80, 80);
        play_view_fit(&view, rows, 80, characters, &place);
        for (int row = 0; row < rows; row++, before = line) {
            if (!play_view_find(&view, row, 0, &line, &character))
                break;
            assert_true(line > before);
            assert_true(line < place.end);
            seen++;
        }
        assert_int_equal(seen, rows < place.end ? rows : place.end);
    }
}

static bool line_is_seen(const struct play_view *view, int wanted) {
    int line, character;
    for (int row = 0; row < view->lines.room; row++)
        if (play_view_find(view, row, 0, &line, &character) && line == wanted)
            return true;
    return false;
}

/* Scrolling by hand can show every part of the board. */
static void every_line_can_be_reached(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, SEED);
    for (int i = 0; i < ROUNDS / 100; i++) {
        int characters;
        struct play_place place = random_place(&random, &characters);
        int rows = between(&random, 4, 50);
        for (int line = 0; line < place.end; line++) {
            bool seen = false;
            for (int at = -80; at <= 80 && !seen; at++) {
                struct play_view view = {.lines.at = at};
                play_view_fit(&view, rows, 80, characters, &place);
                seen = line_is_seen(&view, line);
            }
            assert_true(seen);
        }
    }
}

static void expect_at(const struct play_view *view, int row, int column, int line, int character) {
    int at_line, at_character;
    assert_true(play_view_find(view, row, column, &at_line, &at_character));
    assert_int_equal(at_line, line);
    assert_int_equal(at_character, character);
}

/* 3 lines of clues, 40 rows, 2 lines of remarks; 5 characters of clues, 50 columns of 2. */
static void clues_and_remarks_stay(void **state) {
    (void)state;
    struct play_place place = {
        .row = 42, .column = 103, .width = 2, .top = 3, .left = 5, .bottom = 43, .end = 45};
    struct play_view view = {0};
    play_view_fit(&view, 20, 60, 105, &place);
    expect_at(&view, 4, 7, 4, 7); /* nothing was moved yet */
    play_view_follow(&view, &place);
    expect_at(&view, 0, 0, 0, 0);
    expect_at(&view, 2, 4, 2, 4);
    expect_at(&view, 17, 59, 42, 104); /* the last cell in the corner */
    expect_at(&view, 3, 5, 28, 50);
    expect_at(&view, 18, 0, 43, 0); /* remarks are not moved to the side */
    expect_at(&view, 19, 30, 44, 30);
    place.row = 30; /* is seen: nothing moves */
    play_view_follow(&view, &place);
    expect_at(&view, 3, 5, 28, 50);
    place.row = 10; /* with a line before it */
    play_view_follow(&view, &place);
    expect_at(&view, 3, 5, 9, 50);
}

/* A head that is larger than half of the screen shows its end, and the rest by hand. */
static void a_large_head_is_cut(void **state) {
    (void)state;
    struct play_place place = {.row = 15, .width = 1, .top = 15, .bottom = 40, .end = 40};
    struct play_view view = {0};
    play_view_fit(&view, 10, 80, 50, &place);
    play_view_follow(&view, &place);
    expect_at(&view, 0, 0, 10, 0);
    expect_at(&view, 5, 0, 15, 0);
    view.lines.at = -100;
    play_view_fit(&view, 10, 80, 50, &place);
    expect_at(&view, 0, 0, 0, 0);
    expect_at(&view, 9, 0, 9, 0);
}

static void a_small_board_stands_still(void **state) {
    (void)state;
    struct play_place place = {.row = 9, .width = 1, .top = 2, .left = 3, .bottom = 8, .end = 10};
    struct play_view view = {.lines.at = 3, .characters.at = -4};
    int line, character;
    play_view_fit(&view, 10, 20, 20, &place);
    play_view_follow(&view, &place);
    for (int row = 0; row < 10; row++)
        expect_at(&view, row, row, row, row);
    play_view_fit(&view, 12, 20, 20, &place);
    assert_false(play_view_find(&view, 10, 0, &line, &character)); /* below the board */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cursor_is_seen_once),   cmocka_unit_test(lines_are_in_order),
        cmocka_unit_test(every_line_can_be_reached), cmocka_unit_test(clues_and_remarks_stay),
        cmocka_unit_test(a_large_head_is_cut),       cmocka_unit_test(a_small_board_stands_still),
    };
    return cmocka_run_group_tests_name("play_view", tests, NULL, NULL);
}
