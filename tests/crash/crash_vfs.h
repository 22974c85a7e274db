/* SQLite's own way to its files, with every write, truncation, deletion and sync recorded in a
 * crash_log; syncs cost nothing. */
#ifndef CRASH_VFS_H
#define CRASH_VFS_H

#include "tests/crash/crash_log.h"

/* From now on all databases are opened through it. */
void crash_vfs_install(void);
/* Records what follows; NULL ends it. */
void crash_vfs_record(struct crash_log *log);

#endif
