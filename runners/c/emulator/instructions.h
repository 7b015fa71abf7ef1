#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define INSTRUCTIONS_NAME "QEMU's count of executed instructions"

/* Where the emulator counts, which the program finds before it begins. */
extern const volatile uint32_t *instructions_counted;

/* How many instructions the emulated processor has executed. Where it reads 32 bits at a time, the upper half must not
   have changed between its readings. */
static inline uint64_t instructions(void) {
#ifdef __LP64__
    return *(const volatile uint64_t *)instructions_counted;
#else
    uint32_t upper, lower;
    do {
        upper = instructions_counted[1];
        lower = instructions_counted[0];
    } while (upper != instructions_counted[1]);
    return (uint64_t)upper << 32 | lower;
#endif
}

/* What reading them twice takes, which is no part of an operation. */
static inline uint64_t instructions_cost(void) {
    uint64_t start = instructions();
    return instructions() - start;
}

#ifdef __cplusplus
}
#endif
