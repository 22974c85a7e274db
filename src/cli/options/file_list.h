/* Names of files from a list: --files-from. */
#ifndef CLI_OPTIONS_FILE_LIST_H
#define CLI_OPTIONS_FILE_LIST_H

#include <stdbool.h>

#include <quandary/types.h>

/* Reads the list ("-" is standard input): one name a line, empty lines aside, or, if there is a NUL
 * byte in it, names that end with one. Hands each to put; the names live as long as *text, which
 * the caller frees in any case. Returns false with an error (it cannot be read, it is empty, it
 * comes from standard input and names that). */
bool file_list_read(const char *path, char **text, void (*put)(void *context, const char *name),
                    void *context, qd_error *error);

#endif
