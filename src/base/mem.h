/* Memory for small things. The sizes are bounded by the input's size limits, so running out means
 * that the machine is out of memory: the program then says so and ends with status 4. Tables and
 * queues that grow with a search are reserved through a control (search/control.h), which reports
 * failure to its caller instead. */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stddef.h>

/* A block of count * size bytes, zeroed. Never returns NULL; free() releases it. */
void *mem_new(size_t count, size_t size);

/* The block resized to count * size bytes; new bytes are not zeroed. Never returns NULL. */
void *mem_resize(void *block, size_t count, size_t size);

/* A copy of size bytes. Never returns NULL. */
void *mem_copy(const void *from, size_t size);

/* A copy of the text. Never returns NULL. */
char *mem_text(const char *text);

/* Room for one more item in an array that doubles; returns the (perhaps moved) array. */
void *mem_grow(void *array, size_t count, size_t *room, size_t size);

#define MEM_NEW(type) ((type *)mem_new(1, sizeof(type)))

#endif
