#include "server/http/upload.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/source.h"

bool upload_may_be_called(const char *title) {
    for (const char *at = title; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 127 || *at == '/')
            return false;
    return *title != '\0';
}

static bool write_all(const char *path, const struct buf *bytes) {
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0)
        return false;
    bool good = write(file, buf_text(bytes), bytes->size) == (ssize_t)bytes->size;
    return close(file) == 0 && good;
}

char *upload_write(const struct buf *bytes, const char *title, qd_error *error) {
    const char *folder = getenv("TMPDIR");
    struct buf path = {0};
    buf_printf(&path, "%s/quandary-XXXXXX", folder && folder[0] ? folder : "/tmp");
    bool made = mkdtemp(path.text) != NULL;
    if (made)
        buf_printf(&path, "/%s.png", title);
    if (made && write_all(path.text, bytes))
        return buf_take(&path);
    error_set(error, QD_FAILURE, "cannot write %.200s", path.text);
    if (made)
        upload_remove(buf_take(&path));
    buf_free(&path);
    return NULL;
}

void upload_remove(char *path) {
    if (!path)
        return;
    unlink(path);
    *strrchr(path, '/') = '\0';
    rmdir(path);
    free(path);
}
