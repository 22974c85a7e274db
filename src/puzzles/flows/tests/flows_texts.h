/* Texts of Flows, read and written for tests. */
#ifndef FLOWS_TEXTS_H
#define FLOWS_TEXTS_H

#include "puzzles/flows/model/position.h"

/* Reads a text; NULL with an error. */
struct position *flows_parse(const char *text, struct record *moves, qd_error *error);
/* Fails the test if it cannot be read. */
struct position *flows_must_parse(const char *text, struct record *moves);
/* Writes a game in a format (0 record, 1 diagram, 2 code). The caller frees it. */
char *flows_print(const struct position *start, const struct record *moves, int format);
/* The text, read and written again in a format. The caller frees it. */
char *flows_rewritten(const char *text, int format);

#endif
