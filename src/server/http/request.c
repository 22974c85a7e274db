#include "server/http/request.h"

#include <string.h>
#include <strings.h>

/* ---- the query ---- */

const char *request_query(const struct request *request, const char *name) {
    return request->mhd->lookup_connection_value(request->connection, MHD_GET_ARGUMENT_KIND, name);
}

struct visitor {
    void (*see)(void *context, const char *name, const char *value);
    void *context;
};

static enum MHD_Result visit(void *context, enum MHD_ValueKind kind, const char *name,
                             const char *value) {
    (void)kind;
    struct visitor *visitor = context;
    visitor->see(visitor->context, name, value ? value : "");
    return MHD_YES;
}

void request_queries(const struct request *request,
                     void (*see)(void *context, const char *name, const char *value),
                     void *context) {
    struct visitor visitor = {.see = see, .context = context};
    request->mhd->get_connection_values(request->connection, MHD_GET_ARGUMENT_KIND, visit,
                                        &visitor);
}

/* ---- headers ---- */

const char *request_header(const struct mhd *mhd, struct MHD_Connection *connection,
                           const char *name) {
    return mhd->lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

const char *request_token(const struct mhd *mhd, struct MHD_Connection *connection) {
    const char *value = request_header(mhd, connection, "Authorization");
    if (!value || strncasecmp(value, "Bearer ", 7) != 0)
        return NULL;
    return value + 7;
}

/* ---- the body ---- */

static bool is_json(const struct mhd *mhd, struct MHD_Connection *connection) {
    const char *type = request_header(mhd, connection, "Content-Type");
    size_t size = strlen("application/json");
    return type && strncasecmp(type, "application/json", size) == 0 &&
           (!type[size] || type[size] == ';' || type[size] == ' ');
}

json_t *request_json(const struct mhd *mhd, struct MHD_Connection *connection,
                     const struct buf *body, struct response *response) {
    json_error_t error;
    if (body->size == 0)
        return NULL;
    /* a page from elsewhere cannot send this type without asking first */
    if (!is_json(mhd, connection)) {
        response_problem(response, 400, "bad_request",
                         "Content-Type: application/json was expected");
        return NULL;
    }
    json_t *object = json_loadb(body->text, body->size, JSON_REJECT_DUPLICATES, &error);
    if (!object)
        response_problem(response, 400, "bad_json", "the body is not JSON: %s (line %d, column %d)",
                         error.text, error.line, error.column);
    else if (!json_is_object(object)) {
        response_problem(response, 400, "bad_json", "an object was expected");
        json_decref(object);
        object = NULL;
    }
    return object;
}
