#pragma once

#include <stdint.h>
#include <time.h>

#include "text.h"

struct times {
    int64_t wall_ns, cpu_ns;
};

static inline int64_t clock_ns(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Read both clocks, the thread's CPU time next to what is timed: last before it, first after it. */
static inline struct times clocks_start(void) {
    struct times start;
    start.wall_ns = clock_ns(CLOCK_MONOTONIC);
    start.cpu_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    return start;
}

static inline struct times clocks_since(struct times start) {
    struct times elapsed;
    elapsed.cpu_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID) - start.cpu_ns;
    elapsed.wall_ns = clock_ns(CLOCK_MONOTONIC) - start.wall_ns;
    return elapsed;
}

/* Add to an answer which clocks there are, as a member of an object. */
void clocks_describe(struct text *answer);

/* Add to an answer what elapsed, as members of an object that has others before. */
void clocks_answer(struct text *answer, struct times elapsed);
