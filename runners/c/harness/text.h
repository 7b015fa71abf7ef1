#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Text (or bytes) that grows. Starts as zeros. */
struct text {
    char *data;
    size_t length, capacity;
};

void text_append(struct text *text, const void *data, size_t length);
void text_add(struct text *text, const char *string);
void text_add_natural(struct text *text, uint64_t natural);
__attribute__((format(printf, 2, 3))) void text_format(struct text *text, const char *format, ...);

void text_free(struct text *text);
