/* Paths and methods find their routes, and nothing else does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "routes.h"

static int status_of(const char *method, const char *path, char parts[2][64]) {
    struct reply reply = {0};
    const struct route *route = route_find(method, path, parts, &reply);
    int status = route ? 200 : reply.status;
    reply_free(&reply);
    return status;
}

static void test_found(void **state) {
    (void)state;
    char parts[2][64];
    assert_int_equal(status_of("GET", "/puzzles", parts), 200);
    assert_int_equal(status_of("HEAD", "/puzzles", parts), 200);
    assert_int_equal(status_of("GET", "/games/abc", parts), 200);
    assert_string_equal(parts[0], "abc");
    assert_int_equal(status_of("POST", "/games/abc/seats/3/engine", parts), 200);
    assert_string_equal(parts[0], "abc");
    assert_string_equal(parts[1], "3");
}

static void test_not_found(void **state) {
    (void)state;
    char parts[2][64], lengthy[200] = "/games/";
    memset(lengthy + 7, 'A', 150);
    assert_int_equal(status_of("PUT", "/puzzles", parts), 405);
    assert_int_equal(status_of("POST", "/games/abc", parts), 405);
    assert_int_equal(status_of("GET", "", parts), 404);
    assert_int_equal(status_of("GET", "/", parts), 404);
    assert_int_equal(status_of("GET", "/puzzles/", parts), 404);
    assert_int_equal(status_of("GET", "/puzzle", parts), 404);
    assert_int_equal(status_of("GET", "/games//log", parts), 404);
    assert_int_equal(status_of("GET", "/games/a/log/b", parts), 404);
    assert_int_equal(status_of("GET", lengthy, parts), 404);
}

/* What changes something needs a token, but for creating a game and taking a seat. */
static void test_who(void **state) {
    (void)state;
    static const char *const writing[] = {"moves", "undo",  "redo", "resign", "rematch",
                                          "solve", "check", "rate", "hint",   "seats/1/engine"};
    for (size_t i = 0; i < sizeof writing / sizeof *writing; i++) {
        char parts[2][64], path[64] = "/games/a/";
        struct reply reply = {0};
        strcat(path, writing[i]);
        const struct route *route = route_find("POST", path, parts, &reply);
        assert_non_null(route);
        assert_int_equal(route->who, ROUTE_SEATED);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_found),
        cmocka_unit_test(test_not_found),
        cmocka_unit_test(test_who),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
