/* What the tests of the public library share: texts and samples opened as sessions. */
#ifndef TESTS_SUPPORT_LIBRARY_H
#define TESTS_SUPPORT_LIBRARY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <quandary/quandary.h>

static const char cross[] = "lamps\n.#.\n###\n.#.\n";

/* Opens a text from a block of exactly its size, so that reading behind it is noticed. */
static inline qd_session *open_text(const char *text, qd_error *error) {
    size_t size = strlen(text);
    char *block = calloc(size ? size : 1, 1);
    memcpy(block, text, size);
    qd_session *session = qd_open_text(block, size, "a.txt", NULL, NULL, error);
    free(block);
    return session;
}

static inline qd_session *open_fine(const char *text) {
    qd_error error;
    qd_session *session = open_text(text, &error);
    if (!session)
        fail_msg("%s", error.message);
    return session;
}

typedef void sample_visit(const qd_puzzle *puzzle, const char *text);

static inline void samples_of(const qd_puzzle *puzzle, sample_visit *visit) {
    const char *text;
    size_t count = 0;
    for (; (text = qd_puzzle_sample(puzzle, count)); count++)
        visit(puzzle, text);
    assert_true(count > 0);
}

/* Calls back with every sample of every puzzle, and of the template, which is not listed. */
static inline void each_sample(sample_visit *visit) {
    const qd_puzzle *puzzle;
    for (size_t i = 0; (puzzle = qd_puzzle_at(i)); i++)
        samples_of(puzzle, visit);
    samples_of(qd_puzzle_find("template"), visit);
}

#endif
