#include "value_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base64.h"
#include "board.h"

/* Values wait at the region's top until the container that holds them ends, and are then copied to an array of their
   exact number at its bottom. A container that is open waits there too, above its children: its `items` is the one
   around it. */
struct builder {
    struct json *json;
    struct region *region;
    struct entry *open;                      /* the innermost container; not kept up once the region is full */
    unsigned char is_map[MAXIMUM_DEPTH / 8]; /* a bit for each open container */
    size_t depth;
    const char *problem;
};

static bool fails(struct builder *builder, const char *problem) {
    if (!builder->problem) builder->problem = problem;
    return false;
}

static bool in_map(const struct builder *builder) {
    size_t index = builder->depth - 1;
    return builder->depth && builder->is_map[index / 8] >> index % 8 & 1;
}

static void push(struct builder *builder, struct string key, struct value value) {
    struct entry *entry = region_wait(builder->region, sizeof *entry);
    if (entry) *entry = (struct entry){key, value};
}

static struct string read_string(struct builder *builder) {
    char *data = region_take(builder->region, 0);
    if (!json_expect(builder->json, '"')) return (struct string){0};
    for (int byte; (byte = json_string_next(builder->json)) != JSON_END;) region_put(builder->region, (char)byte);
    size_t length = data ? (size_t)(builder->region->bottom - data) : 0;
    region_put(builder->region, '\0');
    return (struct string){data, length};
}

/* Digits as an integer; false where it is out of range. */
static bool to_natural(const char *digits, uint64_t *natural) {
    for (*natural = 0; *digits; digits++) {
        unsigned char digit = (unsigned char)(*digits - '0');
        if (*natural > (UINT64_MAX - digit) / 10) return false;
        *natural = *natural * 10 + digit;
    }
    return true;
}

bool value_text_integer(const char *digits, struct value *value) {
    uint64_t natural;
    bool negative = *digits == '-';
    if (!to_natural(digits + negative, &natural)) return false;
    if (negative) {
        if (natural > (uint64_t)INT64_MAX + 1) return false;
        *value = (struct value){VALUE_INT, {.integer = (int64_t)-natural}};
    } else {
        *value = (struct value){natural > INT64_MAX ? VALUE_UINT : VALUE_INT, {.natural = natural}};
    }
    return true;
}

static struct value read_number(struct builder *builder) {
    char text[40];
    struct value value = {.kind = VALUE_NULL};
    if (!json_read_number(builder->json, text, sizeof text)) return value;
    if (strpbrk(text, ".eE")) {
        value = (struct value){VALUE_DOUBLE, {.real = strtod(text, NULL)}};
        /* A board whose double is no binary64 may have no number so large. That is a loss, to be found by a check. */
        if (!isfinite(value.real) && sizeof(double) == 8) fails(builder, "a float is out of range");
    } else if (!value_text_integer(text, &value)) {
        fails(builder, "an integer is out of range");
    }
    return value;
}

static struct value read_scalar(struct builder *builder) {
    int first = json_peek(builder->json);
    if (first == '"') return (struct value){VALUE_STRING, {.string = read_string(builder)}};
    if (first == '-' || (first >= '0' && first <= '9')) return read_number(builder);
    char word = json_read_word(builder->json);
    if (word == 'n' || !word) return (struct value){.kind = VALUE_NULL};
    return (struct value){VALUE_BOOL, {.boolean = word == 't'}};
}

static bool is_text(struct string string, const char *literal, size_t length) {
    return string.length == length && memcmp(string.data, literal, length) == 0;
}

