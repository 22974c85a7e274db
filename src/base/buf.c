#include "base/buf.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* What holds between any two calls. */
static void check(const struct buf *buf) {
    assert(buf->text || (buf->size == 0 && buf->room == 0));
    assert(!buf->text || (buf->size < buf->room && buf->text[buf->size] == '\0'));
    (void)buf;
}

/* Keeps room for size more bytes and the NUL behind them. */
static void make_room(struct buf *buf, size_t size) {
    size_t wanted = buf->size + size + 1;
    assert(wanted > buf->size && "the size must not wrap round");
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
    va_list args;
    va_start(args, format);
    buf_vprintf(buf, format, args);
    va_end(args);
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
