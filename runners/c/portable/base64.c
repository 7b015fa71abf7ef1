#include "base64.h"

#include <stdint.h>
#include <string.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void base64_encode(struct text *text, const void *data, size_t size) {
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i += 3) {
        size_t count = size - i < 3 ? size - i : 3;
        uint32_t word = (uint32_t)bytes[i] << 16;
        if (count > 1) word |= (uint32_t)bytes[i + 1] << 8;
        if (count > 2) word |= bytes[i + 2];
        char group[4] = {alphabet[word >> 18], alphabet[word >> 12 & 63], count > 1 ? alphabet[word >> 6 & 63] : '=',
                         count > 2 ? alphabet[word & 63] : '='};
        text_append(text, group, sizeof group);
    }
}

static int digit_of(char character) {
    if (character >= 'A' && character <= 'Z') return character - 'A';
    if (character >= 'a' && character <= 'z') return character - 'a' + 26;
    if (character >= '0' && character <= '9') return character - '0' + 52;
    return character == '+' ? 62 : character == '/' ? 63 : -1;
}

bool base64_decode(const char *data, size_t length, unsigned char *bytes, size_t *size) {
    if (length % 4) return false;
    *size = 0;
    for (size_t i = 0; i < length; i += 4) {
        size_t padding = 0;
        if (i + 4 == length && data[i + 3] == '=') padding = data[i + 2] == '=' ? 2 : 1;
        uint32_t word = 0;
        for (size_t j = 0; j < 4; j++) {
            int digit = j < 4 - padding ? digit_of(data[i + j]) : 0;
            if (digit < 0) return false;
            word = word << 6 | (uint32_t)digit;
        }
        for (size_t j = 0; j < 3 - padding; j++) bytes[(*size)++] = (unsigned char)(word >> (16 - 8 * j));
    }
    return true;
}
