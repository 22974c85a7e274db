/* Uploaded pictures, as files for a generator. */
#ifndef SERVER_HTTP_UPLOAD_H
#define SERVER_HTTP_UPLOAD_H

#include <stdbool.h>

#include <quandary/types.h>

#include "base/buf.h"

/* True if this can be the title of a picture: not empty, one line, without '/'. */
bool upload_may_be_called(const char *title);

/* Writes bytes to a file in a temporary folder of its own that only this user may read. The file is
 * named after the title, because generators take their title from the name. Returns its path, for
 * upload_remove; NULL with an error. */
char *upload_write(const struct buf *bytes, const char *title, qd_error *error);
/* Removes the file and its folder, and frees the path. NULL does nothing. */
void upload_remove(char *path);

#endif
