#include "base/decimal.h"

#include <assert.h>
#include <string.h>

void decimal_add(struct buf *out, const char *digits, uint64_t addend) {
    size_t start = out->size;
    size_t length = strlen(digits);
    enum { CARRY_DIGITS = 20 };
    assert(length > 0 && strspn(digits, "0123456789") == length);
    for (size_t i = 0; i < CARRY_DIGITS; i++)
        buf_char(out, '0');
    buf_add(out, digits);
    for (size_t at = start + CARRY_DIGITS + length; at-- > start && addend;) {
        uint64_t digit = (uint64_t)(out->text[at] - '0') + addend % 10;
        out->text[at] = (char)('0' + digit % 10);
        addend = addend / 10 + digit / 10;
    }
    assert(addend == 0 && "2^64 has no more digits than are put before");
    size_t zeros = strspn(out->text + start, "0");
    if (start + zeros == out->size)
        zeros--;
    memmove(out->text + start, out->text + start + zeros, out->size - start - zeros + 1);
    out->size -= zeros;
    assert(strlen(out->text + start) == out->size - start);
}
