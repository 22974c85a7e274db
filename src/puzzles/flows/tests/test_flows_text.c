/* Texts: every error with its place, round trips, comments, limits; records of random games lead to
 * the same end; those of the corpus too, if QUANDARY_CORPUS says where it is. */
#include "puzzles/flows/model/decide.h"
#include "puzzles/flows/model/position.h"
#include "puzzles/flows/tests/flows_same.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "puzzles/flows/format/format.h"
#include "tests/support/puzzle_texts.h"

enum { SEED = 20261117 };

static struct position *parse(const char *text, struct record *moves, qd_error *error) {
    struct source source = {.name = "text", .data = text, .size = strlen(text)};
    return text_parse(&flows_text, &source, moves, error);
}

static struct position *must_parse(const char *text, struct record *moves) {
    qd_error error = {0};
    struct position *position = parse(text, moves, &error);
    if (!position)
        fail_msg("%d:%d: %s\n%s", error.line, error.column, error.message, text);
    return position;
}

static char *print(const struct position *start, const struct record *moves, int format) {
    struct buf out = {0};
    qd_error error = {0};
    if (!flows_text.print(start, moves, &flows_text.formats[format], &out, &error))
        fail_msg("%s", error.message);
    return buf_take(&out);
}

/* The text, read and written again in a format (0 record, 1 diagram, 2 code). */
static char *rewritten(const char *text, int format) {
    struct record moves = {0};
    struct position *position = must_parse(text, &moves);
    char *again = print(position, &moves, format);
    flows_rules.free(position);
    record_free(&moves);
    return again;
}

static void expect_rewritten(const char *text, int format, const char *expected) {
    char *again = rewritten(text, format);
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
    char *again = rewritten(code, 2);
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

/* ---- comments and limits ---- */

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

static void expect_refused(const char *text, int line, int column, const char *part) {
    qd_error error = {0};
    struct record moves = {0};
    struct position *position = parse(text, &moves, &error);
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
    flows_rules.free(must_parse(text.text, &moves));
    buf_char(&text, 'x');
    expect_refused(text.text, 2, 3, "at most 1000 bytes");
    buf_clear(&text);
    buf_add(&text, "flows\n");
    for (int i = 0; i < FLOWS_COMMENTS; i++)
        buf_add(&text, ";x\n");
    flows_rules.free(must_parse(text.text, &moves));
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
    struct position *position = must_parse(text, &moves);
    for (size_t i = 0; i < moves.count; i++)
        if (!flows_rules.move(position, moves.moves[i].text, NULL, &why) == QD_YES)
            fail_msg("%s: %s\n%s", moves.moves[i].text, buf_text(&why.text), text);
    flows_expect_same(&position->game, end);
    flows_rules.free(position);
    record_free(&moves);
}

/* The position is written and read in all three formats. */
static void expect_position_back(const struct position *position) {
    for (int format = 0; format < 3; format++) {
        char *text = print(position, &(struct record){0}, format);
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
    char *text = print(start, &record, 0);
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

/* ---- the corpus ---- */

static void corpus_codes_are_read(void **state) {
    (void)state;
    const char *corpus = getenv("QUANDARY_CORPUS");
    struct buf path = {0};
    json_error_t error;
    buf_printf(&path, "%s/flows/vectors.json", corpus ? corpus : "");
    json_t *json = corpus ? json_load_file(path.text, 0, &error) : NULL;
    buf_free(&path);
    if (!json)
        skip();
    const json_t *game, *ply;
    size_t index, number, read = 0;
    json_array_foreach(json_object_get(json, "games"), index, game) {
        int mask = (int)json_integer_value(json_object_get(game, "mask"));
        json_array_foreach(json_object_get(game, "plies"), number, ply) {
            struct buf code = {0};
            buf_printf(&code, "axes=%s%s%s radius=3 %s", mask & 1 ? "0" : "", mask & 2 ? "1" : "",
                       mask & 4 ? "2" : "", json_string_value(json_object_get(ply, "board")));
            char *again = rewritten(code.text, 2), *thrice = rewritten(again, 2);
            assert_string_equal(again, thrice);
            assert_int_equal(strlen(again), code.size + 1);
            free(again);
            free(thrice);
            buf_free(&code);
            read++;
        }
    }
    print_message("# %zu codes\n", read);
    assert_true(read > 0);
    json_decref(json);
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
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(nul_bytes_are_refused),
        cmocka_unit_test(bad_texts_are_refused),
        cmocka_unit_test(texts_are_recognised),
        cmocka_unit_test(lists_of_codes_are_cut),
        cmocka_unit_test(random_records_lead_to_the_same_end),
        cmocka_unit_test(corpus_codes_are_read),
    };
    return cmocka_run_group_tests_name("flows_text", tests, NULL, NULL);
}
