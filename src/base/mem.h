/* Memory for small things. The size limits of the input bound it, so running out means that the
 * machine is out of memory: the program says so and exits with status 4. Tables and queues that
 * grow with a search are reserved through a control (search/control.h), which reports failure to
 * its caller. */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stddef.h>

/* A block of count * size bytes, zeroed. Never returns NULL; free() releases it. */
void *mem_new(size_t count, size_t size);

/* Resizes the block to count * size bytes; new bytes are not zeroed. Never returns NULL. */
void *mem_resize(void *block, size_t count, size_t size);

/* A copy of size bytes. Never returns NULL. */
void *mem_copy(const void *from, size_t size);

/* A copy of the text. Never returns NULL. */
char *mem_text(const char *text);

/* Makes room for one more item in an array of count items, doubling it if it is full. Returns the
 * array, which may have moved. */
void *mem_grow(void *array, size_t count, size_t *room, size_t size);

#define MEM_NEW(type) ((type *)mem_new(1, sizeof(type)))

#endif
