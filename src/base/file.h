/* Files: read as a whole, written as a whole or not at all. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>

#include "base/source.h"

/* Reads a file, or standard input for "-". On success source owns its name and data; file_close
 * releases them. Returns false with an error if the file cannot be read (QD_BAD_INPUT if it is
 * missing, a directory or not readable by the user, else QD_FAILURE) or is larger than SOURCE_LIMIT
 * (QD_BAD_INPUT). */
bool file_read(const char *path, struct source *source, qd_error *error);
void file_close(struct source *source);

/* Replaces the content of a file: writes a new file beside it, syncs, renames, syncs the folder.
 * Whatever interrupts it, the path has either the old file or the whole new one. A link stays a
 * link; a device or pipe is written to. Returns false with an error (QD_FAILURE). */
bool file_replace(const char *path, const void *bytes, size_t size, qd_error *error);

/* For files that grow: appends all the bytes and syncs them. Returns false if that fails (errno
 * says why); then the content after the last successful sync is unknown. */
bool file_append(int fd, const void *bytes, size_t size);
/* Syncs the folder of the path: a new name survives a power cut only after that. Returns false if
 * it fails (errno says why). */
bool file_sync_folder(const char *path);

#endif
