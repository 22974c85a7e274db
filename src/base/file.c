#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"
#include "mem.h"
#include "random.h"

static bool read_failed(const char *path, qd_error *error) {
    bool users_fault = errno == ENOENT || errno == EISDIR || errno == EACCES || errno == ENOTDIR;
    error_set(error, users_fault ? QD_BAD_INPUT : QD_FAILURE, "cannot read it: %s",
              strerror(errno));
    if (error)
        snprintf(error->file, sizeof error->file, "%s", path);
    return false;
}

static bool too_large(const char *path, qd_error *error) {
    error_set(error, QD_BAD_INPUT, "the text is larger than %zu MiB, the most that is read",
              SOURCE_LIMIT >> 20);
    if (error)
        snprintf(error->file, sizeof error->file, "%s", path);
    return false;
}

static bool read_all(int fd, const char *path, struct buf *out, qd_error *error) {
    char block[65536];
    for (;;) {
        ssize_t got = read(fd, block, sizeof block);
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
    int fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return read_failed(name, error);
    struct buf text = {0};
    bool done = read_all(fd, name, &text, error);
    if (!standard)
        close(fd);
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

static bool write_all(int fd, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t put = write(fd, bytes, size);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        bytes += put;
        size -= (size_t)put;
    }
    return true;
}

/* A rename is only safe from a power cut once the folder itself is on the disk. */
static bool sync_folder(const char *path) {
    char *folder = mem_text(path);
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    int fd = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    if (fd < 0)
        return false;
    bool synced = fsync(fd) == 0 || errno == EINVAL;
    close(fd);
    return synced;
}

static bool write_failed(const char *path, qd_error *error) {
    error_set(error, QD_FAILURE, "cannot write it: %s", strerror(errno));
    if (error)
        snprintf(error->file, sizeof error->file, "%s", path);
    return false;
}

/* Opens a new file beside the path, whose name goes to beside. A file that replaces another gets
 * its mode. */
static int open_beside(const char *path, const struct stat *older, struct buf *beside) {
    mode_t mode = older ? older->st_mode & 07777 : 0666;
    for (int tries = 0; tries < 100; tries++) {
        buf_clear(beside);
        buf_printf(beside, "%s.%08x", path, (unsigned)random_fresh_seed());
        int fd = open(beside->text, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd >= 0 && older)
            (void)!fchmod(fd, mode);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

static bool write_beside(const char *path, const struct stat *older, const void *bytes,
                         size_t size) {
    struct buf beside = {0};
    int fd = open_beside(path, older, &beside);
    bool done = fd >= 0;
    if (done) {
        done = write_all(fd, bytes, size) && fsync(fd) == 0;
        done = close(fd) == 0 && done;
        done = done && rename(beside.text, path) == 0;
        if (!done) {
            int reason = errno;
            unlink(beside.text);
            errno = reason;
        }
    }
    buf_free(&beside);
    return done && sync_folder(path);
}

/* A device or a pipe is written to; replacing it by a file would be a surprise. */
static bool write_into(const char *path, const void *bytes, size_t size) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool done = write_all(fd, bytes, size);
    return close(fd) == 0 && done;
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
