/* Where tests write files. tools/tap.py gives each test program a folder of its own, in memory
 * where that is possible, and removes it whatever becomes of the test. */
#ifndef SUPPORT_TEMPORARY_H
#define SUPPORT_TEMPORARY_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* A name for mkstemp or mkdtemp. */
static inline void temporary_name(char *path, size_t size, const char *what) {
    const char *folder = getenv("TMPDIR");
    int length = snprintf(path, size, "%s/quandary-%s-XXXXXX", folder ? folder : "/tmp", what);
    if (length < 0 || (size_t)length >= size)
        abort();
}

/* Makes a folder. Returns false if it cannot be made. */
static inline bool temporary_folder(char *path, size_t size, const char *what) {
    temporary_name(path, size, what);
    return mkdtemp(path) != NULL;
}

#endif
