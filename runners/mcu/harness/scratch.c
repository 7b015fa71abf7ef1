#include "scratch.h"

#include "attempt.h"

void *scratch_take(struct region *region, size_t size) {
    void *memory = region_take(region, size);
    if (!memory) attempt_abandon(ATTEMPT_PAYLOADS, (uint32_t)size);
    return memory;
}
