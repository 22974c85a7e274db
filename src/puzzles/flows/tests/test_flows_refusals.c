/* Texts that are refused: every error with its place, and the limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "puzzles/flows/format/format.h"
#include "puzzles/flows/tests/flows_texts.h"
#include "tests/support/puzzle_texts.h"

static void expect_refused(const char *text, int line, int column, const char *part) {
    qd_error error = {0};
    struct record moves = {0};
    struct position *position = flows_parse(text, &moves, &error);
    if (position || error.line != line || error.column != column || !strstr(error.message, part))
        fail_msg("expected %d:%d: %s\nbut got %d:%d: %s\nof:\n%s", line, column, part, error.line,
                 error.column, position ? "nothing" : error.message, text);
    assert_int_equal(error.status, QD_BAD_INPUT);
    record_free(&moves);
}

static void limits_are_kept(void **state) {
    (void)state;
    struct buf text = {0};
    buf_add(&text, "flows\n; ");
    for (int i = 0; i < FLOWS_COMMENT; i++)
        buf_char(&text, 'x');
    struct record moves = {0};
    flows_rules.free(flows_must_parse(text.text, &moves));
    buf_char(&text, 'x');
    expect_refused(text.text, 2, 3, "at most 1000 bytes");
    buf_clear(&text);
    buf_add(&text, "flows\n");
    for (int i = 0; i < FLOWS_COMMENTS; i++)
        buf_add(&text, ";x\n");
    flows_rules.free(flows_must_parse(text.text, &moves));
    buf_add(&text, ";x\n");
    expect_refused(text.text, FLOWS_COMMENTS + 2, 2, "at most 10000 comments");
    buf_clear(&text);
    buf_add(&text, "flows\nmoves:\nP1");
    for (int i = 0; i < MOVE_LIMIT; i++)
        buf_char(&text, '1');
    expect_refused(text.text, 3, 1, "not a move");
    buf_free(&text);
}

static void nul_bytes_are_refused(void **state) {
    (void)state;
    static const char comment[] = "flows ; a\0b\n", move[] = "flows\nmoves: P1\0D4T2N\n";
    qd_error error = {0};
    struct record moves = {0};
    struct source source = {.name = "text", .data = comment, .size = sizeof comment - 1};
    assert_null(text_parse(&flows_text, &source, &moves, &error));
    assert_non_null(strstr(error.message, "NUL"));
    source = (struct source){.name = "text", .data = move, .size = sizeof move - 1};
    assert_null(text_parse(&flows_text, &source, &moves, &error));
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, 8);
    record_free(&moves);
}

/* ---- errors ---- */

