/* Whole numbers of any length, as decimal digits. */
#ifndef BASE_DECIMAL_H
#define BASE_DECIMAL_H

#include <stdint.h>

#include "base/buf.h"

/* Appends the sum of a number in decimal digits and a small one, without leading zeros. */
void decimal_add(struct buf *out, const char *digits, uint64_t addend);

#endif
