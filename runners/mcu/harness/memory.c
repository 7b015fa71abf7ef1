#include "memory.h"

#include <stdint.h>
#include <stdlib.h>

#include "attempt.h"

void *allocate(size_t size) {
    void *memory = malloc(size ? size : 1);
    if (!memory) attempt_abandon(ATTEMPT_HEAP, (uint32_t)size);
    return memory;
}
