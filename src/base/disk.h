/* The system calls that determine what is left after a power cut. All files that must survive one
 * are written through here, so that a test can link another disk.c (tests/crash/crash_disk.c),
 * which records the calls, replays every crash, and makes any call fail.
 *
 * Each function is the POSIX call that its comment names, with the same return value and errno. */
#ifndef BASE_DISK_H
#define BASE_DISK_H

#include <stddef.h>
#include <sys/types.h>

int disk_open(const char *path, int flags, mode_t mode);    /* open, always with O_CLOEXEC */
int disk_close(int fd);                                     /* close */
ssize_t disk_read(int fd, void *bytes, size_t size);        /* read; may be short, may be EINTR */
ssize_t disk_write(int fd, const void *bytes, size_t size); /* write; the same */
int disk_sync(int fd);                                      /* fsync, also for folders */
int disk_sync_data(int fd);                                 /* fdatasync */
int disk_rename(const char *from, const char *to);          /* rename */
int disk_unlink(const char *path);                          /* unlink */
int disk_make_folder(const char *path, mode_t mode);        /* mkdir */

#endif
