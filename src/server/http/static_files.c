#include "server/http/static_files.h"

#include <stdio.h>
#include <string.h>

#include "server/http/response.h"

/* Nothing from elsewhere, nothing inline, no frame of another site. */
static const char page_policy[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; worker-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'";

const struct web_file *static_file_find(const char *path) {
    if (strcmp(path, "/") == 0)
        path = "/index.html";
    for (const struct web_file *file = web_files; file->path; file++)
        if (strcmp(file->path, path) == 0)
            return file;
    return NULL;
}

enum MHD_Result static_file_send(const struct web_file *file, const struct mhd *mhd,
                                 struct MHD_Connection *connection) {
    const char *known = mhd->lookup_connection_value(connection, MHD_HEADER_KIND, "If-None-Match");
    bool same = known && strstr(known, file->etag);
    /* the bytes are constant; libmicrohttpd does not write to what is persistent */
    void *bytes = (void *)(uintptr_t)file->bytes;
    struct MHD_Response *message =
        same ? mhd->create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT)
             : mhd->create_response_from_buffer(file->size, bytes, MHD_RESPMEM_PERSISTENT);
    if (message) {
        response_protect(mhd, message, page_policy);
        mhd->add_response_header(message, "Content-Type", file->type);
        mhd->add_response_header(message, "ETag", file->etag);
        mhd->add_response_header(message, "Cache-Control", "no-cache");
    }
    return response_queue(mhd, connection, same ? 304 : 200, message);
}

enum MHD_Result static_file_redirect(const char *path, const struct mhd *mhd,
                                     struct MHD_Connection *connection) {
    struct MHD_Response *message =
        mhd->create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    char place[96];
    snprintf(place, sizeof place, "/#%s", path);
    if (message) {
        response_protect(mhd, message, "default-src 'none'");
        mhd->add_response_header(message, "Location", place);
        mhd->add_response_header(message, "Cache-Control", "no-store");
    }
    return response_queue(mhd, connection, 303, message);
}
