/* Saved games: everything comes back, nothing broken comes in, no file is lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/file.h"
#include "base/random.h"
#include "puzzles/interface/registry.h"
#include "session/save.h"
#include "session/session.h"
#include "tests/support/temporary.h"

/* ---- helpers ---- */

static struct session *open_text(const char *text, size_t size, struct session_fault *fault,
                                 qd_error *error) {
    struct source source = {.name = "game", .data = text, .size = size};
    return session_open(&source, NULL, NULL, fault, error);
}

static struct session *open_good(const char *text) {
    qd_error error = {0};
    struct session *session = open_text(text, strlen(text), NULL, &error);
    if (!session)
        fail_msg("%d:%d: %s", error.line, error.column, error.message);
    return session;
}

/* A game with so many moves, the last ones of them taken back. */
static struct session *game_of(int moves, int undone) {
    static const char *const names[] = {"A1", "B2", "C3", "B1", "A3"};
    struct session *session = open_good("lamps\n#.#\n...\n##.\n");
    for (int i = 0; i < moves; i++)
        assert_int_equal(session_move(session, names[i % 5], NULL, NULL), QD_YES);
    for (int i = 0; i < undone; i++)
        assert_int_equal(session_undo(session, NULL), QD_YES);
    return session;
}

static char *saved_text(const struct session *session) {
    struct buf out = {0};
    session_print(session, &out);
    return buf_take(&out);
}

/* ---- the format ---- */

static void the_format_is_pinned(void **state) {
    (void)state;
    struct session *session = game_of(3, 2);
    char *text = saved_text(session);
    assert_string_equal(text, "{\n"
                              " \"quandary_game\": 1,\n"
                              " \"puzzle\": \"template\",\n"
                              " \"start\": \"lamps\\n#.#\\n...\\n##.\\n\",\n"
                              " \"moves\": [\n"
                              "  \"A1\"\n"
                              " ],\n"
                              " \"undone\": [\n"
                              "  \"B2\",\n"
                              "  \"C3\"\n"
                              " ]\n"
                              "}\n");
    free(text);
    session_free(session);
}

static void everything_comes_back(void **state) {
    (void)state;
    static const int games[][2] = {{0, 0}, {1, 0}, {1, 1}, {40, 0}, {40, 7}, {100, 100}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct session *session = game_of(games[i][0], games[i][1]);
        char *text = saved_text(session);
        struct session *again = open_good(text);
        char *text_again = saved_text(again);
        assert_string_equal(text, text_again);
        assert_int_equal(session_redo_count(again), games[i][1]);
        while (session_redo(session, NULL) == QD_YES)
            assert_int_equal(session_redo(again, NULL), QD_YES);
        assert_int_equal(session_redo(again, NULL), QD_NO);
        char *end = saved_text(session), *end_again = saved_text(again);
        assert_string_equal(end, end_again);
        free(end);
        free(end_again);
        free(text);
        free(text_again);
        session_free(session);
        session_free(again);
    }
}

static void saved_games_are_recognised(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool is;
    } cases[] = {{"{\"quandary_game\"", true},
                 {" \n{\t\"quandary_game\": 7}", true},
                 {"{\"quandary_gam\"", false},
                 {"{", false},
                 {"", false},
                 {"lamps\n#\n", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct source source = {
            .name = "game", .data = cases[i].text, .size = strlen(cases[i].text)};
        assert_int_equal(save_recognise(&source), cases[i].is);
    }
}

/* ---- broken games ---- */

static void every_truncation_is_an_error_with_a_place(void **state) {
    (void)state;
    struct session *session = game_of(40, 3);
    char *text = saved_text(session);
    size_t whole = strlen(text) - 1; /* the last line end may be missing */
    for (size_t size = 0; size < whole; size++) {
        qd_error error = {0};
        /* A copy of just this size, so that reading beyond it is noticed. */
        char *cut = strndup(text, size);
        assert_null(open_text(cut, size, NULL, &error));
        assert_int_equal(error.status, QD_BAD_INPUT);
        assert_true(error.line >= 1);
        assert_true(error.message[0] != '\0');
        free(cut);
    }
    struct session *again = open_text(text, whole, NULL, NULL);
    assert_non_null(again);
    session_free(again);
    free(text);
    session_free(session);
}

