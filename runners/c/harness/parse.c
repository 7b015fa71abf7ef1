#include "parse.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_parse.h>

#include "base64.h"

/* Values wait on one stack until the container that holds them ends, and are then copied into an array of their
   exact number. */
struct parser {
    struct arena *arena;
    struct failure *failure;
    struct entry *waiting;
    size_t waiting_count, waiting_capacity;
    struct {
        size_t first; /* of its children on the stack */
        struct string key;
    } containers[MAXIMUM_DEPTH + 1];
    size_t depth;
};

static void push(struct parser *parser, struct value value) {
    if (parser->waiting_count == parser->waiting_capacity) {
        parser->waiting_capacity = parser->waiting_capacity ? 2 * parser->waiting_capacity : 64;
        parser->waiting = reallocate(parser->waiting, parser->waiting_capacity * sizeof *parser->waiting);
    }
    parser->waiting[parser->waiting_count++] = (struct entry){parser->containers[parser->depth].key, value};
}

static struct string copied(struct parser *parser, const void *data, size_t length) {
    return (struct string){arena_copy(parser->arena, data, length), length};
}

static int on_null(void *context) {
    push(context, (struct value){.kind = VALUE_NULL});
    return true;
}

static int on_boolean(void *context, int boolean) {
    push(context, (struct value){VALUE_BOOL, {.boolean = boolean}});
    return true;
}

static int on_number(void *context, const char *digits, size_t length) {
    struct parser *parser = context;
    const char *text = arena_copy(parser->arena, digits, length);
    errno = 0;
    if (strpbrk(text, ".eE")) {
        struct value value = {VALUE_DOUBLE, {.real = strtod(text, NULL)}};
        if (!isfinite(value.real)) return fail(parser->failure, "float out of range: %.40s", text);
        push(parser, value);
        return true;
    }
    if (text[0] == '-') {
        push(parser, (struct value){VALUE_INT, {.integer = strtoll(text, NULL, 10)}});
    } else {
        uint64_t natural = strtoull(text, NULL, 10);
        push(parser, (struct value){natural > INT64_MAX ? VALUE_UINT : VALUE_INT, {.natural = natural}});
    }
    return errno ? fail(parser->failure, "integer out of range: %.40s", text) : true;
}

static int on_string(void *context, const unsigned char *data, size_t length) {
    push(context, (struct value){VALUE_STRING, {.string = copied(context, data, length)}});
    return true;
}

static int on_key(void *context, const unsigned char *data, size_t length) {
    struct parser *parser = context;
    parser->containers[parser->depth].key = copied(parser, data, length);
    return true;
}

static int on_begin(void *context) {
    struct parser *parser = context;
    if (parser->depth == MAXIMUM_DEPTH) return fail(parser->failure, "nested deeper than %d", MAXIMUM_DEPTH);
    parser->containers[++parser->depth].first = parser->waiting_count;
    return true;
}

static int on_end_array(void *context) {
    struct parser *parser = context;
    size_t first = parser->containers[parser->depth--].first, length = parser->waiting_count - first;
    struct value *items = arena_allocate(parser->arena, length * sizeof *items);
    for (size_t i = 0; i < length; i++) items[i] = parser->waiting[first + i].value;
    parser->waiting_count = first;
    push(parser, (struct value){VALUE_ARRAY, {.array = {items, length}}});
    return true;
}

static bool is_text(struct string string, const char *literal, size_t length) {
    return string.length == length && memcmp(string.data, literal, length) == 0;
}

/* Turn a map of one entry that stands for a float or for bytes into what it stands for. */
static bool resolve_tag(struct parser *parser, const struct entry *entry, struct value *value) {
    bool is_float = is_text(entry->key, "\0float", 6), is_bytes = is_text(entry->key, "\0bytes", 6);
    if (!is_float && !is_bytes) return true;
    struct string content = entry->value.string;
    if (entry->value.kind != VALUE_STRING) return fail(parser->failure, "a tagged value is no string");
    if (is_float) {
        value->kind = VALUE_DOUBLE;
        if (is_text(content, "nan", 3)) return value->real = (double)NAN, true;
        if (is_text(content, "inf", 3)) return value->real = (double)INFINITY, true;
        if (is_text(content, "-inf", 4)) return value->real = -(double)INFINITY, true;
        return fail(parser->failure, "unknown float: %.40s", content.data);
    }
    size_t size;
    unsigned char *bytes = arena_allocate(parser->arena, content.length / 4 * 3 + 1);
    if (!base64_decode(content.data, content.length, bytes, &size)) return fail(parser->failure, "bytes are no Base64");
    *value = (struct value){VALUE_BYTES, {.string = {(char *)bytes, size}}};
    return true;
}

static int on_end_map(void *context) {
    struct parser *parser = context;
    size_t first = parser->containers[parser->depth--].first, length = parser->waiting_count - first;
    struct value map = {VALUE_MAP, {.map = {arena_allocate(parser->arena, length * sizeof(struct entry)), length}}};
    if (length) memcpy(map.map.entries, parser->waiting + first, length * sizeof(struct entry));
    if (length == 1 && !resolve_tag(parser, parser->waiting + first, &map)) return false;
    parser->waiting_count = first;
    push(parser, map);
    return true;
}

static bool failed_to_parse(yajl_handle handle, const char *text, size_t length, struct failure *failure) {
    unsigned char *message = yajl_get_error(handle, 0, (const unsigned char *)text, length);
    fail(failure, "%s at byte %zu", (char *)message, yajl_get_bytes_consumed(handle));
    yajl_free_error(handle, message);
    return false;
}

bool parse_value(const char *text, size_t length, struct arena *arena, struct value *value, struct failure *failure) {
    static const yajl_callbacks callbacks = {
        .yajl_null = on_null,
        .yajl_boolean = on_boolean,
        .yajl_number = on_number,
        .yajl_string = on_string,
        .yajl_start_map = on_begin,
        .yajl_map_key = on_key,
        .yajl_end_map = on_end_map,
        .yajl_start_array = on_begin,
        .yajl_end_array = on_end_array,
    };
    struct parser parser = {.arena = arena, .failure = failure};
    yajl_handle handle = yajl_alloc(&callbacks, NULL, &parser);
    yajl_status status = yajl_parse(handle, (const unsigned char *)text, length);
    if (status == yajl_status_ok) status = yajl_complete_parse(handle);
    bool ok = status == yajl_status_ok && parser.waiting_count == 1;
    if (ok) *value = parser.waiting[0].value;
    if (status == yajl_status_ok && !ok) fail(failure, "no value");
    if (status == yajl_status_error) failed_to_parse(handle, text, length, failure);
    yajl_free(handle);
    free(parser.waiting);
    return ok;
}
