#include "text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

static void reserve(struct text *text, size_t more) {
    if (text->capacity - text->length >= more) return;
    size_t capacity = text->capacity ? text->capacity : 64;
    while (capacity - text->length < more) capacity *= 2;
    text->data = reallocate(text->data, capacity);
    text->capacity = capacity;
}

void text_append(struct text *text, const void *data, size_t length) {
    reserve(text, length);
    if (length) memcpy(text->data + text->length, data, length);
    text->length += length;
}

void text_add(struct text *text, const char *string) { text_append(text, string, strlen(string)); }

void text_format(struct text *text, const char *format, ...) {
    char buffer[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(buffer, sizeof buffer, format, arguments);
    va_end(arguments);
    text_append(text, buffer, (size_t)length < sizeof buffer ? (size_t)length : sizeof buffer - 1);
}

void text_free(struct text *text) {
    free(text->data);
    *text = (struct text){0};
}

void text_add_natural(struct text *text, uint64_t natural) { text_format(text, "%" PRIu64, natural); }
