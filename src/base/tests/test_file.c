/* Files: read whole, replaced whole or not at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/mem.h"
#include "tests/support/temporary.h"

/* ---- a folder for each test ---- */

struct folder {
    char path[64];
};

static int folder_make(void **state) {
    struct folder *folder = MEM_NEW(struct folder);
    *state = folder;
    return temporary_folder(folder->path, sizeof folder->path, "file") ? 0 : -1;
}

/* The number of entries, for finding what was left behind. */
static int folder_count(const struct folder *folder) {
    DIR *dir = opendir(folder->path);
    assert_non_null(dir);
    int count = 0;
    for (const struct dirent *entry; (entry = readdir(dir));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(dir);
    return count;
}

static int folder_remove(void **state) {
    struct folder *folder = *state;
    DIR *dir = opendir(folder->path);
    for (const struct dirent *entry; dir && (entry = readdir(dir));)
        unlinkat(dirfd(dir), entry->d_name, 0);
    if (dir)
        closedir(dir);
    int failed = rmdir(folder->path);
    free(folder);
    return failed;
}

static char *path_in(const struct folder *folder, const char *name) {
    struct buf path = {0};
    buf_printf(&path, "%s/%s", folder->path, name);
    return buf_take(&path);
}

static void expect_content(const char *path, const char *bytes, size_t size) {
    struct source source;
    qd_error error = {0};
    if (!file_read(path, &source, &error))
        fail_msg("%s: %s", error.file, error.message);
    assert_int_equal(source.size, size);
    assert_memory_equal(source.data, bytes, size);
    assert_int_equal(source.data[size], '\0');
    assert_string_equal(source.name, path);
    file_close(&source);
    assert_null(source.data);
}

static void replace(const char *path, const char *bytes, size_t size) {
    qd_error error = {0};
    if (!file_replace(path, bytes, size, &error))
        fail_msg("%s: %s", error.file, error.message);
}

/* ---- reading ---- */

static void what_was_written_is_read(void **state) {
    char *path = path_in(*state, "f");
    replace(path, "a\0b\xff\n", 5);
    expect_content(path, "a\0b\xff\n", 5);
    replace(path, "", 0);
    expect_content(path, "", 0);
    assert_int_equal(folder_count(*state), 1);
    free(path);
}

static void large_files_are_read_whole(void **state) {
    char *path = path_in(*state, "f");
    const size_t size = 300001;
    char *bytes = mem_new(size, 1);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (char)(i * 7 / 3);
    replace(path, bytes, size);
    expect_content(path, bytes, size);
    free(bytes);
    free(path);
}

static void expect_unreadable(const char *path, qd_status status, const char *says) {
    struct source source = {0};
    qd_error error = {0};
    assert_false(file_read(path, &source, &error));
    assert_int_equal(error.status, status);
    assert_string_equal(error.file, path);
    if (!strstr(error.message, says))
        fail_msg("'%s' does not say '%s'", error.message, says);
    assert_null(source.data);
}

static void missing_files_and_folders_are_bad_input(void **state) {
    const struct folder *folder = *state;
    char *missing = path_in(folder, "none");
    char *below = path_in(folder, "f/below");
    char *file = path_in(folder, "f");
    replace(file, "x", 1);
    expect_unreadable(missing, QD_BAD_INPUT, "cannot read the file");
    expect_unreadable(below, QD_BAD_INPUT, "cannot read the file");
    expect_unreadable(folder->path, QD_BAD_INPUT, "cannot read the file");
    free(missing);
    free(below);
    free(file);
}

/* A file with a hole costs no disc. */
static void files_over_the_limit_are_refused(void **state) {
    char *path = path_in(*state, "f");
    FILE *file = fopen(path, "w");
    assert_int_equal(ftruncate(fileno(file), (off_t)SOURCE_LIMIT + 1), 0);
    expect_unreadable(path, QD_BAD_INPUT, "64 MiB");
    assert_int_equal(ftruncate(fileno(file), (off_t)SOURCE_LIMIT), 0);
    struct source source;
    assert_true(file_read(path, &source, NULL));
    assert_true(source.size == SOURCE_LIMIT);
    file_close(&source);
    fclose(file);
    free(path);
}

static void standard_input_is_read(void **state) {
    (void)state;
    int ends[2], keep = dup(STDIN_FILENO);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "in\n", 3), 3);
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    struct source source;
    assert_true(file_read("-", &source, NULL));
    dup2(keep, STDIN_FILENO);
    close(ends[0]);
    close(keep);
    assert_string_equal(source.name, "<standard input>");
    assert_string_equal(source.data, "in\n");
    file_close(&source);
}

/* ---- replacing ---- */

/* Makes a file that would grow beyond that many bytes fail with EFBIG, as on a full disk. */
static void limit_writes(rlim_t bytes) {
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
}

