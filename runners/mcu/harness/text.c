#include "text.h"

#include <string.h>

#include "line.h"
#include "literal.h"

void text_append(struct text *text, const void *data, size_t length) {
    const char *bytes = data;
    if (!text->quoted) return line_write(bytes, length);
    for (size_t i = 0; i < length; i++) {
        char byte = literal_at(bytes + i);
        if (byte == '"' || byte == '\\') line_write("\\", 1);
        line_write(&byte, 1);
    }
}

void text_add(struct text *text, const char *string) { text_append(text, string, strlen(string)); }

void text_add_natural(struct text *text, uint64_t natural) {
    char digits[20];
    size_t first = sizeof digits;
    do {
        digits[--first] = (char)('0' + natural % 10);
        natural /= 10;
    } while (natural);
    text_append(text, digits + first, sizeof digits - first);
}

void text_add_integer(struct text *text, int64_t integer) {
    if (integer < 0) text_add(text, "-");
    text_add_natural(text, integer < 0 ? -(uint64_t)integer : (uint64_t)integer);
}

void text_add_hash(struct text *text, uint64_t hash) {
    char digits[16];
    for (int i = 15; i >= 0; i--) {
        digits[i] = "0123456789abcdef"[hash & 15];
        hash >>= 4;
    }
    text_append(text, digits, sizeof digits);
}
