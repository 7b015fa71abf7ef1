#include <stddef.h>
#include <stdint.h>

#include "py/gc.h"

// How much may be added to the heap: as much as the system gives.
size_t gc_get_max_new_split(void) { return SIZE_MAX; }
