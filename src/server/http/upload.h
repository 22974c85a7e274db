/* Pictures that were sent, as files for a generator. */
#ifndef SERVER_HTTP_UPLOAD_H
#define SERVER_HTTP_UPLOAD_H

#include <stdbool.h>

#include <quandary/types.h>

#include "base/buf.h"

/* True if a picture may be called so: not empty, in one line, without '/'. */
bool upload_may_be_called(const char *title);

/* Writes bytes to a file of their own, in a temporary folder that only this user may read. The
 * file's name is the title with an ending, because generators take their title from it. Returns its
 * path, for upload_remove; NULL with an error. */
char *upload_write(const struct buf *bytes, const char *title, qd_error *error);
/* Removes the file and its folder, and frees the path. NULL: nothing is done. */
void upload_remove(char *path);

#endif
