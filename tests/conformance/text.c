/* The description, texts, saved games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/conformance/conformance.h"

#include "base/file.h"
#include "base/mem.h"
#include "puzzles/interface/registry.h"
#include "session/collection.h"
#include "session/verbs.h"
#include "tests/support/mutate.h"

static bool is_small_word(const char *word) {
    return word && *word && strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789-_") == strlen(word);
}

/* Front ends show it as it stands, so that it spells no option. */
static bool is_one_line(const char *text) {
    return text && *text && !strpbrk(text, "\n\1\2") && !strstr(text, "--");
}

static void options_describe_themselves(const struct puzzle *puzzle) {
    struct options *options = options_new(NULL);
    for (const struct option_spec *spec = puzzle->options; spec && spec->name; spec++) {
        print_message("# %s, --%s\n", puzzle->name, spec->name);
        qd_error error = {0};
        assert_true(is_small_word(spec->name));
        assert_ptr_equal(option_find(puzzle->options, spec->name), spec);
        assert_true(is_one_line(spec->help) && spec->help[strlen(spec->help) - 1] != '.');
        assert_true(spec->kind == OPTION_FLAG || spec->argument);
        if (spec->initial && !options_set(options, spec, spec->initial, &error))
            fail_msg("%s", error.message);
    }
    options_free(options);
}

void describes_itself(const struct puzzle *puzzle) {
    assert_true(is_small_word(puzzle->name));
    assert_ptr_equal(registry_find(puzzle->name), puzzle);
    assert_true(puzzle->title && *puzzle->title);
    assert_true(is_one_line(puzzle->summary));
    assert_true(is_one_line(puzzle->moves));
    assert_true(puzzle->text && puzzle->rules);
    assert_true(puzzle->samples && puzzle->samples->name);
    assert_true(puzzle->text->formats && is_small_word(puzzle->text->formats->name));
    options_describe_themselves(puzzle);
    for (const struct shared_use *use = puzzle->shared; use && use->name; use++)
        assert_true(!use->instead || is_one_line(use->instead));
}

/* Writes in a format, reads that back and writes it again: the same bytes, the same game. */
static void expect_round_trip(const struct instance *instance, const struct session *session,
                              const struct puzzle_format *format) {
    qd_error error = {0};
    struct buf first = {0}, second = {0};
    bool own = format == instance->puzzle->text->formats;
    bool held = verb_convert(session, format->name, &first, &error);
    EXPECT(held || (!own && error.message[0]), "cannot be written as %s", format->name);
    struct session *again =
        held ? open_bytes(instance->puzzle, first.text, first.size, &error) : NULL;
    EXPECT(again || !own, "its own text: %d:%d: %s", error.line, error.column, error.message);
    if (again) {
        EXPECT(verb_convert(again, format->name, &second, &error), "%s", error.message);
        EXPECT(first.size == second.size && memcmp(first.text, second.text, first.size) == 0,
               "%s changes:\n%s\n%s", format->name, first.text, second.text);
        EXPECT(!own || session_moves(again)->count == session_moves(session)->count, "moves");
    }
    session_free(again);
    buf_free(&first);
    buf_free(&second);
}

void print_then_parse(const struct instance *instance) {
    struct session *session = open_instance(instance);
    struct random random = seeded_random();
    for (int moves = 0; moves < 3; moves++) {
        for (const struct puzzle_format *f = instance->puzzle->text->formats; f->name; f++)
            expect_round_trip(instance, session, f);
        move_at_random(instance, session, &random);
    }
    session_free(session);
}

void recognised(const struct instance *instance) {
    struct source source = {.name = "text", .data = instance->text, .size = strlen(instance->text)};
    qd_error error = {0};
    struct recognised found;
    int score;
    EXPECT(session_recognise(&source, NULL, &found, &error), "%s", error.message);
    EXPECT(found.puzzle == instance->puzzle, "taken for %s", found.puzzle->name);
    const struct puzzle_format *format = instance->puzzle->text->recognise(&source, &score);
    EXPECT(score > 0 && score <= 100, "score %d", score);
    EXPECT(format && found.format == format, "it has no format");
}

/* Opens a text that may be broken, as this puzzle and as whatever it looks like. What is accepted
 * must survive being written and read. */
static void open_broken(const struct instance *instance, const char *text, size_t size) {
    qd_error error = {0};
    char *bytes = mem_copy(text, size + 1); /* of its exact size, so that overruns are seen */
    bytes[size] = '\0';
    struct session *session = open_bytes(instance->puzzle, bytes, size, &error);
    if (session)
        expect_round_trip(instance, session, instance->puzzle->text->formats);
    else
        expect_error(instance, &error);
    session_free(session);
    error = (qd_error){0};
    session = open_bytes(NULL, bytes, size, &error);
    if (!session)
        expect_error(instance, &error);
    session_free(session);
    free(bytes);
}

