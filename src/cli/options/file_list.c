#include "cli/options/file_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"

/* A copy that can be cut into names; the last one ends like the others. */
static bool read_text(const char *path, char **text, size_t *size, qd_error *error) {
    struct source source;
    if (!file_read(path, &source, error))
        return false;
    *size = source.size;
    *text = mem_copy(source.data, source.size + 1);
    file_close(&source);
    return true;
}

bool file_list_read(const char *path, char **text, void (*put)(void *context, const char *name),
                    void *context, qd_error *error) {
    size_t size, count = 0;
    *text = NULL;
    if (!read_text(path, text, &size, error))
        return false;
    char separator = memchr(*text, '\0', size) ? '\0' : '\n';
    bool standard = strcmp(path, "-") == 0;
    for (char *name = *text; name < *text + size; name += strlen(name) + 1) {
        char *end = memchr(name, separator, size - (size_t)(name - *text));
        if (end)
            *end = '\0';
        if (!*name)
            continue;
        if (standard && strcmp(name, "-") == 0)
            return error_set(error, QD_BAD_INPUT,
                             "standard input holds the list of files; it cannot be one of them");
        put(context, name);
        count++;
    }
    return count > 0 || error_set(error, QD_BAD_INPUT, "the list of --files-from is empty");
}
