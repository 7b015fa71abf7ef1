#pragma once

#include <stdint.h>

#include "allocations.h"
#include "clocks.h"
#include "failure.h"
#include "recording.h"
#include "value.h"

/* One operation on every document of a payload, `iterations` times, or once to check it. */
struct batch {
    size_t count; /* of documents, in each of the arrays */
    const struct value *values;
    const struct string *encoded;
    struct recording *recordings; /* of what a check gives; NULL while timing */
    uint64_t iterations;
    struct allocations *allocations; /* NULL where they are not counted */
    struct times elapsed;
    struct failure failure;
};

typedef bool batch_function(struct batch *batch);