/* Turn a map of one entry that stands for a float or for bytes into what it stands for. */
static void resolve_tag(struct builder *builder, const struct entry *entry, struct value *value) {
    bool is_float = is_text(entry->key, "\0float", 6), is_bytes = is_text(entry->key, "\0bytes", 6);
    if (!is_float && !is_bytes) return;
    struct string content = entry->value.string;
    if (entry->value.kind != VALUE_STRING) {
        fails(builder, "a tagged value is no string");
    } else if (is_bytes) {
        /* In its own place: what is decoded is shorter. */
        size_t size;
        if (!base64_decode(content.data, content.length, (unsigned char *)content.data, &size)) {
            fails(builder, "bytes are no Base64");
        }
        *value = (struct value){VALUE_BYTES, {.string = {content.data, size}}};
    } else {
        value->kind = VALUE_DOUBLE;
        value->real = (double)INFINITY;
        if (is_text(content, "nan", 3)) {
            value->real = (double)NAN;
        } else if (is_text(content, "-inf", 4)) {
            value->real = -(double)INFINITY;
        } else if (!is_text(content, "inf", 3)) {
            fails(builder, "there is no such float");
        }
    }
}

static void open_container(struct builder *builder, struct string key, bool is_map) {
    size_t index = builder->depth;
    if (builder->depth == MAXIMUM_DEPTH) {
        fails(builder, "it nests deeper than documents may");
        json_break(builder->json);
        return;
    }
    unsigned char bit = (unsigned char)(1 << index % 8);
    builder->is_map[index / 8] = (unsigned char)((builder->is_map[index / 8] & ~bit) | (is_map ? bit : 0));
    builder->depth++;
    push(builder, key,
         (struct value){is_map ? VALUE_MAP : VALUE_ARRAY, {.array = {.items = (struct value *)builder->open}}});
    builder->open = (struct entry *)builder->region->top;
}

/* The children lie below their container, the last one first. */
static void close_container(struct builder *builder) {
    bool is_map = in_map(builder);
    builder->depth--;
    if (builder->region->full) return;
    struct entry *open = builder->open, *last = (struct entry *)builder->region->top;
    size_t length = (size_t)(open - last);
    builder->open = (struct entry *)open->value.array.items;
    void *items = region_take(builder->region, length * (is_map ? sizeof(struct entry) : sizeof(struct value)));
    if (!items) return;
    if (is_map) {
        struct entry *entries = items;
        for (size_t i = 0; i < length; i++) entries[i] = open[-1 - (ptrdiff_t)i];
        open->value = (struct value){VALUE_MAP, {.map = {entries, length}}};
        if (length == 1) resolve_tag(builder, entries, &open->value);
    } else {
        struct value *values = items;
        for (size_t i = 0; i < length; i++) values[i] = open[-1 - (ptrdiff_t)i].value;
        open->value = (struct value){VALUE_ARRAY, {.array = {values, length}}};
    }
    builder->region->top = (char *)open;
}

static struct string read_key(struct builder *builder) {
    struct string key = read_string(builder);
    json_expect(builder->json, ':');
    return key;
}

/* Read a value as far as its first child, if it has one: true, and `key` is then the child's. */
static bool begin_value(struct builder *builder, struct string *key) {
    int first = json_peek(builder->json);
    if (first != '[' && first != '{') {
        push(builder, *key, read_scalar(builder));
        return false;
    }
    json_accept(builder->json, (char)first);
    open_container(builder, *key, first == '{');
    *key = (struct string){0};
    if (json_accept(builder->json, first == '{' ? '}' : ']')) {
        close_container(builder);
        return false;
    }
    if (first == '{') *key = read_key(builder);
    return !builder->json->broken;
}

/* End the containers that end here. True where another value follows, and `key` is then its. */
static bool continue_after(struct builder *builder, struct string *key) {
    *key = (struct string){0};
    while (builder->depth && !builder->json->broken) {
        bool is_map = in_map(builder);
        if (json_accept(builder->json, ',')) {
            if (is_map) *key = read_key(builder);
            return !builder->json->broken;
        }
        if (json_expect(builder->json, is_map ? '}' : ']')) close_container(builder);
    }
    return false;
}

const char *value_text_read(struct json *json, struct region *region, struct value *value) {
    struct builder builder = {.json = json, .region = region};
    struct string key = {0};
    char *top = region->top;
    do {
        while (begin_value(&builder, &key)) continue;
    } while (continue_after(&builder, &key));
    if (json->broken) fails(&builder, "it is no JSON");
    *value = (struct value){.kind = VALUE_NULL};
    if (!region->full && !builder.problem) *value = ((struct entry *)region->top)->value;
    region->top = top;
    return builder.problem;
}
