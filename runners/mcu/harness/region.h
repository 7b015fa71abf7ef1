#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Memory that is taken from both ends: what stays from the bottom, what is waiting from the top. Once something does
   not fit, nothing more is taken, and the region only adds up how much would have been needed. */
struct region {
    char *bottom, *top;
    bool full;
    uint32_t needed; /* in all, since it was full */
};

/* Every block starts at a multiple of this. */
enum { REGION_ALIGNMENT = 8 };

/* Memory that stays; NULL where there is none left. */
void *region_take(struct region *region, size_t size);

/* The same from the top, to be given back by moving `top`. */
void *region_wait(struct region *region, size_t size);

/* Append one byte to what was taken last. */
void region_put(struct region *region, char byte);

/* Have the next block start at a multiple of the alignment. */
void region_align(struct region *region);
