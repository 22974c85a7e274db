/* Reading UTF-8 one code point at a time. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdint.h>

/* What utf8_next returns for a byte that begins no valid sequence. */
#define UTF8_BAD UINT32_MAX

/* The code point at *text, which ends with NUL; moves *text behind it. Returns 0 at the end and
 * stays there. Where no valid sequence stands (a stray or missing continuation byte, an overlong
 * form, a surrogate, more than U+10FFFF) it moves by one byte and returns UTF8_BAD. */
uint32_t utf8_next(const char **text);

#endif
