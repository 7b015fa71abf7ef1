#include "payload.h"

#include <string.h>

#include "base64.h"
#include "board.h"
#include "scratch.h"
#include "value_text.h"

/* Payloads lie one behind the other from the begin of their memory; what is dropped is closed up. */
static char *end;

void payloads_start(void) { end = board_payloads().begin; }

struct region payloads_free(void) { return (struct region){.bottom = end, .top = board_payloads().end}; }

/* A document while the payload is read. */
struct document {
    struct value value;
    struct form *forms;
};

/* A document in one format. */
struct form {
    struct string bytes;
    struct form *next;
    char format[];
};

enum { FORMAT_SIZE = 24 };

static bool fails(struct reading *reading, const char *problem) {
    if (!reading->problem) reading->problem = problem;
    return false;
}

/* The source of value text: a string of the request. */
struct quoted {
    struct json *json;
    bool ended;
};

static int next_in_string(void *source) {
    struct quoted *quoted = source;
    int byte = quoted->ended ? JSON_END : json_string_next(quoted->json);
    quoted->ended = byte == JSON_END;
    return byte;
}

static void read_value(struct json *json, struct region *region, struct document *document, struct reading *reading) {
    if (json_peek(json) != '"') {
        fails(reading, "a document's value is no string");
        return json_skip(json);
    }
    json_accept(json, '"');
    struct quoted quoted = {.json = json};
    struct json text = json_of(next_in_string, &quoted);
    const char *problem = value_text_read(&text, region, &document->value);
    if (!problem && json_peek(&text) != JSON_END) problem = "there is more than one value";
    if (problem) fails(reading, problem);
    while (next_in_string(&quoted) != JSON_END) continue;
}

static void read_form(struct json *json, struct region *region, struct document *document, struct reading *reading) {
    char format[FORMAT_SIZE];
    bool known = json_read_text(json, format, sizeof format); /* no format has a longer name */
    if (!json_expect(json, ':')) return;
    if (json_peek(json) != '"') {
        fails(reading, "an encoded document is no string");
        return json_skip(json);
    }
    if (!known) return json_skip(json);
    struct form *form = region_take(region, sizeof *form + strlen(format) + 1);
    char *data = region_take(region, 0);
    json_accept(json, '"');
    for (int byte; (byte = json_string_next(json)) != JSON_END;) region_put(region, (char)byte);
    if (region->full) return;
    struct string bytes = {data, 0};
    if (!base64_decode(data, (size_t)(region->bottom - data), (unsigned char *)data, &bytes.length)) {
        fails(reading, "an encoded document is no Base64");
    }
    region->bottom = data + bytes.length;
    region_put(region, '\0'); /* libraries that take no length need it */
    *form = (struct form){.bytes = bytes, .next = document->forms};
    strcpy(form->format, format);
    document->forms = form;
}

static void read_forms(struct json *json, struct region *region, struct document *document, struct reading *reading) {
    if (!json_accept(json, '{')) {
        fails(reading, "a document's encoded bytes are no map");
        return json_skip(json);
    }
    if (json_accept(json, '}')) return;
    do {
        read_form(json, region, document, reading);
    } while (json_accept(json, ','));
    json_expect(json, '}');
}

static void read_document(struct json *json, struct region *region, struct document *document,
                          struct reading *reading) {
    bool has_value = false, has_forms = false;
    if (!json_accept(json, '{')) {
        fails(reading, "a document is no map");
        return json_skip(json);
    }
    if (!json_accept(json, '}')) {
        do {
            char name[16];
            bool known = json_read_text(json, name, sizeof name);
            json_expect(json, ':');
            if (known && strcmp(name, "value") == 0) {
                has_value = true;
                read_value(json, region, document, reading);
            } else if (known && strcmp(name, "encoded") == 0) {
                has_forms = true;
                read_forms(json, region, document, reading);
            } else {
                json_skip(json);
            }
        } while (json_accept(json, ','));
        json_expect(json, '}');
    }
    if (!has_value) fails(reading, "a document has no value");
    if (!has_forms) fails(reading, "a document has no map of encoded bytes");
}

static struct encoded *encoded_in(struct payload *payload, const char *format) {
    for (struct encoded *encoded = payload->encoded; encoded; encoded = encoded->next) {
        if (strcmp(encoded->format, format) == 0) return encoded;
    }
    return NULL;
}

/* Turn what waits at the region's top, the last document first, into arrays. */
static void gather(struct payload *payload, struct document *last, struct region *region) {
    payload->values = region_take(region, payload->count * sizeof *payload->values);
    for (size_t i = 0; i < payload->count; i++) {
        struct document *document = last + (payload->count - 1 - i);
        if (payload->values) payload->values[i] = document->value;
        if (payload->values) payload->traits |= value_traits(&document->value);
        for (struct form *form = document->forms; form; form = form->next) {
            struct encoded *encoded = encoded_in(payload, form->format);
            if (!encoded) {
                encoded = region_take(region, sizeof *encoded);
                struct string *documents = region_take(region, payload->count * sizeof *documents);
                if (!documents) return;
                memset(documents, 0, payload->count * sizeof *documents);
                *encoded = (struct encoded){form->format, documents, payload->encoded};
                payload->encoded = encoded;
            }
            encoded->documents[i] = form->bytes;
        }
    }
}