static void wrong_games_are_refused_at_the_key(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int line;
        const char *says;
    } cases[] = {
        {"{\"quandary_game\": 2}", 1, "\"quandary_game\" must be 1"},
        {"{\"quandary_game\": \"1\"}", 1, "\"quandary_game\" must be 1"},
        {"{\"quandary_game\": 1}", 1, "\"puzzle\" must be"},
        {"{\"quandary_game\": 1,\n\"puzzle\": \"chess\"}", 2, "\"puzzle\" must be"},
        {"{\"quandary_game\": 1,\n\"puzzle\": \"template\",\n\"start\": 5}", 3,
         "\"start\" must be"},
        {"{\"quandary_game\": 1,\n\"puzzle\": \"template\",\n\"start\": \"lamps\\n#\\n\",\n"
         "\"moves\": 5}",
         4, "\"moves\" must be"},
        {"{\"quandary_game\": 1,\n\"puzzle\": \"template\",\n\"start\": \"lamps\\n#\\n\",\n"
         "\"moves\": [1]}",
         4, "\"moves\" must be"},
        {"{\"quandary_game\": 1,\n\"puzzle\": \"template\",\n\"start\": \"lamps\\n#\\n\",\n"
         "\"moves\": [],\n\"undone\": {}}",
         5, "\"undone\" must be"},
        {"{\"quandary_game\": 1,\n\"puzzle\": \"template\",\n\"start\": \"lamps\\n#\\n\",\n"
         "\"moves\": [\"A1\", \"A2\"],\n\"undone\": []}",
         4, "move 2, 'A2'"},
        {"{\"quandary_game\": 1,\n\"puzzle\": \"template\",\n\"start\": \"lamps\\n#\\n\",\n"
         "\"moves\": [\"A1\"],\n\"undone\": [\"A1\", \"\"]}",
         5, "move 2, ''"},
        {"{\"quandary_game\": 1,\n\"puzzle\": \"template\",\n\"start\": \"lamps\\n#x\\n\",\n"
         "\"moves\": [],\n\"undone\": []}",
         3, "in line 2, column 2 of \"start\": a lamp is"},
        {"{\"quandary_game\": 1,\n\"puzzle\": \"template\",\n"
         "\"start\": \"lamps\\n#\\nmoves: A1\\n\",\n\"moves\": [],\n\"undone\": []}",
         3, "lists moves of its own"},
        {"{\"quandary_game\": 1, \"quandary_game\": 1}", 1, "duplicate"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        qd_error error = {0};
        assert_null(open_text(cases[i].text, strlen(cases[i].text), NULL, &error));
        if (!strstr(error.message, cases[i].says))
            fail_msg("'%s' does not say '%s'", error.message, cases[i].says);
        assert_int_equal(error.line, cases[i].line);
        assert_string_equal(error.file, "game");
    }
}

/* The puzzle never sees it. */
static void an_overlong_move_is_no_move(void **state) {
    (void)state;
    struct buf text = {0};
    qd_error error = {0};
    buf_printf(&text,
               "{\"quandary_game\": 1, \"puzzle\": \"template\", \"start\": \"lamps\\n#\\n\", "
               "\"moves\": [\"%0*d\"], \"undone\": []}",
               MOVE_LIMIT + 1, 1);
    assert_null(open_text(text.text, text.size, NULL, &error));
    assert_non_null(strstr(error.message, "\"moves\" must be a list of moves"));
    buf_free(&text);
}

