/* Reading UTF-8, one code point at a time. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdint.h>

/* What utf8_next returns for a byte that begins no valid sequence. */
#define UTF8_BAD UINT32_MAX

/* Returns the code point at *text, which ends with NUL, and moves *text past it. Returns 0 at the
 * end and stays there. For an invalid sequence (a stray or missing continuation byte, an overlong
 * form, a surrogate, more than U+10FFFF) it moves one byte and returns UTF8_BAD. */
uint32_t utf8_next(const char **text);

#endif
