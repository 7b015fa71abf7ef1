#include "payload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base64.h"
#include "parse.h"

static struct encoded *encoded_in(struct payload *payload, const char *format) {
    for (struct encoded *encoded = payload->encoded; encoded; encoded = encoded->next) {
        if (strcmp(encoded->format, format) == 0) return encoded;
    }
    struct encoded *encoded = arena_allocate(&payload->arena, sizeof *encoded);
    *encoded = (struct encoded){
        .format = arena_copy(&payload->arena, format, strlen(format)),
        .documents = arena_allocate(&payload->arena, payload->count * sizeof *encoded->documents),
        .next = payload->encoded,
    };
    memset(encoded->documents, 0, payload->count * sizeof *encoded->documents);
    return payload->encoded = encoded;
}

static bool add_encoded(struct payload *payload, size_t index, const struct entry *entry, struct failure *failure) {
    if (entry->value.kind != VALUE_STRING) return fail(failure, "encoded document %zu is no string", index);
    struct string base64 = entry->value.string;
    unsigned char *bytes = arena_allocate(&payload->arena, base64.length / 4 * 3 + 1);
    size_t size;
    if (!base64_decode(base64.data, base64.length, bytes, &size)) {
        return fail(failure, "document %zu in %s is no Base64", index, entry->key.data);
    }
    bytes[size] = '\0'; /* libraries that take no length need it */
    encoded_in(payload, entry->key.data)->documents[index] = (struct string){(char *)bytes, size};
    return true;
}

static bool add_document(struct payload *payload, size_t index, const struct value *document, struct failure *failure) {
    const struct value *text = value_member(document, "value"), *encoded = value_member(document, "encoded");
    if (!text || text->kind != VALUE_STRING) return fail(failure, "document %zu has no value text", index);
    if (!encoded || encoded->kind != VALUE_MAP) return fail(failure, "document %zu has no map of encoded bytes", index);
    struct failure reason = {0};
    if (!parse_value(text->string.data, text->string.length, &payload->arena, &payload->values[index], &reason)) {
        return fail(failure, "value text of document %zu: %s", index, reason.message);
    }
    payload->traits |= value_traits(&payload->values[index]);
    for (size_t i = 0; i < encoded->map.length; i++) {
        if (!add_encoded(payload, index, &encoded->map.entries[i], failure)) return false;
    }
    return true;
}

struct payload *payload_create(const char *name, const struct value *documents, struct failure *failure) {
    if (!documents || documents->kind != VALUE_ARRAY || documents->array.length == 0) {
        fail(failure, "a payload needs one or more documents");
        return NULL;
    }
    struct payload *payload = allocate(sizeof *payload);
    *payload = (struct payload){.count = documents->array.length};
    payload->name = arena_copy(&payload->arena, name, strlen(name));
    payload->values = arena_allocate(&payload->arena, payload->count * sizeof *payload->values);
    for (size_t i = 0; i < payload->count; i++) {
        if (!add_document(payload, i, &documents->array.items[i], failure)) {
            payload_free(payload);
            return NULL;
        }
    }
    return payload;
}

void payload_free(struct payload *payload) {
    arena_free(&payload->arena);
    free(payload);
}

static struct value with_map_root(const struct value *value, struct arena *arena) {
    if (value->kind != VALUE_ARRAY) return *value;
    size_t length = value->array.length;
    struct entry *entries = arena_allocate(arena, length * sizeof *entries);
    for (size_t i = 0; i < length; i++) {
        char key[24];
        size_t key_length = (size_t)snprintf(key, sizeof key, "%zu", i);
        entries[i] = (struct entry){{arena_copy(arena, key, key_length), key_length}, value->array.items[i]};
    }
    return (struct value){.kind = VALUE_MAP, .map = {entries, length}};
}

const struct value *payload_with_map_roots(struct payload *payload) {
    if (payload->with_map_roots) return payload->with_map_roots;
    payload->with_map_roots = arena_allocate(&payload->arena, payload->count * sizeof *payload->with_map_roots);
    for (size_t i = 0; i < payload->count; i++) {
        payload->with_map_roots[i] = with_map_root(&payload->values[i], &payload->arena);
    }
    return payload->with_map_roots;
}

const struct string *payload_encoded(const struct payload *payload, const char *format) {
    for (struct encoded *encoded = payload->encoded; encoded; encoded = encoded->next) {
        if (strcmp(encoded->format, format) != 0) continue;
        for (size_t i = 0; i < payload->count; i++) {
            if (!encoded->documents[i].data) return NULL;
        }
        return encoded->documents;
    }
    return NULL;
}
