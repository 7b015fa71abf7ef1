#include "json_text.h"

#include "literal.h"

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
        char ahead[4];
        size_t available = length - i < sizeof ahead ? length - i : sizeof ahead;
        literal_copy(ahead, data + i, available);
        unsigned char byte = (unsigned char)ahead[0];
        size_t sequence = sequence_length((const unsigned char *)ahead, available);
        if (sequence && byte >= 0x20 && byte != '"' && byte != '\\') {
            i += sequence;
            continue;
        }
        text_append(text, data + start, i - start);
        if (sequence) {
            char escape[] = {'\\', 'u', '0', '0', "01234567"[byte >> 4], "0123456789abcdef"[byte & 15]};
            text_append(text, escape, sizeof escape);
        } else {
            text_add(text, "\uFFFD");
        }
        start = ++i;
    }
    text_append(text, data + start, length - start);
    text_add(text, "\"");
}
