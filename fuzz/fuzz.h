/* What a fuzzer is: one function that takes any bytes, and the inputs to begin with. The same
 * harness is built for libFuzzer, which finds new inputs, and with replay_main.c, which runs given
 * ones and random changes of them with any compiler. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "session/session.h"

/* Takes an input; ends the program with a message if something is wrong. Always returns 0. The name
 * is libFuzzer's. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Appends the seed of that number, from 0, to the empty buf. Returns false after the last. */
bool fuzz_seed(size_t index, struct buf *out);

/* fuzz.c */

/* Ends the program with the message unless the condition holds. */
void fuzz_check(bool condition, const char *format, ...) QD_PRINTF(2, 3);

/* A source of exactly these bytes, so that reading beyond them is seen. fuzz_source_free. */
struct source fuzz_source(const void *data, size_t size);
void fuzz_source_free(struct source *source);

/* A position in the puzzle's own format; the caller frees it. */
char *fuzz_picture(const struct session *session);
/* The saved game; the caller frees it. */
char *fuzz_game(const struct session *session);
/* An error about a text must have a place and a message. */
void fuzz_check_error(const qd_error *error);
/* Saves the game and opens it again: nothing may change. */
void fuzz_check_saved(const struct session *session);
/* The sample of that number, of all puzzles in the order of the registry; NULL after the last. */
const struct puzzle_sample *fuzz_sample(size_t index, const struct puzzle **puzzle);

#endif
