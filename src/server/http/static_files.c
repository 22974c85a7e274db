#include "server/http/static_files.h"

#include <string.h>

const struct web_file *files_find(const char *path) {
    if (strcmp(path, "/") == 0)
        path = "/index.html";
    for (const struct web_file *file = web_files; file->path; file++)
        if (strcmp(file->path, path) == 0)
            return file;
    return NULL;
}
