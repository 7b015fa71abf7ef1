#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Running what may end otherwise than by returning, on a machine without processes: where the heap or the stack is
   exhausted, or the processor faults, it is abandoned. Libraries are then as they are; board_refresh() mends that. */

enum attempt_end {
    ATTEMPT_RETURNED,
    ATTEMPT_HEAP,     /* exhausted */
    ATTEMPT_STACK,    /* overrun */
    ATTEMPT_PAYLOADS, /* no room beside the payloads for what a request prepares */
    ATTEMPT_NESTING,  /* deeper than checks can follow */
    ATTEMPT_ABORTED,  /* the program called abort() */
    ATTEMPT_FAULT,    /* of the processor */
};

struct attempt {
    enum attempt_end end;
    uint32_t needed; /* bytes, at least, where there were too few */
};

struct attempt attempt(void (*function)(void *), void *context);

/* End the attempt that runs. */
__attribute__((noreturn)) void attempt_abandon(enum attempt_end end, uint32_t needed);
