#include "text.h"

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

/* The length of the UTF-8 sequence at `data` (RFC 3629, table 3-7 of the Unicode standard), or 0 where there is none.
 */
static size_t sequence_length(const unsigned char *data, size_t available) {
    unsigned char first = data[0], low = 0x80, high = 0xBF;
    size_t length;
    if (first < 0x80) return 1;
    if (first >= 0xC2 && first <= 0xDF) {
        length = 2;
    } else if (first >= 0xE0 && first <= 0xEF) {
        length = 3;
        if (first == 0xE0) low = 0xA0;
        if (first == 0xED) high = 0x9F;
    } else if (first >= 0xF0 && first <= 0xF4) {
        length = 4;
        if (first == 0xF0) low = 0x90;
        if (first == 0xF4) high = 0x8F;
    } else {
        return 0;
    }
    if (length > available || data[1] < low || data[1] > high) return 0;
    for (size_t i = 2; i < length; i++) {
        if ((data[i] & 0xC0) != 0x80) return 0;
    }
    return length;
}

void text_add_json(struct text *text, const char *data, size_t length) {
    text_add(text, "\"");
    size_t start = 0;
    for (size_t i = 0; i < length;) {
        unsigned char byte = (unsigned char)data[i];
        size_t sequence = sequence_length((const unsigned char *)data + i, length - i);
        if (sequence && byte >= 0x20 && byte != '"' && byte != '\\') {
            i += sequence;
            continue;
        }
        text_append(text, data + start, i - start);
        if (sequence) {
            text_format(text, "\\u%04x", byte);
        } else {
            text_add(text, "\uFFFD");
        }
        start = ++i;
    }
    text_append(text, data + start, length - start);
    text_add(text, "\"");
}

void text_free(struct text *text) {
    free(text->data);
    *text = (struct text){0};
}