struct reading payload_read(struct json *json) {
    struct reading reading = {0};
    struct region region = payloads_free();
    struct payload *payload = region_take(&region, sizeof *payload);
    if (payload) *payload = (struct payload){0};
    if (!json_accept(json, '[')) {
        fails(&reading, "the documents are no array");
        json_skip(json);
    } else if (json_accept(json, ']')) {
        fails(&reading, "a payload needs one or more documents");
    } else {
        do {
            struct document ignored = {0}, *document = region_wait(&region, sizeof *document);
            if (document) *document = ignored;
            read_document(json, &region, document ? document : &ignored, &reading);
            if (payload) payload->count++;
        } while (json_accept(json, ','));
        json_expect(json, ']');
    }
    if (json->broken) fails(&reading, "it is no JSON");
    if (reading.problem) return reading;
    if (!region.full) gather(payload, (struct document *)region.top, &region);
    if (region.full) {
        struct span memory = board_payloads();
        reading.needed = (uint32_t)(memory.end - memory.begin) + region.needed;
        return reading;
    }
    payload->size = (size_t)(region.bottom - (char *)payload);
    reading.payload = payload;
    return reading;
}

static struct payload *next_of(const struct payload *payload) {
    size_t rounded = (payload->size + REGION_ALIGNMENT - 1) & ~(size_t)(REGION_ALIGNMENT - 1);
    return (struct payload *)((char *)payload + rounded);
}

static struct payload *first(void) {
    struct region region = {.bottom = board_payloads().begin, .top = board_payloads().end};
    region_align(&region);
    return (struct payload *)region.bottom;
}

struct payload *payload_find(const char *name) {
    for (struct payload *payload = first(); (char *)payload < end; payload = next_of(payload)) {
        if (strcmp(payload->name, name) == 0) return payload;
    }
    return NULL;
}

bool payload_keep(struct payload *payload, const char *name) {
    struct region region = {.bottom = (char *)payload + payload->size, .top = board_payloads().end};
    char *copy = region_take(&region, strlen(name) + 1);
    if (!copy) return false;
    strcpy(copy, name);
    payload->name = copy;
    payload->size = (size_t)(region.bottom - (char *)payload);
    struct payload *old = payload_find(name);
    end = (char *)next_of(payload);
    if (old) payload_drop(old);
    return true;
}

/* Moving a block: everything in it that points into it. */

#define MOVE(pointer, by) ((pointer) = (void *)((char *)(pointer) - (by)))

static void move_string(struct string *string, size_t by) {
    if (string->data) string->data -= by;
}

static void move_value(struct value *value, size_t by) {
    switch (value->kind) {
        case VALUE_STRING:
        case VALUE_BYTES: move_string(&value->string, by); break;
        case VALUE_ARRAY:
            for (size_t i = 0; i < value->array.length; i++) move_value(&value->array.items[i], by);
            MOVE(value->array.items, by);
            break;
        case VALUE_MAP:
            for (size_t i = 0; i < value->map.length; i++) {
                move_string(&value->map.entries[i].key, by);
                move_value(&value->map.entries[i].value, by);
            }
            MOVE(value->map.entries, by);
            break;
        default: break;
    }
}

/* Have the payload, which is still where it was, point to where it will be: `by` bytes before. */
static void move_pointers(struct payload *payload, size_t by) {
    for (size_t i = 0; i < payload->count; i++) move_value(&payload->values[i], by);
    for (struct encoded *encoded = payload->encoded, *next; encoded; encoded = next) {
        next = encoded->next;
        for (size_t i = 0; i < payload->count; i++) move_string(&encoded->documents[i], by);
        MOVE(encoded->documents, by);
        MOVE(encoded->format, by);
        if (next) MOVE(encoded->next, by);
    }
    MOVE(payload->values, by);
    MOVE(payload->name, by);
    if (payload->encoded) MOVE(payload->encoded, by);
}

void payload_drop(struct payload *payload) {
    char *behind = (char *)next_of(payload);
    size_t by = (size_t)(behind - (char *)payload);
    for (struct payload *later = (struct payload *)behind; (char *)later < end;) {
        struct payload *next = next_of(later);
        move_pointers(later, by);
        later = next;
    }
    memmove(payload, behind, (size_t)(end - behind));
    end -= by;
}

const struct string *payload_encoded(const struct payload *payload, const char *format) {
    const struct encoded *encoded = encoded_in((struct payload *)payload, format);
    for (size_t i = 0; encoded && i < payload->count; i++) {
        if (!encoded->documents[i].data) return NULL;
    }
    return encoded ? encoded->documents : NULL;
}

static struct value with_map_root(const struct value *value, struct region *region) {
    if (value->kind != VALUE_ARRAY) return *value;
    size_t length = value->array.length;
    struct entry *entries = scratch_take(region, length * sizeof *entries);
    for (size_t i = 0; i < length; i++) {
        char digits[12], *first = digits + sizeof digits - 1;
        *first = '\0';
        size_t number = i;
        do *--first = (char)('0' + number % 10);
        while (number /= 10);
        size_t size = (size_t)(digits + sizeof digits - first);
        char *key = scratch_take(region, size);
        memcpy(key, first, size);
        entries[i] = (struct entry){{key, size - 1}, value->array.items[i]};
    }
    return (struct value){.kind = VALUE_MAP, .map = {entries, length}};
}

const struct value *payload_with_map_roots(struct payload *payload) {
    struct region region = payloads_free();
    struct value *values = scratch_take(&region, payload->count * sizeof *values);
    for (size_t i = 0; i < payload->count; i++) values[i] = with_map_root(&payload->values[i], &region);
    return values;
}
