#include "base/buf.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/option.h"

/* The invariant between any two calls. */
static void check(const struct buf *buf) {
    assert(buf->text || (buf->size == 0 && buf->room == 0));
    assert(!buf->text || (buf->size < buf->room && buf->text[buf->size] == '\0'));
    (void)buf;
}

/* Makes room for size more bytes and the NUL after them. */
static void make_room(struct buf *buf, size_t size) {
    size_t wanted = buf->size + size + 1;
    assert(wanted > buf->size && "the size must not overflow");
    if (wanted <= buf->room)
        return;
    size_t room = buf->room ? buf->room : 32;
    while (room < wanted)
        room *= 2;
    buf->text = mem_resize(buf->text, room, 1);
    buf->room = room;
    assert(buf->size + size < buf->room);
}

void buf_bytes(struct buf *buf, const void *bytes, size_t size) {
    check(buf);
    assert(bytes || !size);
    make_room(buf, size);
    if (size)
        memcpy(buf->text + buf->size, bytes, size);
    buf->size += size;
    buf->text[buf->size] = '\0';
    check(buf);
}

void buf_add(struct buf *buf, const char *text) {
    buf_bytes(buf, text, strlen(text));
}

void buf_char(struct buf *buf, char c) {
    buf_bytes(buf, &c, 1);
}

void buf_vprintf(struct buf *buf, const char *format, va_list args) {
    enum { USUAL = 24 };
    va_list again;
    va_copy(again, args);
    check(buf);
    make_room(buf, USUAL);
    size_t room = buf->room - buf->size;
    int size = vsnprintf(buf->text + buf->size, room, format, args);
    if (size > 0 && (size_t)size >= room) {
        make_room(buf, (size_t)size);
        vsnprintf(buf->text + buf->size, (size_t)size + 1, format, again);
    }
    if (size > 0)
        buf->size += (size_t)size;
    buf->text[buf->size] = '\0';
    va_end(again);
    assert(size >= 0);
    check(buf);
}

void buf_printf(struct buf *buf, const char *format, ...) {
    assert(!strchr(format, OPTION_MARK) && "options_printf spells what is named here");
    va_list args;
    va_start(args, format);
    buf_vprintf(buf, format, args);
    va_end(args);
}

void buf_decimal_sum(struct buf *buf, const char *digits, uint64_t addend) {
    size_t start = buf->size;
    size_t length = strlen(digits);
    enum { CARRY_DIGITS = 20 };
    assert(length > 0 && strspn(digits, "0123456789") == length);
    for (size_t i = 0; i < CARRY_DIGITS; i++)
        buf_char(buf, '0');
    buf_add(buf, digits);
    for (size_t at = start + CARRY_DIGITS + length; at-- > start && addend;) {
        uint64_t digit = (uint64_t)(buf->text[at] - '0') + addend % 10;
        buf->text[at] = (char)('0' + digit % 10);
        addend = addend / 10 + digit / 10;
    }
    assert(addend == 0 && "2^64 has no more digits than were put in front");
    size_t zeros = strspn(buf->text + start, "0");
    if (start + zeros == buf->size)
        zeros--;
    memmove(buf->text + start, buf->text + start + zeros, buf->size - start - zeros + 1);
    buf->size -= zeros;
    assert(strlen(buf->text + start) == buf->size - start);
}

void buf_clear(struct buf *buf) {
    check(buf);
    buf->size = 0;
    if (buf->text)
        buf->text[0] = '\0';
}

void buf_free(struct buf *buf) {
    free(buf->text);
    *buf = (struct buf){0};
}

const char *buf_text(const struct buf *buf) {
    return buf->text ? buf->text : "";
}

char *buf_take(struct buf *buf) {
    check(buf);
    char *text = buf->text ? buf->text : mem_text("");
    *buf = (struct buf){0};
    return text;
}
