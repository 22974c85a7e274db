/* Texts: what is read and written again, comments, recognition; records of random games lead to the
 * same end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "puzzles/flows/format/format.h"
#include "puzzles/flows/model/decide.h"
#include "puzzles/flows/tests/flows_same.h"
#include "puzzles/flows/tests/flows_texts.h"
#include "tests/support/puzzle_texts.h"

enum { SEED = 20261117 };

static void expect_rewritten(const char *text, int format, const char *expected) {
    char *again = flows_rewritten(text, format);
    assert_string_equal(again, expected);
    free(again);
}

/* ---- what is read ---- */

static void a_record_comes_back(void **state) {
    (void)state;
    static const char text[] = "flows\n"
                               "radius: 3\n"
                               "players: 2\n"
                               "seats: 0 1\n"
                               "; Anna against Ben\n"
                               "moves:\n"
                               "P1D4T2NW  ; the middle\n"
                               "P2C3T0S\n"
                               "P1B3T1S P2B4T3S\n";
    expect_rewritten(text, 0, text);
}

/* Whatever the case, the order and the layout. */
static void a_record_is_made_canonical(void **state) {
    (void)state;
    expect_rewritten("\xef\xbb\xbf# a comment\r\n"
                     "FLOWS\r\n"
                     "\r\n"
                     "Seats: 4,5 ,0\r\n"
                     "  radius :3\r\n"
                     "moves: p1d4t2se,P2C3T0N;first round\r\n"
                     "P3B3T1S\r\n",
                     0,
                     "flows\n"
                     "radius: 3\n"
                     "players: 3\n"
                     "seats: 4 5 0\n"
                     "; a comment\n"
                     "moves:\n"
                     "P1D4T2NW P2C3T0N  ; first round\n"
                     "P3B3T1S\n");
}

static void all_fields_come_back(void **state) {
    (void)state;
    static const char text[] = "flows\n"
                               "radius: 2\n"
                               "players: 6\n"
                               "seats: 3 4 5 0 1 2\n"
                               "tiles: 9 8 7 6\n"
                               "legality: left\n"
                               "supermove: double anyone\n"
                               "seed: 18446744073709551615\n"
                               "resigned: 1\n"
                               "turn: 5\n"
                               "next: 0\n"
                               "hand: 3 carried\n"
                               "board:\n"
                               "      .   .   .\n"
                               "    .   0S  .   .\n"
                               "  .   .   1NW .   .\n"
                               "    .   .   3SW .\n"
                               "      .   .   2NW\n";
    expect_rewritten(text, 0, text);
    expect_rewritten(text, 1, text);
    static const char code[] = "axes=012 radius=2 seats=3,4,5,0,1,2 tiles=9,8,7,6 legality=left "
                               "supermove=double,anyone seed=18446744073709551615 resigned=1 "
                               "turn=5 next=0 hand=3,carried ..O..T...I...A.....\n";
    expect_rewritten(text, 2, code);
    expect_rewritten(code, 2, code);
    expect_rewritten(code, 0, text);
}

static void codes_say_little(void **state) {
    (void)state;
    static const char code[] =
        "axes=01 radius=3 SMRUCOO.OMLSCNAVUKBBQFGGJTLTMHHDSVOEH ; comments are read over\n";
    /* S is T3 unturned, V is T3 turned by three: by one */
    char *again = flows_rewritten(code, 2);
    assert_string_equal(again, "axes=01 radius=3 SMOSCOO.OMLSCNATSKBBNCGGJTLTMHHASTOBH\n");
    free(again);
    expect_rewritten("radius=1 .......", 2, "axes=01 radius=1 .......\n");
    expect_rewritten("axes=12 radius=1 .......", 2, "axes=12 radius=1 .......\n");
    expect_rewritten("axes=012 radius=1 .......", 2, "axes=012 radius=1 .......\n");
    expect_rewritten("axes=0 radius=1 .......", 2, "axes=0 radius=1 .......\n");
    expect_rewritten("axes=02 players=4 radius=1 .......", 2,
                     "axes=02 radius=1 seats=0,2,3,5 .......\n");
}

