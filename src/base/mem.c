#include "base/mem.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <quandary/types.h>

static _Noreturn void out_of_memory(void) {
    fputs("quandary: out of memory\n", stderr);
    exit(QD_FAILURE);
}

void *mem_new(size_t count, size_t size) {
    void *block = calloc(count ? count : 1, size ? size : 1);
    if (!block)
        out_of_memory();
    return block;
}

void *mem_resize(void *block, size_t count, size_t size) {
    if (size && count > SIZE_MAX / size)
        out_of_memory();
    size_t bytes = count * size;
    void *moved = realloc(block, bytes ? bytes : 1);
    if (!moved)
        out_of_memory();
    return moved;
}

void *mem_copy(const void *from, size_t size) {
    void *copy = mem_new(size, 1);
    if (size)
        memcpy(copy, from, size);
    return copy;
}

char *mem_text(const char *text) {
    return mem_copy(text, strlen(text) + 1);
}

void *mem_grow(void *array, size_t count, size_t *room, size_t size) {
    if (count < *room)
        return array;
    *room = *room ? *room * 2 : 8;
    return mem_resize(array, *room, size);
}
