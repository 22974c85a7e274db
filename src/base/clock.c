#include "base/clock.h"

#include <time.h>

static double read_clock(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double clock_wall(void) {
    return read_clock(CLOCK_MONOTONIC);
}

double clock_cpu(void) {
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

double clock_thread_cpu(void) {
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}