static const struct {
    const char *text;
    int line, column;
    const char *part;
} bad[] = {
    {"", 1, 1, "the text is empty"},
    {"; nothing\n", 2, 1, "the text is empty"},
    {"P1D4T2SE\n", 1, 1, "the first line of a record is 'flows'"},
    {"flows now\n", 1, 7, "nothing may follow 'flows'"},
    {"flows\nseats 0 1\n", 2, 1, "expected a field"},
    {"flows\nplayer: 2\n", 2, 1, "unknown field"},
    {"flows\nradius: 3\nradius: 3\n", 3, 1, "there is already a field radius"},
    {"flows\nradius: 0\n", 2, 9, "radius: expected a number from 1 to 5"},
    {"flows\nradius: 6\n", 2, 9, "from 1 to 5"},
    {"flows\nradius: 9\n", 2, 9, "from 1 to 5"},
    {"flows\nradius: 30\n", 2, 9, "from 1 to 5"},
    {"flows\nradius: three\n", 2, 9, "from 1 to 5"},
    {"flows\nradius:\n", 2, 8, "from 1 to 5"},
    {"flows\nradius: 3 4\n", 2, 11, "radius: nothing more may follow"},
    {"flows\nplayers: 0\n", 2, 10, "players: expected a number from 1 to 6"},
    {"flows\nplayers: 7\n", 2, 10, "from 1 to 6"},
    {"flows\nseats:\n", 2, 7, "seats: expected digits from 0 to 5"},
    {"flows\nseats: 0 6\n", 2, 10, "digits from 0 to 5"},
    {"flows\nseats: 0 0\n", 2, 10, "each at most once"},
    {"flows\nseats: 0 3\n", 2, 8, "two players may not sit opposite"},
    {"flows\nseats: 0 1 3\n", 2, 8, "three players need one seat of each"},
    {"flows\nseats: 0 1 2 3\n", 2, 8, "four players need two opposite pairs"},
    {"flows\nseats: 0 4 2\n", 2, 8, "ascending order"},
    {"flows\nplayers: 3\nseats: 0 1\n", 3, 8, "there are 2 of them, but 3 players"},
    {"flows\naxes: 3\n", 2, 7, "axes: expected digits from 0 to 2"},
    {"flows\naxes: 012\nplayers: 2\n", 2, 7, "do not go with the number of players"},
    {"flows\naxes: 01\nseats: 0 2\n", 3, 8, "do not play for the axes"},
    {"flows\ntiles: 10 10 10\n", 2, 16, "tiles: expected a number from 0 to 91"},
    {"flows\ntiles: 10 10 10 92\n", 2, 17, "from 0 to 91"},
    {"flows\ntiles: 1 1 1 1 1\n", 2, 16, "nothing more"},
    {"flows\ntiles: 0 0 0 0\n", 2, 8, "at least one"},
    {"flows\nlegality: strict\n", 2, 11, "expected any (tiles) or left"},
    {"flows\nlegality: any left\n", 2, 15, "nothing more"},
    {"flows\nsupermove: yes\n", 2, 12, "expected no, double or single"},
    {"flows\nsupermove: no anyone\n", 2, 15, "nothing more"},
    {"flows\nsupermove: single us\n", 2, 19, "expected nothing more, or anyone"},
    {"flows\nseed: -1\n", 2, 7, "seed: expected a number from 0 to 18446744073709551615"},
    {"flows\nseed: 18446744073709551616\n", 2, 7, "from 0 to 18446744073709551615"},
    {"flows\nresigned: 2\n", 2, 11, "expected axes that are played, and not all"},
    {"flows\nresigned: 01\n", 2, 11, "not all of them"},
    {"flows\nturn: 1001\n", 2, 7, "turn: expected a number from 0 to 1000"},
    {"flows\nradius: 1\nturn: 0\nboard:\n. .\n. 1S .\n. .\n", 3, 7, "from 1 to 1000"},
    {"flows\nnext: 6\n", 2, 7, "next: expected a number from 0 to 5"},
    {"flows\nnext: 2\n", 2, 7, "nobody sits at that edge"},
    {"flows\nplayers: 6\nresigned: 0\nnext: 3\n", 4, 7, "team of that edge has resigned"},
    {"flows\nhand: 4\n", 2, 7, "hand: expected a number from 0 to 3"},
    {"flows\nhand: 1 held\n", 2, 9, "expected nothing more (or carried"},
    {"flows\nhand: 1 carried\n", 2, 9, "with supermove: double"},
    {"flows\ntiles: 1 0 1 1\nhand: 1\n", 3, 7, "no tile of that type is left"},
    {"flows\nboard: . .\n", 2, 8, "begin on the next line"},
    {"flows\nradius: 1\nboard:\n. .\n. . .\n", 3, 1, "has 3 rows; only 2 are here"},
    {"flows\nradius: 1\nboard:\n. .\n. . .\n. .\n. .\n", 7, 1, "3 rows, and no more"},
    {"flows\nradius: 1\nboard:\n. .\n. .\n. .\n", 5, 4, "has 3 hexes; only 2 are here"},
    {"flows\nradius: 1\nboard:\n. . .\n. . .\n. .\n", 4, 5, "has 2 hexes, and no more"},
    {"flows\nradius: 1\nboard:\n. .\n. 4S .\n. .\n", 5, 3, "expected a dot"},
    {"flows\nradius: 1\nboard:\n. .\n. 1E .\n. .\n", 5, 3, "expected a dot"},
    {"flows\nradius: 1\nboard:\n1S 1S\n1S . .\n. .\n", 5, 1, "more than 2 tiles T1"},
    {"flows\nboard:\nboard:\n", 3, 1, "there is already a board"},
    {"flows\nmoves:\nP1D4T2SE\nseed: 1\n", 4, 1, "only moves may follow"},
    {"radius=1 ......", 1, 16, "6 characters, but radius 1 has 7 hexes"},
    {"radius=1 ........", 1, 17, "8 characters, but radius 1 has 7 hexes"},
    {"radius=1 ...a...", 1, 13, "a letter from A to X"},
    {"radius=1 ...Y...", 1, 13, "a letter from A to X"},
    {"radius=1 GGG....", 1, 12, "more than 2 tiles T1"},
    {"radius=1", 1, 9, "the board is missing"},
    {"radius=1 size=2 .......", 1, 10, "unknown field"},
    {"radius=1 ....... .......", 1, 18, "nothing may follow the board"},
    {"radius=1 .......\nradius=1 .......\n", 2, 1, "a code is one line"},
    {"axes=013 .......", 1, 8, "digits from 0 to 2"},
};

static void bad_texts_are_refused(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        expect_refused(bad[i].text, bad[i].line, bad[i].column, bad[i].part);
    print_message("# %zu errors\n", sizeof bad / sizeof *bad);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(nul_bytes_are_refused),
        cmocka_unit_test(bad_texts_are_refused),
    };
    return cmocka_run_group_tests_name("flows_refusals", tests, NULL, NULL);
}
