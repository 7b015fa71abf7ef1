#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/* Where a library writes that leaves the bytes' place to its user. Starts as zeros. */
struct output {
    char *data;
    size_t size, capacity;
};

/* What MPack's own buffer starts with; it doubles too. So no library gains or loses by what is ours. A board with less
   memory says what is usual there. */
#ifndef OUTPUT_CAPACITY
#define OUTPUT_CAPACITY 4096
#endif

/* Make room for `more` bytes behind those there are; false where memory is exhausted. */
static inline bool output_reserve(struct output *output, size_t more) {
    if (__builtin_expect(output->capacity - output->size >= more, 1)) return true;
    size_t capacity = output->capacity ? output->capacity : OUTPUT_CAPACITY;
    while (capacity - output->size < more) capacity *= 2;
    char *grown = realloc(output->data, capacity);
    if (!grown) return false;
    output->data = grown;
    output->capacity = capacity;
    return true;
}
