#include "tests/crash/crash_vfs.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* Wraps the real file. */
struct crash_file {
    sqlite3_file base;
    int file;        /* its number in the log; -1: not recorded */
    char *fresh;     /* its folder, if it is a new journal: SQLite's own sync brings that to the
                      * disk with the first sync of the file */
    char *temporary; /* its path, if it is removed when it is closed */
    sqlite3_file *real;
};

static struct {
    sqlite3_vfs vfs;
    sqlite3_vfs *real;
    struct crash_log *log;
} installed;

static struct crash_file *recorded(sqlite3_file *file) {
    struct crash_file *self = (struct crash_file *)file;
    return installed.log && self->file >= 0 ? self : NULL;
}

static sqlite3_file *real_of(sqlite3_file *file) {
    return ((struct crash_file *)file)->real;
}

/* ---- a file ---- */

static int crash_close(sqlite3_file *file) {
    struct crash_file *self = (struct crash_file *)file;
    if (self->temporary && recorded(file))
        crash_log_unlink(installed.log, self->temporary);
    free(self->fresh);
    free(self->temporary);
    return self->real->pMethods->xClose(self->real);
}

static int crash_read(sqlite3_file *file, void *bytes, int size, sqlite3_int64 offset) {
    return real_of(file)->pMethods->xRead(real_of(file), bytes, size, offset);
}

static int crash_write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset) {
    const struct crash_file *self = recorded(file);
    if (self)
        crash_log_write(installed.log, self->file, (size_t)offset, bytes, (size_t)size);
    return real_of(file)->pMethods->xWrite(real_of(file), bytes, size, offset);
}

static int crash_truncate(sqlite3_file *file, sqlite3_int64 size) {
    const struct crash_file *self = recorded(file);
    if (self)
        crash_log_truncate(installed.log, self->file, (size_t)size);
    return real_of(file)->pMethods->xTruncate(real_of(file), size);
}

static int crash_sync(sqlite3_file *file, int flags) {
    struct crash_file *self = recorded(file);
    (void)flags;
    if (!self)
        return SQLITE_OK;
    crash_log_sync(installed.log, self->file);
    if (self->fresh)
        crash_log_sync_folder(installed.log, self->fresh);
    free(self->fresh);
    self->fresh = NULL;
    return SQLITE_OK;
}

static int crash_size(sqlite3_file *file, sqlite3_int64 *size) {
    return real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int crash_lock(sqlite3_file *file, int level) {
    return real_of(file)->pMethods->xLock(real_of(file), level);
}

static int crash_unlock(sqlite3_file *file, int level) {
    return real_of(file)->pMethods->xUnlock(real_of(file), level);
}

static int crash_check_lock(sqlite3_file *file, int *result) {
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), result);
}

static int crash_control(sqlite3_file *file, int what, void *argument) {
    return real_of(file)->pMethods->xFileControl(real_of(file), what, argument);
}

static int crash_sector(sqlite3_file *file) {
    return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int crash_characteristics(sqlite3_file *file) {
    return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

/* Version 1: without shared memory. The store needs none, because it locks its file for itself. */
static const sqlite3_io_methods methods = {.iVersion = 1,
                                           .xClose = crash_close,
                                           .xRead = crash_read,
                                           .xWrite = crash_write,
                                           .xTruncate = crash_truncate,
                                           .xSync = crash_sync,
                                           .xFileSize = crash_size,
                                           .xLock = crash_lock,
                                           .xUnlock = crash_unlock,
                                           .xCheckReservedLock = crash_check_lock,
                                           .xFileControl = crash_control,
                                           .xSectorSize = crash_sector,
                                           .xDeviceCharacteristics = crash_characteristics};

/* ---- the file system ---- */

static char *folder_of(const char *path) {
    char *folder = mem_text(path);
    *strrchr(folder, '/') = '\0';
    return folder;
}

static void record_opening(struct crash_file *self, const char *path, int flags, bool is_new) {
    enum { JOURNALS = SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL | SQLITE_OPEN_SUPER_JOURNAL };
    self->file = crash_log_open(installed.log, path);
    if (is_new && (flags & JOURNALS))
        self->fresh = folder_of(path);
    if (flags & SQLITE_OPEN_DELETEONCLOSE)
        self->temporary = mem_text(path);
}

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out) {
    struct crash_file *self = (struct crash_file *)file;
    int exists = 0;
    (void)vfs;
    *self = (struct crash_file){.file = -1, .real = (sqlite3_file *)(self + 1)};
    if (path)
        installed.real->xAccess(installed.real, path, SQLITE_ACCESS_EXISTS, &exists);
    int status = installed.real->xOpen(installed.real, path, self->real, flags, out);
    if (status != SQLITE_OK)
        return status;
    self->base.pMethods = &methods;
    if (path && installed.log)
        record_opening(self, path, flags, !exists);
    return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int sync_folder) {
    (void)vfs;
    int status = installed.real->xDelete(installed.real, path, 0);
    if (status == SQLITE_OK && installed.log) {
        char *folder = folder_of(path);
        crash_log_unlink(installed.log, path);
        if (sync_folder)
            crash_log_sync_folder(installed.log, folder);
        free(folder);
    }
    return status;
}

void crash_vfs_record(struct crash_log *log) {
    installed.log = log;
}

void crash_vfs_install(void) {
    installed.real = sqlite3_vfs_find(NULL);
    installed.vfs = *installed.real; /* what has to do with no file is the same */
    installed.vfs.zName = "crash";
    installed.vfs.szOsFile = (int)sizeof(struct crash_file) + installed.real->szOsFile;
    installed.vfs.xOpen = vfs_open;
    installed.vfs.xDelete = vfs_delete;
    sqlite3_vfs_register(&installed.vfs, 1);
}
