#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Text (or bytes) that grows. Starts as zeros. */
struct text {
    char *data;
    size_t length, capacity;
};

void text_append(struct text *text, const void *data, size_t length);
void text_add(struct text *text, const char *string);
__attribute__((format(printf, 2, 3))) void text_format(struct text *text, const char *format, ...);

/* Append a JSON string with its quotes. Bytes that are no UTF-8 become U+FFFD. */
void text_add_json(struct text *text, const char *data, size_t length);

void text_free(struct text *text);
