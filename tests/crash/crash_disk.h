/* A disk for tests, linked instead of src/base/disk.c: real files, but every call can be recorded
 * and made to fail, and syncs cost nothing. There is one of it, and no thread may use it beside
 * another. */
#ifndef CRASH_DISK_H
#define CRASH_DISK_H

#include "tests/crash/crash_log.h"

/* Records what follows; NULL ends it. */
void crash_disk_record(struct crash_log *log);
/* Every read and write takes at most this many bytes; 0: no limit. */
void crash_disk_pieces(size_t most);
/* A call fails for this reason (an errno): the first is 1; 0: none does. Counting begins here. */
void crash_disk_fail(long call, int reason);
/* Records nothing, takes all at once, and no call fails: as in the beginning. */
void crash_disk_reset(void);
/* Counts the calls since crash_disk_fail. */
long crash_disk_calls(void);

#endif
