/* Uploaded pictures: where their files are, who may read them, and that nothing is left. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/mem.h"
#include "server/http/upload.h"
#include "tests/support/temporary.h"

static void test_titles(void **state) {
    (void)state;
    assert_true(upload_may_be_called("a cat.v2"));
    assert_true(upload_may_be_called(".."));
    assert_true(upload_may_be_called("\xc3\xa4"));
    assert_false(upload_may_be_called(""));
    assert_false(upload_may_be_called("../cat"));
    assert_false(upload_may_be_called("a\nb"));
    assert_false(upload_may_be_called("a\x7f"));
}

static void test_file(void **state) {
    (void)state;
    struct buf bytes = {0};
    struct source source;
    struct stat about;
    qd_error error = {0};
    buf_bytes(&bytes, "a\0b", 3);
    char *path = upload_write(&bytes, "..", &error), *folder = mem_text(path);
    assert_string_equal(strrchr(path, '/'), "/...png");
    assert_true(file_read(path, &source, &error));
    assert_int_equal(source.size, 3);
    assert_memory_equal(source.data, "a\0b", 3);
    file_close(&source);
    *strrchr(folder, '/') = '\0';
    assert_int_equal(stat(folder, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0700);
    upload_remove(path);
    assert_int_not_equal(access(folder, F_OK), 0);
    free(folder);
    buf_free(&bytes);
    upload_remove(NULL);
}

static void test_no_room(void **state) {
    (void)state;
    struct buf bytes = {0};
    qd_error error = {0};
    const char *before = getenv("TMPDIR");
    char *kept = before ? mem_text(before) : NULL;
    char folder[64];
    temporary_name(folder, sizeof folder, "upload");
    setenv("TMPDIR", "/nowhere/at/all", 1);
    assert_null(upload_write(&bytes, "cat", &error));
    assert_int_equal(error.status, QD_FAILURE);
    /* The folder is there, and the name is too long for a file in it: nothing of it is left. */
    char title[300];
    memset(title, 'a', sizeof title - 1);
    title[sizeof title - 1] = '\0';
    setenv("TMPDIR", mkdtemp(folder), 1);
    assert_null(upload_write(&bytes, title, &error));
    assert_int_equal(rmdir(folder), 0);
    if (kept)
        setenv("TMPDIR", kept, 1);
    else
        unsetenv("TMPDIR");
    free(kept);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_titles),
        cmocka_unit_test(test_file),
        cmocka_unit_test(test_no_room),
    };
    return cmocka_run_group_tests_name("upload", tests, NULL, NULL);
}