static void a_game_of_another_puzzle_is_refused(void **state) {
    (void)state;
    struct session *session = game_of(1, 0);
    char *text = saved_text(session);
    struct source source = {.name = "game", .data = text, .size = strlen(text)};
    qd_error error = {0};
    struct puzzle other = *session_puzzle(session);
    other.name = "other";
    assert_null(session_open(&source, &other, NULL, NULL, &error));
    assert_string_equal(error.message, "this is a saved game of template, not of other");
    free(text);
    session_free(session);
}

static void random_damage_never_crashes(void **state) {
    (void)state;
    const uint64_t seed = 5;
    print_message("# seed %llu\n", (unsigned long long)seed);
    struct random random;
    random_seed(&random, seed);
    struct session *session = game_of(10, 3);
    char *text = saved_text(session);
    size_t size = strlen(text);
    for (int i = 0; i < 3000; i++) {
        char *damaged = strdup(text);
        for (uint64_t changes = 1 + random_below(&random, 3); changes > 0; changes--)
            damaged[random_below(&random, size)] = (char)random_below(&random, 256);
        qd_error error = {0};
        struct session *opened = open_text(damaged, size, NULL, &error);
        if (!opened)
            assert_true(error.line >= 1 && error.message[0] != '\0');
        session_free(opened);
        free(damaged);
    }
    free(text);
    session_free(session);
}

/* ---- files ---- */

struct place {
    char folder[64], file[80];
};

static int place_make(void **state) {
    struct place *place = malloc(sizeof *place);
    *state = place;
    if (!temporary_folder(place->folder, sizeof place->folder, "save"))
        return -1;
    snprintf(place->file, sizeof place->file, "%s/game", place->folder);
    return 0;
}

/* What a killed child left beside the game is removed too. */
static int place_remove(void **state) {
    struct place *place = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", place->folder);
    int failed = system(command);
    free(place);
    return failed;
}

static void save_good(const struct session *session, const char *path) {
    qd_error error = {0};
    if (!session_save(session, path, &error))
        fail_msg("%s: %s", error.file, error.message);
}

/* Opens the saved file; returns the number of moves in it. */
static size_t moves_in(const char *path) {
    struct source source;
    qd_error error = {0};
    if (!file_read(path, &source, &error))
        fail_msg("%s: %s", error.file, error.message);
    struct session *session = session_open(&source, NULL, NULL, NULL, &error);
    if (!session)
        fail_msg("%d:%d: %s", error.line, error.column, error.message);
    size_t count = session_moves(session)->count;
    session_free(session);
    file_close(&source);
    return count;
}

static void a_failed_save_keeps_the_older_game(void **state) {
    const struct place *place = *state;
    struct session *older = game_of(3, 0), *newer = game_of(300, 0);
    save_good(older, place->file);
    void (*before)(int) = signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){.rlim_cur = 1000, .rlim_max = limit.rlim_max});
    qd_error error = {0};
    bool done = session_save(newer, place->file, &error);
    setrlimit(RLIMIT_FSIZE, &limit);
    signal(SIGXFSZ, before);
    assert_false(done);
    assert_int_equal(error.status, QD_FAILURE);
    assert_int_equal(moves_in(place->file), 3);
    save_good(newer, place->file);
    assert_int_equal(moves_in(place->file), 300);
    session_free(older);
    session_free(newer);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_format_is_pinned),
        cmocka_unit_test(everything_comes_back),
        cmocka_unit_test(saved_games_are_recognised),
        cmocka_unit_test(every_truncation_is_an_error_with_a_place),
        cmocka_unit_test(wrong_games_are_refused_at_the_key),
        cmocka_unit_test(an_overlong_move_is_no_move),
        cmocka_unit_test(a_game_of_another_puzzle_is_refused),
        cmocka_unit_test(random_damage_never_crashes),
        cmocka_unit_test_setup_teardown(a_failed_save_keeps_the_older_game, place_make,
                                        place_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
