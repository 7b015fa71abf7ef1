#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "value.h"

/* What a visitor is told, one at a time. */

enum event_kind {
    EVENT_NULL,
    EVENT_BOOL,
    EVENT_INT,
    EVENT_UINT,
    EVENT_DOUBLE,
    EVENT_STRING,
    EVENT_BYTES,
    EVENT_KEY,
    EVENT_BEGIN_ARRAY,
    EVENT_END_ARRAY,
    EVENT_BEGIN_MAP,
    EVENT_END_MAP,
};

struct event {
    enum event_kind kind;
    union {
        bool boolean;
        int64_t integer;
        uint64_t natural;
        double real;
        struct string string; /* of a key, a string or bytes */
    };
};
