/* Text that grows. */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdarg.h>
#include <stddef.h>

#include <quandary/types.h>

/* Zero-initialise it: {0}. text is NULL until something was added, then NUL-terminated. */
struct buf {
    char *text;
    size_t size;
    size_t room;
};

void buf_add(struct buf *buf, const char *text);
void buf_bytes(struct buf *buf, const void *bytes, size_t size);
void buf_char(struct buf *buf, char c);
void buf_printf(struct buf *buf, const char *format, ...) QD_PRINTF(2, 3);
void buf_vprintf(struct buf *buf, const char *format, va_list args) QD_PRINTF(2, 0);

/* Makes it empty, keeps the room. */
void buf_clear(struct buf *buf);
/* Releases the memory; the buf is as new. */
void buf_free(struct buf *buf);
/* The text, "" if nothing was added. Valid until the next change. */
const char *buf_text(const struct buf *buf);
/* Hands the text over to the caller, who frees it; the buf is as new. Never NULL. */
char *buf_take(struct buf *buf);

#endif
