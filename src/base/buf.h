/* Text that grows. */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <quandary/types.h>

/* Zero-initialise it: {0}. text is NULL until something is added, then NUL-terminated. */
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

/* Appends the sum of a whole number of any length, written in decimal digits, and a small one;
 * without leading zeros. */
void buf_decimal_sum(struct buf *buf, const char *digits, uint64_t addend);

/* Empties it but keeps the memory. */
void buf_clear(struct buf *buf);
/* Releases the memory; the buf is empty again. */
void buf_free(struct buf *buf);
/* The text, "" if there is none. Valid until the next change. */
const char *buf_text(const struct buf *buf);
/* Passes the text to the caller, who frees it; the buf is empty again. Never NULL. */
char *buf_take(struct buf *buf);

#endif