static void the_older_file_survives_a_failed_write(void **state) {
    char *path = path_in(*state, "f");
    replace(path, "older", 5);
    char bytes[4096];
    memset(bytes, 'n', sizeof bytes);
    void (*before)(int) = signal(SIGXFSZ, SIG_IGN);
    qd_error error = {0};
    limit_writes(1000);
    bool done = file_replace(path, bytes, sizeof bytes, &error);
    limit_writes(RLIM_INFINITY);
    signal(SIGXFSZ, before);
    assert_false(done);
    assert_int_equal(error.status, QD_FAILURE);
    assert_string_equal(error.file, path);
    assert_non_null(strstr(error.message, strerror(EFBIG)));
    expect_content(path, "older", 5);
    assert_int_equal(folder_count(*state), 1);
    free(path);
}

static void a_path_that_cannot_be_is_an_error(void **state) {
    char *path = path_in(*state, "none/f");
    qd_error error = {0};
    assert_false(file_replace(path, "x", 1, &error));
    assert_int_equal(error.status, QD_FAILURE);
    assert_non_null(strstr(error.message, strerror(ENOENT)));
    assert_false(file_replace(path, "x", 1, NULL));
    free(path);
}

static void a_folder_is_not_replaced(void **state) {
    char *path = path_in(*state, "d");
    assert_int_equal(mkdir(path, 0777), 0);
    qd_error error = {0};
    assert_false(file_replace(path, "x", 1, &error));
    assert_int_equal(error.status, QD_FAILURE);
    assert_int_equal(folder_count(*state), 1);
    assert_int_equal(rmdir(path), 0);
    free(path);
}

static mode_t mode_of(const char *path) {
    struct stat found;
    assert_int_equal(stat(path, &found), 0);
    return found.st_mode & 07777;
}

static void the_mode_stays(void **state) {
    char *path = path_in(*state, "f");
    mode_t mask = umask(027);
    replace(path, "x", 1);
    assert_int_equal(mode_of(path), 0640);
    assert_int_equal(chmod(path, 0606), 0);
    replace(path, "y", 1);
    assert_int_equal(mode_of(path), 0606);
    umask(mask);
    free(path);
}

static void a_link_stays_a_link(void **state) {
    char *path = path_in(*state, "f");
    char *link = path_in(*state, "l");
    replace(path, "older", 5);
    assert_int_equal(symlink("f", link), 0);
    replace(link, "newer", 5);
    struct stat found;
    assert_int_equal(lstat(link, &found), 0);
    assert_true(S_ISLNK(found.st_mode));
    expect_content(path, "newer", 5);
    assert_int_equal(folder_count(*state), 2);
    free(path);
    free(link);
}

/* A device of the test's own, because root could replace the machine's by mistake. Others cannot,
 * so they take the machine's. */
static char *memory_device(const struct folder *folder, const char *name, unsigned minor) {
    char *path = path_in(folder, name);
    if (geteuid() == 0 && mknod(path, S_IFCHR | 0666, makedev(1, minor)) == 0 &&
        access(path, W_OK) == 0)
        return path;
    free(path);
    struct buf machines = {0};
    buf_printf(&machines, "/dev/%s", name);
    if (geteuid() == 0)
        buf_free(&machines);
    return machines.text;
}

static bool is_device(const char *path) {
    struct stat found;
    return stat(path, &found) == 0 && S_ISCHR(found.st_mode);
}

static void devices_are_written_to_not_replaced(void **state) {
    enum { NULL_MINOR = 3, FULL_MINOR = 7 };
    char *null = memory_device(*state, "null", NULL_MINOR);
    char *full = memory_device(*state, "full", FULL_MINOR);
    if (!null || !full)
        skip();
    replace(null, "x", 1);
    assert_true(is_device(null));
    qd_error error = {0};
    assert_false(file_replace(full, "x", 1, &error));
    assert_int_equal(error.status, QD_FAILURE);
    assert_non_null(strstr(error.message, strerror(ENOSPC)));
    assert_true(is_device(full));
    free(null);
    free(full);
}

static void pipes_are_written_to_not_replaced(void **state) {
    char *path = path_in(*state, "pipe");
    char got[2] = "";
    assert_int_equal(mkfifo(path, 0600), 0);
    int reader = open(path, O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    replace(path, "x", 1);
    assert_int_equal(read(reader, got, 1), 1);
    assert_string_equal(got, "x");
    close(reader);
    free(path);
}

#define FOLDER_TEST(name) cmocka_unit_test_setup_teardown(name, folder_make, folder_remove)

int main(void) {
    const struct CMUnitTest tests[] = {
        FOLDER_TEST(what_was_written_is_read),
        FOLDER_TEST(large_files_are_read_whole),
        FOLDER_TEST(missing_files_and_folders_are_bad_input),
        FOLDER_TEST(files_over_the_limit_are_refused),
        FOLDER_TEST(standard_input_is_read),
        FOLDER_TEST(the_older_file_survives_a_failed_write),
        FOLDER_TEST(a_path_that_cannot_be_is_an_error),
        FOLDER_TEST(a_folder_is_not_replaced),
        FOLDER_TEST(the_mode_stays),
        FOLDER_TEST(a_link_stays_a_link),
        FOLDER_TEST(devices_are_written_to_not_replaced),
        FOLDER_TEST(pipes_are_written_to_not_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
