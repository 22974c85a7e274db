/* Records what is done to the files of a folder, and replays it as crashes: cut off after any
 * operation, with those that were not synced lost, kept, torn or in any order. As ALICE (Pillai et
 * al., OSDI 2014) and SQLite's crash tests do.
 *
 * What the disk promises: fsync of a file brings its bytes and its size to the disk, but not its
 * name; fsync of a folder its names. Until then any of them may or may not be there, in any
 * combination. A rename happens whole or not at all. */
#ifndef CRASH_LOG_H
#define CRASH_LOG_H

#include <stdbool.h>
#include <stddef.h>

struct crash_log;

/* Begins with the files that are in the folder now, all of them safe on the disk. */
struct crash_log *crash_log_new(const char *folder);
void crash_log_free(struct crash_log *log);

/* The number of the file of a path; a path that is new makes it. -1: not in the folder. */
int crash_log_open(struct crash_log *log, const char *path);
void crash_log_write(struct crash_log *log, int file, size_t offset, const void *bytes,
                     size_t size);
void crash_log_truncate(struct crash_log *log, int file, size_t size);
void crash_log_sync(struct crash_log *log, int file);
void crash_log_make_folder(struct crash_log *log, const char *path);
void crash_log_rename(struct crash_log *log, const char *from, const char *to);
void crash_log_unlink(struct crash_log *log, const char *path);
void crash_log_sync_folder(struct crash_log *log, const char *path);

/* What was done so far has been acknowledged: from here on it must not be lost. */
void crash_log_acknowledge(struct crash_log *log);

/* Looks at what a crash has left in a folder; some changes were acknowledged before it. Returns
 * false if it is not as it must be. */
typedef bool crash_check(void *context, const char *folder, unsigned acknowledged);

struct crash_counts {
    size_t operations; /* those recorded: the crash comes after each, and before the first */
    size_t states;     /* what the disk may hold, all crashes together */
    size_t different;  /* states that were built and checked: the others equal one of these */
    bool failed;       /* the check said so; the state was printed, the replay ended */
};

/* Where operations that are not synced leave more states than this, it tries: each lost alone, kept
 * alone and torn, and a sample of this many. */
struct crash_counts crash_log_replay(const struct crash_log *log, size_t most, crash_check *check,
                                     void *context);

/* The number of syncs that were recorded; for tests that must have seen some. */
size_t crash_log_syncs(const struct crash_log *log);

#endif