/* What is reached is written, not where it began. */
static void moves_lead_to_the_diagram(void **state) {
    (void)state;
    static const char text[] = "flows\nradius: 1\nseats: 0 1\nmoves: P1B2T1S P2A1T0N\n";
    expect_rewritten(text, 1,
                     "flows\n"
                     "radius: 1\n"
                     "players: 2\n"
                     "seats: 0 1\n"
                     "board:\n"
                     "    .   .\n"
                     "  .   1S  0SW\n"
                     "    .   .\n");
    expect_rewritten(text, 2, "axes=01 radius=1 ...GB..\n");
}

/* ---- comments ---- */

static void comments_keep_their_place(void **state) {
    (void)state;
    expect_rewritten("flows ; a\n"
                     "; b\n"
                     "seats: 0 1 ; c\n"
                     ";\n"
                     "moves: ; d\n"
                     "P1T1 ; drawn\n"
                     "P1D4T1S ; e\n"
                     "; f\n"
                     "P2C3T0N P2-resign # g\n",
                     0,
                     "flows\n"
                     "radius: 3\n"
                     "players: 2\n"
                     "seats: 0 1\n"
                     "; a\n"
                     "; b\n"
                     "; c\n"
                     "; d\n"
                     "; drawn\n"
                     "moves:\n"
                     "P1T1 P1D4T1S  ; e\n"
                     "; f\n"
                     "P2C3T0S P2-resign  ; g\n");
}

/* What was said of moves that are not there tells its turn. */
static void later_comments_tell_their_turn(void **state) {
    (void)state;
    static const char text[] = "flows\n"
                               "radius: 3\n"
                               "players: 2\n"
                               "seats: 0 1\n"
                               "; [turn x] no number\n"
                               "moves:\n"
                               "P1D4T1S  ; here\n"
                               "; [turn 7] seventh\n"
                               "; [turn 20] twentieth\n";
    expect_rewritten(text, 0, text);
    expect_rewritten("flows\n"
                     "; [turn 20] twentieth\n"
                     "; [turn 7] seventh\n"
                     "; [turn 1001] too far\n"
                     "; [turn 0] first\n"
                     "moves: P1D4T1S ; [turn 1] here\n",
                     0,
                     "flows\n"
                     "radius: 3\n"
                     "players: 2\n"
                     "seats: 0 1\n"
                     "; [turn 1001] too far\n"
                     "; first\n"
                     "moves:\n"
                     "P1D4T1S  ; here\n"
                     "; [turn 7] seventh\n"
                     "; [turn 20] twentieth\n");
    /* A position in the middle keeps what is still to come. */
    expect_rewritten("flows ; before\nmoves: P1D4T1S ; now\n; [turn 2] then\n", 1,
                     "flows\n"
                     "radius: 3\n"
                     "players: 2\n"
                     "seats: 0 1\n"
                     "board:\n"
                     "        .   .   .   .\n"
                     "      .   .   .   .   .\n"
                     "    .   .   .   .   .   .\n"
                     "  .   .   .   1S  .   .   .\n"
                     "    .   .   .   .   .   .\n"
                     "      .   .   .   .   .\n"
                     "        .   .   .   .\n"
                     "; now\n"
                     "; [turn 2] then\n");
}

/* ---- recognising, cutting ---- */

static void texts_are_recognised(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int score;
    } texts[] = {
        {"flows\n", 100},
        {" ; hello\nFlows: no\n", 0},
        {"flowers\n", 0},
        {"axes=01 ...", 95},
        {"radius=2 x", 95},
        {"width=5\n", 0},
        {"P1D4T2SE\nP2C3T0N", 70},
        {"P1E10T2SE", 70},
        {"P1 2 3 4 5 6", 0},
        {"", 0},
        {"; only a comment\n# so\n", 0},
        {"3 2 1 | |", 0},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct source source = {
            .name = "text", .data = texts[i].text, .size = strlen(texts[i].text)};
        int score = text_sureness(&flows_text, &source);
        if (score != texts[i].score)
            fail_msg("'%s': %d", texts[i].text, score);
    }
}

