/* The page: files of web/ that are part of the program (tools/embed.py). */
#ifndef SERVER_HTTP_STATIC_FILES_H
#define SERVER_HTTP_STATIC_FILES_H

#include <stddef.h>

struct web_file {
    const char *path; /* from the root: "/app.js" */
    const char *type;
    const char *etag; /* in quotes: from its contents */
    const unsigned char *bytes;
    size_t size;
};

/* All of them; the last one has no path. Made by tools/embed.py. */
extern const struct web_file web_files[];

/* The file of that path ("/" is the page itself), NULL if there is none. */
const struct web_file *files_find(const char *path);

#endif
