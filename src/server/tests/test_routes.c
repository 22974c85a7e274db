/* Paths and methods find their routes, and nothing else does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include <cmocka.h>

#include "server/api/routes.h"

static int status_of(const char *method, const char *path, route_parameters parameters) {
    struct response response = {0};
    const struct route *route = route_find(method, path, parameters, &response);
    int status = route ? 200 : response.status;
    response_free(&response);
    return status;
}

static void test_found(void **state) {
    (void)state;
    route_parameters parameters;
    assert_int_equal(status_of("GET", "/puzzles", parameters), 200);
    assert_int_equal(status_of("HEAD", "/puzzles", parameters), 200);
    assert_int_equal(status_of("GET", "/games/abc", parameters), 200);
    assert_string_equal(parameters[0], "abc");
    assert_int_equal(status_of("POST", "/games/abc/seats/3/engine", parameters), 200);
    assert_string_equal(parameters[0], "abc");
    assert_string_equal(parameters[1], "3");
}

static void test_not_found(void **state) {
    (void)state;
    route_parameters parameters;
    char lengthy[200] = "/games/";
    memset(lengthy + 7, 'A', 150);
    assert_int_equal(status_of("PUT", "/puzzles", parameters), 405);
    assert_int_equal(status_of("POST", "/games/abc", parameters), 405);
    assert_int_equal(status_of("GET", "", parameters), 404);
    assert_int_equal(status_of("GET", "/", parameters), 404);
    assert_int_equal(status_of("GET", "/puzzles/", parameters), 404);
    assert_int_equal(status_of("GET", "/puzzle", parameters), 404);
    assert_int_equal(status_of("GET", "/games//log", parameters), 404);
    assert_int_equal(status_of("GET", "/games/a/log/b", parameters), 404);
    assert_int_equal(status_of("GET", lengthy, parameters), 404);
}

/* ---- docs/openapi.json ---- */

/* The path as routes.def has it: "/games/{id}" becomes "/games/{}". */
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
        if (strcasecmp(route_at(i)->method, method) == 0 && strcmp(route_at(i)->path, pattern) == 0)
            return route_at(i);
    return NULL;
}

/* True if the operation is described as one that needs a token. */
static bool needs_token(const json_t *operation) {
    const json_t *security = json_object_get(operation, "security");
    return json_array_size(security) == 1 &&
           json_object_get(json_array_get(security, 0), "token") != NULL;
}

/* The limit that is described; 0: there is no body. */
static size_t body_limit(const json_t *operation) {
    const json_t *body = json_object_get(operation, "requestBody");
    return (size_t)json_integer_value(json_object_get(body, "x-max-bytes"));
}

static void compare(const char *method, const char *path, const json_t *operation) {
    const struct route *route = route_of(method, path);
    const json_t *body = json_object_get(operation, "requestBody");
    const json_t *too_large = json_object_get(json_object_get(operation, "responses"), "413");
    if (!route)
        fail_msg("%s %s is described, but routes.def has no such row", method, path);
    if (route->needs_token != needs_token(operation))
        fail_msg("%s %s: routes.def and the security described differ", method, path);
    if ((route->body_limit > 0) != (body != NULL) || (body != NULL) != (too_large != NULL))
        fail_msg("%s %s: a body has a requestBody, a limit and the answer 413", method, path);
    if (route->body_limit != body_limit(operation))
        fail_msg("%s %s: the body has at most %zu bytes, not x-max-bytes", method, path,
                 route->body_limit);
}

/* Every operation is a row of routes.def that says the same, and every row is an operation: as many
 * of them are different. */
static void test_as_described(void **state) {
    (void)state;
    const char *path, *method;
    json_t *item, *operation;
    size_t described = 0, routes = 0;
    json_t *document = json_load_file(OPENAPI, 0, NULL);
    assert_non_null(document);
    json_object_foreach(json_object_get(document, "paths"), path, item) {
        json_object_foreach(item, method, operation) {
            compare(method, path, operation);
            described++;
        }
    }
    for (const struct route *route; (route = route_at(routes)); routes++)
        if (route_of(route->method, route->path) != route)
            fail_msg("%s %s has two rows", route->method, route->path);
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
