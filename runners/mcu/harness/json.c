#include "json.h"

#include <string.h>

struct json json_of(int (*next)(void *), void *source) {
    return (struct json){.next = next, .source = source, .ahead = JSON_NONE};
}

bool json_break(struct json *json) {
    json->broken = true;
    return false;
}

static int look(struct json *json) {
    if (json->broken) return JSON_END;
    if (json->ahead == JSON_NONE) json->ahead = json->next(json->source);
    return json->ahead;
}

static int take(struct json *json) {
    int byte = look(json);
    json->ahead = JSON_NONE;
    return byte;
}

int json_peek(struct json *json) {
    int byte;
    while ((byte = look(json)) == ' ' || byte == '\t' || byte == '\n' || byte == '\r') take(json);
    return byte;
}

bool json_accept(struct json *json, char byte) {
    if (json_peek(json) != byte) return false;
    take(json);
    return true;
}

bool json_expect(struct json *json, char byte) { return json_accept(json, byte) || json_break(json); }

static uint16_t read_hex(struct json *json) {
    uint16_t unit = 0;
    for (int i = 0; i < 4; i++) {
        int byte = take(json);
        int digit = byte >= '0' && byte <= '9'   ? byte - '0'
                    : byte >= 'a' && byte <= 'f' ? byte - 'a' + 10
                    : byte >= 'A' && byte <= 'F' ? byte - 'A' + 10
                                                 : -1;
        if (digit < 0) json_break(json);
        unit = (uint16_t)(unit << 4 | (digit & 15));
    }
    return unit;
}

/* Have all but the first byte of the character wait, and return the first one. */
static int begin_character(struct json *json, uint32_t character) {
    if (character < 0x80) return (int)character;
    unsigned char count = character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
    for (unsigned char i = 0; i < count; i++) {
        json->pending[i] = (unsigned char)(0x80 | (character & 0x3F)); /* the last one first */
        character >>= 6;
    }
    json->pending_count = count;
    return (int)(((0xF0 << (3 - count)) & 0xFF) | character);
}

static int read_escape(struct json *json) {
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    int byte = take(json);
    const char *letter = byte > 0 ? strchr(letters, byte) : NULL;
    if (letter) return meanings[letter - letters];
    if (byte != 'u') return json_break(json), JSON_END;
    uint32_t character = read_hex(json);
    if (character >= 0xDC00 && character < 0xE000) json_break(json);
    if (character >= 0xD800 && character < 0xDC00) {
        if (take(json) != '\\' || take(json) != 'u') json_break(json);
        uint16_t low = read_hex(json);
        if (low < 0xDC00 || low >= 0xE000) json_break(json);
        character = 0x10000 + ((character - 0xD800) << 10) + (low - 0xDC00);
    }
    return json->broken ? JSON_END : begin_character(json, character);
}

int json_string_next(struct json *json) {
    if (json->pending_count) return json->pending[--json->pending_count];
    int byte = take(json);
    if (byte == '"') return JSON_END;
    if (byte == '\\') return read_escape(json);
    if (byte < 0x20) return json_break(json), JSON_END;
    return byte;
}

bool json_read_text(struct json *json, char *text, size_t size) {
    size_t length = 0;
    bool fits = true;
    if (!json_expect(json, '"')) return false;
    for (int byte; (byte = json_string_next(json)) != JSON_END;) {
        fits = fits && byte != 0 && length + 1 < size;
        if (fits) text[length++] = (char)byte;
    }
    text[length] = '\0';
    return fits && !json->broken;
}

char json_read_word(struct json *json) {
    static const char *const words[] = {"true", "false", "null"};
    int first = json_peek(json);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (words[i][0] != first) continue;
        for (const char *letter = words[i]; *letter; letter++) {
            if (take(json) != *letter) return json_break(json), '\0';
        }
        return words[i][0];
    }
    return json_break(json), '\0';
}

static bool is_digit(int byte) { return byte >= '0' && byte <= '9'; }

bool json_read_number(struct json *json, char *text, size_t size) {
    size_t length = 0;
    bool fits = true;
    json_peek(json);
    for (int byte; is_digit(byte = look(json)) || (byte > 0 && strchr("+-.eE", byte));) {
        take(json);
        fits = fits && length + 1 < size;
        if (fits) text[length++] = (char)byte;
    }
    text[length] = '\0';
    const char *rest = text + (*text == '-');
    if (*rest == '0') {
        rest++;
    } else {
        if (!is_digit(*rest)) return json_break(json);
        while (is_digit(*rest)) rest++;
    }
    if (!fits) return true; /* what is not there cannot be judged */
    if (*rest == '.') {
        if (!is_digit(*++rest)) return json_break(json);
        while (is_digit(*rest)) rest++;
    }
    if (*rest == 'e' || *rest == 'E') {
        rest++;
        if (*rest == '+' || *rest == '-') rest++;
        if (!is_digit(*rest)) return json_break(json);
        while (is_digit(*rest)) rest++;
    }
    return !*rest || json_break(json);
}

static void skip_string(struct json *json) {
    if (!json_expect(json, '"')) return;
    while (json_string_next(json) != JSON_END) continue;
}

static void skip_within(struct json *json, unsigned char depth) {
    char digits[8];
    int first = json_peek(json);
    char closing = first == '{' ? '}' : ']';
    if (first == '"') {
        skip_string(json);
    } else if (first == '-' || is_digit(first)) {
        json_read_number(json, digits, sizeof digits);
    } else if (first != '{' && first != '[') {
        json_read_word(json);
    } else if (!depth) {
        json_break(json); /* what nobody asked for may not eat up the stack */
    } else {
        take(json);
        if (json_accept(json, closing)) return;
        do {
            if (first == '{') {
                skip_string(json);
                json_expect(json, ':');
            }
            skip_within(json, depth - 1);
        } while (json_accept(json, ','));
        json_expect(json, closing);
    }
}

void json_skip(struct json *json) { skip_within(json, 16); }
