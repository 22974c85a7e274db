/* Instances, games and complaints. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <stdio.h>

#include "tests/conformance/conformance.h"

#include "base/mem.h"
#include "session/verbs.h"

const qd_limits patience = {.seconds = 120};

_Noreturn void complain(const struct instance *instance, const char *file, int line,
                        const char *format, ...) {
    struct buf message = {0};
    va_list args;
    va_start(args, format);
    buf_vprintf(&message, format, args);
    va_end(args);
    print_error("%s, '%s': %s\n", instance->puzzle->name, instance->name, buf_text(&message));
    buf_free(&message);
    _fail(file, line);
    abort(); /* _fail does not return */
}

static void run_on(const struct puzzle *puzzle, const char *name, const char *text,
                   conformance_check *check) {
    const struct instance instance = {.puzzle = puzzle, .name = name, .text = text};
    print_message("# %s, '%s'\n", puzzle->name, name);
    check(&instance);
}

char *generated_text(const struct puzzle *puzzle, uint64_t number) {
    struct options *options = options_new(NULL);
    qd_control *control = control_new(&patience);
    qd_error error = {0};
    struct session *session = verb_generate(puzzle, options, number, control, NULL, &error);
    if (!session)
        fail_msg("%s: seed %llu: %s", puzzle->name, (unsigned long long)number, error.message);
    struct buf text = {0};
    assert_true(verb_convert(session, NULL, &text, &error));
    session_free(session);
    control_free(control);
    options_free(options);
    return buf_take(&text);
}

void for_each_instance(const struct puzzle *puzzle, conformance_check *check) {
    for (const struct puzzle_sample *sample = puzzle->samples; sample->name; sample++)
        run_on(puzzle, sample->name, sample->text, check);
    for (uint64_t i = 1; puzzle->generate && i <= GENERATED; i++) {
        char *text = generated_text(puzzle, i);
        char name[32];
        snprintf(name, sizeof name, "generated, seed %llu", (unsigned long long)i);
        run_on(puzzle, name, text, check);
        free(text);
    }
}

bool is_unsolvable(const struct instance *instance) {
    return strncmp(instance->name, "unsolvable", strlen("unsolvable")) == 0;
}

struct random seeded_random(void) {
    struct random random;
    random_seed(&random, SEED);
    return random;
}

struct session *open_bytes(const struct puzzle *as, const char *text, size_t size,
                           qd_error *error) {
    struct source source = {.name = "text", .data = text, .size = size};
    return session_open(&source, as, NULL, NULL, error);
}

struct session *open_instance(const struct instance *instance) {
    qd_error error = {0};
    struct session *session =
        open_bytes(instance->puzzle, instance->text, strlen(instance->text), &error);
    EXPECT(session, "%d:%d: %s", error.line, error.column, error.message);
    return session;
}

/* A position in the puzzle's own format, for comparing; the caller frees it. */
char *picture(const struct puzzle *puzzle, const struct position *position) {
    struct buf out = {0};
    struct record none = {0};
    assert_true(puzzle->text->print(position, &none, puzzle->text->formats, &out, NULL));
    return buf_take(&out);
}

char *picture_now(const struct session *session) {
    return picture(session_puzzle(session), session_position(session));
}

bool looks_like(const struct session *session, const char *expected) {
    char *shown = picture_now(session);
    bool same = strcmp(shown, expected) == 0;
    free(shown);
    return same;
}

char *game_text(const struct session *session) {
    struct buf out = {0};
    session_print(session, &out);
    return buf_take(&out);
}

/* Plays a legal move, chosen at random. Returns false if there is none. */
bool move_at_random(const struct instance *instance, struct session *session,
                    struct random *random) {
    struct record legal = {0};
    instance->puzzle->rules->moves(session_position(session), 1000, NULL, &legal);
    bool found = legal.count > 0;
    if (found) {
        const char *move = legal.moves[random_below(random, legal.count)].text;
        struct refusal why = {0};
        EXPECT(session_move(session, move, NULL, &why) == QD_YES, "%s: %s", move,
               buf_text(&why.text));
        refusal_free(&why);
    }
    record_free(&legal);
    return found;
}

struct call begin(const qd_limits *limits) {
    return (struct call){.options = options_new(NULL), .control = control_new(limits)};
}

struct call begin_with_little_effort(const struct puzzle *puzzle, const qd_limits *limits) {
    struct call call = begin(limits);
    if (puzzle->effort)
        assert_true(options_set(call.options, option_find(puzzle->options, puzzle->effort), "20",
                                &call.error));
    return call;
}

void done(struct call *call) {
    options_free(call->options);
    control_free(call->control);
}

bool ends_a_line(const struct buf *text) {
    return text->size > 1 && text->text[text->size - 1] == '\n';
}

void expect_error(const struct instance *instance, const qd_error *error) {
    EXPECT(error->status == QD_BAD_INPUT, "status %d", error->status);
    EXPECT(error->line >= 1, "no line: %s", error->message);
    EXPECT(error->column >= 0, "column %d", error->column);
    EXPECT(error->message[0], "no message");
}
