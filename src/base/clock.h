/* Clocks, in seconds. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

/* Wall-clock time since some fixed moment; never goes back. */
double clock_wall(void);
/* CPU time of the whole process, all threads. */
double clock_cpu(void);
/* CPU time of the calling thread. */
double clock_thread_cpu(void);

#endif
