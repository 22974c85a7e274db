/* The page: the files of web/, which tools/embed.py makes part of the program. */
#ifndef SERVER_HTTP_STATIC_FILES_H
#define SERVER_HTTP_STATIC_FILES_H

#include <stddef.h>

#include "server/http/mhd.h"

struct web_file {
    const char *path; /* from the root: "/app.js" */
    const char *type;
    const char *etag; /* in quotes: from its contents */
    const unsigned char *bytes;
    size_t size;
};

/* All of them; the last one has no path. Made by tools/embed.py. */
extern const struct web_file web_files[];

/* The file with this path ("/" is the page itself), or NULL. */
const struct web_file *static_file_find(const char *path);
/* Sends a file, or 304 if the client has it already. */
enum MHD_Result static_file_send(const struct web_file *file, const struct mhd *mhd,
                                 struct MHD_Connection *connection);
/* Redirects to the page, which shows what the path means: /#/join/... */
enum MHD_Result static_file_redirect(const char *path, const struct mhd *mhd,
                                     struct MHD_Connection *connection);

#endif
