#include "base/utf8.h"

#include <assert.h>
#include <stdbool.h>

/* What the first byte of a sequence says about it. */
struct lead {
    int more;       /* continuation bytes that must follow */
    uint32_t bits;  /* the payload of the first byte */
    uint32_t least; /* anything below this would be an overlong form */
};

static bool read_lead(unsigned char byte, struct lead *lead) {
    if (byte < 0x80)
        *lead = (struct lead){0, byte, 0};
    else if ((byte & 0xE0) == 0xC0)
        *lead = (struct lead){1, byte & 0x1F, 0x80};
    else if ((byte & 0xF0) == 0xE0)
        *lead = (struct lead){2, byte & 0x0F, 0x800};
    else if ((byte & 0xF8) == 0xF0)
        *lead = (struct lead){3, byte & 0x07, 0x10000};
    else
        return false;
    return true;
}

static bool is_scalar(uint32_t code) {
    return code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
}

uint32_t utf8_next(const char **text) {
    const unsigned char *bytes = (const unsigned char *)*text;
    if (!bytes[0])
        return 0;
    *text += 1;
    struct lead lead;
    if (!read_lead(bytes[0], &lead))
        return UTF8_BAD;
    uint32_t code = lead.bits;
    for (int i = 1; i <= lead.more; i++) {
        if ((bytes[i] & 0xC0) != 0x80)
            return UTF8_BAD;
        code = code << 6 | (bytes[i] & 0x3F);
    }
    if (code < lead.least || !is_scalar(code))
        return UTF8_BAD;
    *text += lead.more;
    assert(code != 0 && code != UTF8_BAD);
    return code;
}
