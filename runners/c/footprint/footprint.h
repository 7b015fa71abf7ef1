#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What linking a codec's row, or one operation of it alone, adds to a program that has none, measured when this one was
   built. */
struct footprint {
    const char *source;    /* the row's file, as in its description; NULL at the end of the list */
    const char *row;       /* which of the rows in that file, as the compiler calls it */
    const char *operation; /* NULL for the whole row */
    uint32_t flash, ram;
};

extern const struct footprint footprints[];

#ifdef __cplusplus
}
#endif
