/* Files: read whole, written whole or not at all. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>

#include "base/source.h"

/* Reads a file, or standard input for "-". On success source owns its name and data
 * (file_close). Returns false with an error for a file that cannot be read (QD_BAD_INPUT if it is
 * missing or a directory, else QD_FAILURE) or is larger than SOURCE_LIMIT (QD_BAD_INPUT). */
bool file_read(const char *path, struct source *source, qd_error *error);
void file_close(struct source *source);

/* Replaces the file by these bytes: writes beside it, syncs, renames, syncs the folder. Whatever
 * interrupts it, the path holds either the older file or the whole new one. A link stays a link; a
 * device or pipe is written to. Returns false with an error (QD_FAILURE). */
bool file_replace(const char *path, const void *bytes, size_t size, qd_error *error);

/* For files that grow: writes all of it behind what was written before, and syncs it. Returns false
 * (errno says why); what the file holds behind its synced part is not known then. */
bool file_append(int fd, const void *bytes, size_t size);
/* Syncs the folder that holds the path: only then does a new name survive a power cut. Returns
 * false (errno says why). */
bool file_sync_folder(const char *path);

#endif