/* Opens a part of a text that holds several puzzles, and compares what it is with the instance. */
static void expect_part(const struct instance *instance, struct collection *collection,
                        size_t number, const struct puzzle_format *format, const char *expected) {
    struct source part;
    qd_error error = {0};
    struct buf text = {0};
    collection_part(collection, number, &part);
    struct session *session = session_open_as(&part, &collection->recognised, NULL, NULL, &error);
    EXPECT(session, "%s, part %zu: %d:%d: %s", format->name, number, error.line, error.column,
           error.message);
    EXPECT(verb_convert(session, format->name, &text, &error), "%s", error.message);
    EXPECT(strcmp(buf_text(&text), expected) == 0, "part %zu changed:\n%s", number,
           buf_text(&text));
    buf_free(&text);
    session_free(session);
    file_close(&part);
}

/* Three of it in one file, with what the format puts between them. */
static void expect_cut(const struct instance *instance, const struct puzzle_format *format,
                       const char *text) {
    struct buf three = {0};
    buf_printf(&three, "%s%s%s%s%s", text, format->between, text, format->between, text);
    struct collection collection = {
        .whole = {.name = "three", .data = buf_text(&three), .size = three.size}};
    const struct puzzle_text *puzzle = instance->puzzle->text;
    EXPECT(puzzle->cut, "a format can be put together and not be cut");
    session_recognise(&collection.whole, instance->puzzle, &collection.recognised, NULL);
    collection.count =
        puzzle->cut(&collection.whole, collection.recognised.format, &collection.parts);
    EXPECT(collection.count == 3, "%s: not three", format->name);
    for (size_t number = 1; number <= 3; number++)
        expect_part(instance, &collection, number, format, text);
    free(collection.parts);
    buf_free(&three);
}

void several_in_one_text(const struct instance *instance) {
    struct session *session = open_instance(instance);
    for (const struct puzzle_format *f = instance->puzzle->text->formats; f->name; f++) {
        struct buf text = {0};
        if (f->between && verb_convert(session, f->name, &text, NULL))
            expect_cut(instance, f, buf_text(&text));
        buf_free(&text);
    }
    session_free(session);
}

void prefixes(const struct instance *instance) {
    size_t size = strlen(instance->text);
    size_t step = size / PREFIX_COUNT + 1;
    for (size_t end = 0; end < size; end += step)
        open_broken(instance, instance->text, end);
}

void mutations(const struct instance *instance) {
    print_message("# seed %llu\n", (unsigned long long)SEED);
    struct random random = seeded_random();
    size_t size = strlen(instance->text);
    char *text = mem_new(size + MUTATE_ROOM, 1);
    for (int i = 0; i < MUTATIONS; i++) {
        memcpy(text, instance->text, size);
        size_t changed = mutate(text, size, &random);
        open_broken(instance, text, changed);
    }
    free(text);
}

/* A game in progress with moves to undo and to redo. */
static struct session *random_game(const struct instance *instance) {
    struct random random = seeded_random();
    struct session *session = open_instance(instance);
    for (int i = 0; i < RANDOM_MOVES && move_at_random(instance, session, &random); i++) {
    }
    for (int i = 0; i < 5; i++)
        session_undo(session, NULL);
    return session;
}

void saved_games_come_back(const struct instance *instance) {
    struct session *session = random_game(instance);
    char *text = game_text(session);
    qd_error error = {0};
    struct session *again = open_bytes(NULL, text, strlen(text), &error);
    EXPECT(again, "%d:%d: %s", error.line, error.column, error.message);
    EXPECT(session_puzzle(again) == instance->puzzle, "another puzzle");
    char *text_again = game_text(again);
    EXPECT(strcmp(text, text_again) == 0, "the game changed:\n%s\n%s", text, text_again);
    size_t undone = session_redo_count(session);
    EXPECT(session_redo_count(again) == undone, "the undone moves are lost");
    do {
        char *now = picture_now(session);
        EXPECT(looks_like(again, now), "the positions differ");
        free(now);
    } while (session_redo(session, NULL) == QD_YES && session_redo(again, NULL) == QD_YES);
    EXPECT(session_redo_count(again) == 0, "could not redo");
    free(text);
    free(text_again);
    session_free(session);
    session_free(again);
}

void cut_games_are_refused(const struct instance *instance) {
    struct session *session = random_game(instance);
    char *text = game_text(session);
    size_t whole = strlen(text) - 1; /* the last line end is not needed */
    size_t step = whole / PREFIX_COUNT + 1;
    for (size_t size = 0; size < whole; size += step) {
        qd_error error = {0};
        char *cut = mem_copy(text, size + 1);
        cut[size] = '\0';
        struct session *opened = open_bytes(NULL, cut, size, &error);
        EXPECT(!opened, "half a game was opened");
        expect_error(instance, &error);
        free(cut);
    }
    free(text);
    session_free(session);
}