static void lists_of_codes_are_cut(void **state) {
    (void)state;
    static const char text[] = "; three\n"
                               "radius=1 .......\n"
                               "\n"
                               "radius=1 G......  ; the second\r\n"
                               "radius=1 H......";
    struct source source = {.name = "text", .data = text, .size = sizeof text - 1};
    struct source_part *parts = NULL;
    assert_int_equal(text_cut(&flows_text, &source, &parts), 3);
    static const int before[] = {1, 3, 4};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(parts[i].lines_before, before[i]);
        assert_memory_equal(text + parts[i].from, "radius=1 ", 9);
    }
    free(parts);
    source = (struct source){.name = "text", .data = "radius=1 .......\n", .size = 17};
    assert_int_equal(text_cut(&flows_text, &source, &parts), 0);
    source = (struct source){.name = "text", .data = "flows\nseats: 0 1\n", .size = 17};
    assert_int_equal(text_cut(&flows_text, &source, &parts), 0);
}

/* ---- whole games ---- */

static void expect_same_end(const char *text, const struct flows_game *end) {
    struct record moves = {0};
    struct refusal why = {0};
    struct position *position = flows_must_parse(text, &moves);
    for (size_t i = 0; i < moves.count; i++)
        if (flows_rules.move(position, moves.moves[i].text, NULL, &why) != QD_YES)
            fail_msg("%s: %s\n%s", moves.moves[i].text, buf_text(&why.text), text);
    flows_expect_same(&position->game, end);
    flows_rules.free(position);
    record_free(&moves);
}

/* The position is written and read in all three formats. */
static void expect_position_back(const struct position *position) {
    for (int format = 0; format < 3; format++) {
        char *text = flows_print(position, &(struct record){0}, format);
        expect_same_end(text, &position->game);
        free(text);
    }
}

static void play_and_record(struct random *random, unsigned *moves_made) {
    static struct flows_move moves[FLOWS_MOST_MOVES];
    struct flows_setup setup;
    struct record record = {0};
    struct position *start = flows_position_new();
    flows_setup_start(&setup, 1 + (unsigned)random_below(random, 3),
                      2 + (unsigned)random_below(random, 5));
    flows_setup_seats(&setup, random);
    setup.seeded = random_below(random, 2);
    setup.seed = setup.seeded ? random_bits(random) : 0;
    setup.tiles_left = random_below(random, 2);
    setup.supermove = (uint8_t)random_below(random, 3);
    flows_game_start(&start->game, &setup);
    struct position *position = flows_rules.copy(start);
    while (position->game.outcome == FLOWS_GOES_ON) {
        size_t count = flows_game_moves(&position->game, moves, FLOWS_MOST_MOVES);
        struct flows_move move = moves[random_below(random, count)];
        if (random_below(random, 100) == 0)
            move.kind = FLOWS_RESIGN;
        struct buf text = {0};
        flows_move_add(&setup, move, &text);
        record_add(&record, text.text, 0);
        buf_free(&text);
        assert_int_equal(flows_game_play(&position->game, move, NULL, NULL), QD_YES);
        if (random_below(random, 8) == 0)
            expect_position_back(position);
        (*moves_made)++;
    }
    char *text = flows_print(start, &record, 0);
    expect_same_end(text, &position->game);
    expect_position_back(position);
    free(text);
    flows_rules.free(start);
    flows_rules.free(position);
    record_free(&record);
}

static void random_records_lead_to_the_same_end(void **state) {
    (void)state;
    struct random random;
    unsigned moves = 0;
    random_seed(&random, SEED);
    print_message("# seed %d\n", SEED);
    for (int games = 0; games < 300; games++)
        play_and_record(&random, &moves);
    print_message("# %u moves\n", moves);
    assert_true(moves > 300);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_comes_back),
        cmocka_unit_test(a_record_is_made_canonical),
        cmocka_unit_test(all_fields_come_back),
        cmocka_unit_test(codes_say_little),
        cmocka_unit_test(moves_lead_to_the_diagram),
        cmocka_unit_test(comments_keep_their_place),
        cmocka_unit_test(later_comments_tell_their_turn),
        cmocka_unit_test(texts_are_recognised),
        cmocka_unit_test(lists_of_codes_are_cut),
        cmocka_unit_test(random_records_lead_to_the_same_end),
    };
    return cmocka_run_group_tests_name("flows_text", tests, NULL, NULL);
}
