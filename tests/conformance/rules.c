/* Moves and positions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/conformance/conformance.h"

void copies_are_independent(const struct instance *instance) {
    const struct puzzle_rules *rules = instance->puzzle->rules;
    struct session *session = open_instance(instance);
    struct position *first = rules->copy(session_position(session));
    struct position *second = rules->copy(first);
    assert_true(rules->bytes(first) > 0);
    assert_int_equal(rules->bytes(first), rules->bytes(second));
    char *before = picture(instance->puzzle, first);
    struct record legal = {0};
    rules->moves(second, 1, NULL, &legal);
    struct refusal why = {0};
    if (legal.count > 0)
        EXPECT(rules->move(second, legal.moves[0].text, NULL, &why) == QD_YES, "%s",
               legal.moves[0].text);
    refusal_free(&why);
    char *after = picture(instance->puzzle, first);
    EXPECT(strcmp(before, after) == 0, "a move on the copy changed the original");
    free(after);
    rules->free(first);
    after = picture(instance->puzzle, second); /* under a sanitizer: nothing shared was freed */
    EXPECT(legal.count == 0 || strcmp(before, after) != 0, "a move changed nothing");
    free(after);
    free(before);
    rules->free(second);
    record_free(&legal);
    session_free(session);
}

static void expect_legal(const struct instance *instance, const struct position *position,
                         const char *move) {
    const struct puzzle_rules *rules = instance->puzzle->rules;
    struct refusal why = {0};
    struct position *copy = rules->copy(position);
    EXPECT(strlen(move) > 0 && strlen(move) <= MOVE_LIMIT, "'%s' is too long", move);
    EXPECT(rules->move(copy, move, NULL, &why) == QD_YES, "%s is listed, but: %s", move,
           buf_text(&why.text));
    rules->free(copy);
    refusal_free(&why);
}

/* With a control that has ended a legal move is played or not decided, but never refused. */
static void expect_undecided_at_most(const struct instance *instance,
                                     const struct position *position, const char *move) {
    const struct puzzle_rules *rules = instance->puzzle->rules;
    struct refusal why = {0};
    struct position *copy = rules->copy(position);
    qd_control *control = control_new(NULL);
    control_stop(control);
    qd_status status = rules->move(copy, move, control, &why);
    EXPECT(status == QD_YES || status == QD_LIMIT, "%s: %s", move, buf_text(&why.text));
    char *before = picture(instance->puzzle, position), *after = picture(instance->puzzle, copy);
    EXPECT(status == QD_YES || strcmp(before, after) == 0, "%s: undecided, but played", move);
    free(before);
    free(after);
    control_free(control);
    rules->free(copy);
    refusal_free(&why);
}

static void expect_list_legal(const struct instance *instance, const struct position *position) {
    const struct puzzle_rules *rules = instance->puzzle->rules;
    struct record legal = {0}, one = {0}, none = {0};
    rules->moves(position, 1000, NULL, &legal);
    for (size_t i = 0; i < legal.count; i++) {
        expect_legal(instance, position, legal.moves[i].text);
        expect_undecided_at_most(instance, position, legal.moves[i].text);
        for (size_t other = 0; other < i; other++)
            EXPECT(strcmp(legal.moves[i].text, legal.moves[other].text) != 0, "%s is listed twice",
                   legal.moves[i].text);
    }
    rules->moves(position, 1, NULL, &one);
    EXPECT(one.count == (legal.count > 0), "%zu moves, where at most 1 was asked for", one.count);
    rules->moves(position, 0, NULL, &none);
    EXPECT(none.count == 0, "%zu moves, where none was asked for", none.count);
    record_free(&legal);
    record_free(&one);
    record_free(&none);
}

void listed_moves_are_legal(const struct instance *instance) {
    struct random random = seeded_random();
    struct session *session = open_instance(instance);
    for (int i = 0; i < 12; i++) {
        expect_list_legal(instance, session_position(session));
        if (!move_at_random(instance, session, &random))
            break;
    }
    session_free(session);
}

/* must_refuse: no puzzle could take this for a move. */
static void try_junk(const struct instance *instance, const struct position *position,
                     const char *before, const char *move, bool must_refuse) {
    const struct puzzle_rules *rules = instance->puzzle->rules;
    struct refusal why = {0};
    struct position *copy = rules->copy(position);
    bool taken = rules->move(copy, move, NULL, &why) == QD_YES;
    EXPECT(!taken || !must_refuse, "took '%s' for a move", move);
    if (!taken) {
        char *after = picture(instance->puzzle, copy);
        EXPECT(strcmp(before, after) == 0, "refused '%s', but changed", move);
        free(after);
        EXPECT(why.text.size > 0, "does not say why '%s' is refused", move);
        EXPECT(!strchr(why.text.text, '\n') && why.text.text[why.text.size - 1] != '.',
               "a clause: %s", why.text.text);
    }
    rules->free(copy);
    refusal_free(&why);
}

/* Bytes that are no characters, or any printable ones. */
static void random_junk(struct random *random, bool printable, char *junk) {
    size_t length = 1 + random_below(random, 2 * MOVE_LIMIT);
    for (size_t i = 0; i < length; i++)
        junk[i] = (char)(printable ? 0x20 + random_below(random, 0x5f)
                                   : 0x80 + random_below(random, 0x80));
    junk[length] = '\0';
}

void junk_is_no_move(const struct instance *instance) {
    struct random random = seeded_random();
    struct session *session = open_instance(instance);
    const struct position *position = session_position(session);
    char *before = picture_now(session);
    char junk[10001];
    static const char *const fixed[] = {"", " ", "zzz", "%s%n", "\n", "\x1b[2J", "-1", "\xff"};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        try_junk(instance, position, before, fixed[i], true);
    memset(junk, '1', sizeof junk - 1);
    junk[sizeof junk - 1] = '\0';
    try_junk(instance, position, before, junk, true);
    for (int i = 0; i < 200; i++) {
        random_junk(&random, i % 2, junk);
        try_junk(instance, position, before, junk, !(i % 2));
    }
    struct record legal = {0};
    instance->puzzle->rules->moves(position, 20, NULL, &legal);
    for (size_t i = 0; i < legal.count; i++) { /* almost a move, and a move with a tail */
        snprintf(junk, sizeof junk, "%s\x01", legal.moves[i].text);
        try_junk(instance, position, before, junk, true);
        junk[strlen(legal.moves[i].text) - 1] = '\0';
        try_junk(instance, position, before, junk, false);
    }
    record_free(&legal);
    free(before);
    session_free(session);
}

void undo_restores(const struct instance *instance) {
    struct random random = seeded_random();
    struct session *session = open_instance(instance);
    char *pictures[RANDOM_MOVES + 1];
    size_t listed = session_moves(session)->count;
    size_t last = 0;
    pictures[0] = picture_now(session);
    while (last < RANDOM_MOVES && move_at_random(instance, session, &random))
        pictures[++last] = picture_now(session);
    for (size_t i = last; i-- > 0;) {
        EXPECT(session_undo(session, NULL) == QD_YES, "undo %zu", i);
        EXPECT(looks_like(session, pictures[i]), "undo %zu does not restore", i);
    }
    EXPECT(session_moves(session)->count == listed, "moves are left");
    for (size_t i = 1; i <= last; i++) {
        EXPECT(session_redo(session, NULL) == QD_YES, "redo %zu", i);
        EXPECT(looks_like(session, pictures[i]), "redo %zu does not restore", i);
    }
    for (size_t i = 0; i <= last; i++)
        free(pictures[i]);
    session_free(session);
}
