// The standard variant of the unix port, with a heap that begins as small as there, and grows where the documents need
// more, as an ESP32's does.
#include <stdlib.h>

#define MICROPY_GC_SPLIT_HEAP (1)
#define MICROPY_GC_SPLIT_HEAP_AUTO (1)

#include "variants/standard/mpconfigvariant.h"
