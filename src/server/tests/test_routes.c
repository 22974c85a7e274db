/* Paths and methods find their routes, and nothing else does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include <cmocka.h>

#include "server/api/routes.h"

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

/* ---- docs/openapi.json ---- */

/* The path as the description has it, with {} for each of its parts: "/games/{id}" is "/games/{}".
 */
static void pattern_of(const char *path, char out[128]) {
    size_t size = 0;
    while (*path && size < 126) {
        out[size++] = *path;
        path += *path == '{' ? strcspn(path, "}") : 1;
    }
    out[size] = '\0';
}

static const struct route *route_of(const char *method, const char *path) {
    char pattern[128];
    pattern_of(path, pattern);
    for (size_t i = 0; route_at(i); i++)
        if (strcasecmp(route_at(i)->method, method) == 0 &&
            strcmp(route_at(i)->pattern, pattern) == 0)
            return route_at(i);
    return NULL;
}

/* True if the operation is described as one that nobody may ask for without a token. */
static bool needs_token(const json_t *operation) {
    const json_t *security = json_object_get(operation, "security");
    return json_array_size(security) == 1 &&
           json_object_get(json_array_get(security, 0), "token") != NULL;
}

/* Each operation has a route, which asks for a token if that is described; only the events are
 * answered elsewhere. And there are no other routes. */
static void test_as_described(void **state) {
    (void)state;
    const char *path, *method;
    json_t *item, *operation;
    size_t described = 0, routes = 0;
    json_t *document = json_load_file(OPENAPI, 0, NULL);
    assert_non_null(document);
    json_object_foreach(json_object_get(document, "paths"), path, item) {
        json_object_foreach(item, method, operation) {
            const struct route *route = route_of(method, path);
            if (strcmp(path, "/events") == 0)
                continue;
            if (!route)
                fail_msg("%s %s has no route", method, path);
            assert_int_equal(route->who == ROUTE_SEATED, needs_token(operation));
            described++;
        }
    }
    while (route_at(routes))
        routes++;
    assert_int_equal(routes, described);
    assert_in_range(described, 20, 1000);
    json_decref(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_found),
        cmocka_unit_test(test_not_found),
        cmocka_unit_test(test_as_described),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
