#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What was asked of the C library's allocator between two calls, and how deep the stack went. */
struct allocations {
    bool known; /* else nothing below is */
    uint32_t bytes, objects;
    uint32_t peak;  /* the most bytes that were there at once, above what was there before */
    uint32_t stack; /* bytes, below whoever began; 0 where the board does not know its stack */
    uint64_t hooks; /* what the hooks that count have cost, in the board's counts */
};

/* Find out what the hooks cost. */
void allocations_start(void);

/* Count from here on. */
void allocations_begin(void);

/* Stop counting, if it was begun, and tell what was counted last. */
struct allocations allocations_end(void);

/* Until called with NULL, have what is allocated come from there, and stay for good. */
void allocations_redirect(void *(*take)(size_t size));
