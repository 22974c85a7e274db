#include "base/file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/disk.h"
#include "base/mem.h"
#include "base/random.h"

static bool read_failed(const char *path, qd_error *error) {
    bool users_fault = errno == ENOENT || errno == EISDIR || errno == EACCES || errno == ENOTDIR;
    error_set(error, users_fault ? QD_BAD_INPUT : QD_FAILURE, "cannot read the file: %s",
              strerror(errno));
    if (error)
        snprintf(error->file, sizeof error->file, "%s", path);
    return false;
}

static bool too_large(const char *path, qd_error *error) {
    error_set(error, QD_BAD_INPUT, "the file is larger than %zu MiB, which is the limit",
              SOURCE_LIMIT >> 20);
    if (error)
        snprintf(error->file, sizeof error->file, "%s", path);
    return false;
}

static bool read_all(int fd, const char *path, struct buf *out, qd_error *error) {
    char block[65536];
    for (;;) {
        ssize_t got = disk_read(fd, block, sizeof block);
        if (got == 0)
            return true;
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return read_failed(path, error);
        if (out->size + (size_t)got > SOURCE_LIMIT)
            return too_large(path, error);
        buf_bytes(out, block, (size_t)got);
    }
}

bool file_read(const char *path, struct source *source, qd_error *error) {
    bool standard = strcmp(path, "-") == 0;
    const char *name = standard ? "<standard input>" : path;
    int fd = standard ? STDIN_FILENO : disk_open(path, O_RDONLY, 0);
    if (fd < 0)
        return read_failed(name, error);
    struct buf text = {0};
    bool done = read_all(fd, name, &text, error);
    if (!standard)
        disk_close(fd);
    if (!done) {
        buf_free(&text);
        return false;
    }
    *source = (struct source){.name = mem_text(name), .size = text.size};
    source->data = buf_take(&text);
    return true;
}

void file_close(struct source *source) {
    union {
        const char *kept;
        char *owned;
    } name = {.kept = source->name}, data = {.kept = source->data};
    free(name.owned);
    free(data.owned);
    *source = (struct source){0};
}

static bool write_all(int fd, const void *bytes, size_t size) {
    const char *at = bytes;
    while (size > 0) {
        ssize_t put = disk_write(fd, at, size);
        if (put < 0 && errno == EINTR)
            continue;
        if (put == 0)
            errno = EIO; /* this should not happen, and must not become an endless loop */
        if (put <= 0)
            return false;
        assert((size_t)put <= size);
        at += put;
        size -= (size_t)put;
    }
    return true;
}

/* A sync that a signal interrupted is repeated; any other failure is not, because the next sync may
 * succeed although the bytes are lost. */
static bool sync_by(int (*sync)(int), int fd) {
    int failed;
    do
        failed = sync(fd);
    while (failed && errno == EINTR);
    return !failed;
}

bool file_append(int fd, const void *bytes, size_t size) {
    return write_all(fd, bytes, size) && sync_by(disk_sync_data, fd);
}

bool file_sync_folder(const char *path) {
    char *folder = mem_text(path);
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    int fd = disk_open(slash ? folder : ".", O_RDONLY | O_DIRECTORY, 0);
    free(folder);
    if (fd < 0)
        return false;
    /* Some file systems cannot sync a folder. */
    bool synced = sync_by(disk_sync, fd) || errno == EINVAL;
    int reason = errno;
    disk_close(fd);
    errno = reason;
    return synced;
}

static bool write_failed(const char *path, qd_error *error) {
    error_set(error, QD_FAILURE, "cannot write the file: %s", strerror(errno));
    if (error)
        snprintf(error->file, sizeof error->file, "%s", path);
    return false;
}

/* Creates a new file beside the path, with its name in `beside`. A file that replaces another gets
 * the mode of that one. */
static int open_beside(const char *path, const struct stat *older, struct buf *beside) {
    mode_t mode = older ? older->st_mode & 07777 : 0666;
    for (int tries = 0; tries < 100; tries++) {
        buf_clear(beside);
        buf_printf(beside, "%s.%08x", path, (unsigned)random_fresh_seed());
        int fd = disk_open(beside->text, O_WRONLY | O_CREAT | O_EXCL, mode);
        if (fd >= 0 && older)
            (void)!fchmod(fd, mode);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

/* Closes a file after it was written, successfully or not; errno is that of the first failure. An
 * interrupted close is not a failure. */
static bool close_after(bool done, int fd) {
    int reason = errno;
    bool closed = disk_close(fd) == 0 || errno == EINTR;
    if (!done)
        errno = reason;
    return done && closed;
}

static void remove_beside(const char *path) {
    int reason = errno;
    disk_unlink(path);
    errno = reason;
}

static bool write_beside(const char *path, const struct stat *older, const void *bytes,
                         size_t size) {
    struct buf beside = {0};
    int fd = open_beside(path, older, &beside);
    bool done = fd >= 0;
    if (done) {
        done = close_after(write_all(fd, bytes, size) && sync_by(disk_sync, fd), fd) &&
               disk_rename(beside.text, path) == 0;
        if (!done)
            remove_beside(beside.text);
    }
    buf_free(&beside);
    return done && file_sync_folder(path);
}

/* Writes to a device or a pipe, which a file should not replace. */
static bool write_into(const char *path, const void *bytes, size_t size) {
    int fd = disk_open(path, O_WRONLY, 0);
    return fd >= 0 && close_after(write_all(fd, bytes, size), fd);
}

bool file_replace(const char *path, const void *bytes, size_t size, qd_error *error) {
    struct stat older;
    bool exists = stat(path, &older) == 0;
    if (exists && !S_ISREG(older.st_mode) && !S_ISDIR(older.st_mode))
        return write_into(path, bytes, size) || write_failed(path, error);
    char *target = exists ? realpath(path, NULL) : NULL; /* a link stays a link */
    bool done = write_beside(target ? target : path, exists ? &older : NULL, bytes, size);
    int reason = errno;
    free(target);
    errno = reason;
    return done || write_failed(path, error);
}
