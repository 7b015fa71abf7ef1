#pragma once

#include <stdint.h>

/* What linking a codec's row adds to a firmware that has none, measured when this one was built. */
struct footprint {
    const char *source; /* the row's file, as in its description; NULL at the end of the list */
    uint8_t row;        /* which of the rows in that file, from 0 */
    uint32_t flash, ram;
};

extern const struct footprint footprints[];
