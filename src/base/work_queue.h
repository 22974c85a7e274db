/* Work that waits for a thread: a queue of limited length and the threads that empty it. */
#ifndef BASE_WORK_QUEUE_H
#define BASE_WORK_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

struct queue;

/* threads: at least 1 (fewer if the machine gives no more); most: how many may wait. Never NULL. */
struct queue *queue_new(unsigned threads, size_t most);
/* Has run(context) called on one of the threads, after all that came before has begun. Returns
 * false if too many wait, or the queue was stopped. */
bool queue_put(struct queue *queue, void (*run)(void *context), void *context);
/* No more is taken. What waits is still run: those who gave it must see to it that it ends soon.
 * Returns when all is done. */
void queue_stop(struct queue *queue);
void queue_free(struct queue *queue);
/* Looks at all that waits. Returns false if the queue is broken. */
bool queue_check(struct queue *queue);

#endif
