#include "base/disk.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int disk_open(const char *path, int flags, mode_t mode) {
    return open(path, flags | O_CLOEXEC, mode);
}

int disk_close(int fd) {
    return close(fd);
}

ssize_t disk_read(int fd, void *bytes, size_t size) {
    return read(fd, bytes, size);
}

ssize_t disk_write(int fd, const void *bytes, size_t size) {
    return write(fd, bytes, size);
}

int disk_sync(int fd) {
    return fsync(fd);
}

int disk_sync_data(int fd) {
    return fdatasync(fd);
}

int disk_rename(const char *from, const char *to) {
    return rename(from, to);
}

int disk_unlink(const char *path) {
    return unlink(path);
}

int disk_make_folder(const char *path, mode_t mode) {
    return mkdir(path, mode);
}
