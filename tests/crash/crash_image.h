/* What a disk holds while recorded operations go by, and the states that a crash may leave. Only
 * for crash_log.c. */
#ifndef CRASH_IMAGE_H
#define CRASH_IMAGE_H

#include "tests/crash/crash_log.h"

enum kind { CREATE, WRITE, TRUNCATE, SYNC, MAKE_FOLDER, RENAME, UNLINK, SYNC_FOLDER, ACKNOWLEDGE };

struct operation {
    enum kind kind;
    int file;
    char *name, *to; /* in the folder */
    size_t offset, size;
    char *bytes;
};

struct crash_replay;

struct crash_replay *crash_replay_new(size_t most, crash_check *check, void *context);
void crash_replay_free(struct crash_replay *replay);

/* The operation is done; it must stay. */
void crash_replay_step(struct crash_replay *replay, const struct operation *operation);
/* Crashes here, in every way. */
void crash_replay_crash(struct crash_replay *replay, struct crash_counts *counts);

#endif
