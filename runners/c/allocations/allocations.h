#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What was asked of the C library's allocator between two calls. Bytes are those of the blocks that it gave, which
   rounds sizes up. A block that grows is no new object, and counts with the bytes that it grew by. */
struct allocations {
    uint64_t bytes, objects;
    uint64_t peak; /* the most bytes that were there at once, above what was there before */
};

/* Count from here on: what the program allocates, and what libraries and the C library itself do for it. */
void allocations_begin(void);

/* Whether what was begun counts anything: no program does that is linked without a dynamic linker. */
bool allocations_known(void);

/* Stop counting, if it was begun, and tell what was counted last. */
struct allocations allocations_end(void);

/* The file name of the shared library whose malloc memory comes from; NULL where that is not known. */
const char *allocator(void);

#ifdef __cplusplus
}
#endif
