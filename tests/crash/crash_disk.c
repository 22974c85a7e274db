#include "tests/crash/crash_disk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/disk.h"
#include "base/mem.h"

enum { MOST_OPEN = 256 };

/* Calls come with nothing but a file descriptor, so it has to be kept here what it stands for. */
static struct {
    struct crash_log *log;
    size_t pieces;
    long calls, failing;
    int reason;
    int file[MOST_OPEN]; /* its number in the log, from 1; 0: not recorded */
    char *folder[MOST_OPEN];
} disk;

void crash_disk_record(struct crash_log *log) {
    disk.log = log;
}

void crash_disk_pieces(size_t most) {
    disk.pieces = most;
}

void crash_disk_fail(long call, int reason) {
    disk.calls = 0;
    disk.failing = call;
    disk.reason = reason;
}

void crash_disk_reset(void) {
    crash_disk_record(NULL);
    crash_disk_pieces(0);
    crash_disk_fail(0, 0);
}

long crash_disk_calls(void) {
    return disk.calls;
}

static bool fails(void) {
    if (++disk.calls != disk.failing)
        return false;
    errno = disk.reason;
    return true;
}

static size_t piece(size_t size) {
    return disk.pieces > 0 && size > disk.pieces ? disk.pieces : size;
}

static int recorded(int fd) {
    return disk.log && fd >= 0 && fd < MOST_OPEN ? disk.file[fd] - 1 : -1;
}

int disk_open(const char *path, int flags, mode_t mode) {
    if (fails())
        return -1;
    int fd = open(path, flags | O_CLOEXEC, mode);
    if (!disk.log || fd < 0 || fd >= MOST_OPEN)
        return fd;
    if (flags & O_DIRECTORY)
        disk.folder[fd] = mem_text(path);
    else
        disk.file[fd] = crash_log_open(disk.log, path) + 1;
    return fd;
}

int disk_close(int fd) {
    if (fd >= 0 && fd < MOST_OPEN) {
        disk.file[fd] = 0;
        free(disk.folder[fd]);
        disk.folder[fd] = NULL;
    }
    bool failed = fails();
    int result = close(fd); /* it is closed even when it fails */
    if (failed)
        errno = disk.reason;
    return failed ? -1 : result;
}

ssize_t disk_read(int fd, void *bytes, size_t size) {
    return fails() ? -1 : read(fd, bytes, piece(size));
}

ssize_t disk_write(int fd, const void *bytes, size_t size) {
    ssize_t put = fails() ? -1 : write(fd, bytes, piece(size));
    if (put > 0 && recorded(fd) >= 0)
        crash_log_write(disk.log, recorded(fd), (size_t)(lseek(fd, 0, SEEK_CUR) - put), bytes,
                        (size_t)put);
    return put;
}

int disk_sync(int fd) {
    if (fails())
        return -1;
    if (recorded(fd) >= 0)
        crash_log_sync(disk.log, recorded(fd));
    else if (disk.log && fd >= 0 && fd < MOST_OPEN && disk.folder[fd])
        crash_log_sync_folder(disk.log, disk.folder[fd]);
    return 0;
}

int disk_sync_data(int fd) {
    return disk_sync(fd);
}

int disk_rename(const char *from, const char *to) {
    int result = fails() ? -1 : rename(from, to);
    if (result == 0 && disk.log)
        crash_log_rename(disk.log, from, to);
    return result;
}

int disk_unlink(const char *path) {
    int result = fails() ? -1 : unlink(path);
    if (result == 0 && disk.log)
        crash_log_unlink(disk.log, path);
    return result;
}

int disk_make_folder(const char *path, mode_t mode) {
    int result = fails() ? -1 : mkdir(path, mode);
    if (result == 0 && disk.log)
        crash_log_make_folder(disk.log, path);
    return result;
}
