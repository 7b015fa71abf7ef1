#pragma once

#include <stddef.h>
#include <stdint.h>

/* What Arduino's core offers in C++, for C. */

#ifdef __cplusplus
extern "C" {
#endif

void core_start(uint32_t baud);

/* The next byte; waits for it. */
int core_read(void);

void core_write(const char *data, size_t size);

/* Since the start, and from 0 again after 2^32. */
uint32_t core_microseconds(void);

/* Start anew, where the core can. */
void core_reset(void);

#ifdef __cplusplus
}
#endif
