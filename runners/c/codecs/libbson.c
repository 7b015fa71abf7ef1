/* libbson. Documentation: https://mongoc.org/libbson/current/tutorial.html and parsing.html */

#include "codec.h"

#ifdef CODEC_FOUND

#include <bson/bson.h>

static bool append_children(bson_t *bson, const struct value *value);

static bool append(bson_t *bson, const char *key, int length, const struct value *value) {
    bson_t child;
    switch (value->kind) {
        case VALUE_BOOL:
            return bson_append_bool(bson, key, length, value->boolean);
        case VALUE_INT:
            if (value->integer == (int32_t)value->integer) {
                return bson_append_int32(bson, key, length, (int32_t)value->integer);
            }
            return bson_append_int64(bson, key, length, value->integer);
        case VALUE_DOUBLE:
            return bson_append_double(bson, key, length, value->real);
        case VALUE_STRING:
            return bson_append_utf8(bson, key, length, value->string.data, (int)value->string.length);
        case VALUE_BYTES:
            return bson_append_binary(bson, key, length, BSON_SUBTYPE_BINARY, (const uint8_t *)value->string.data,
                                      (uint32_t)value->string.length);
        case VALUE_ARRAY:
            return bson_append_array_begin(bson, key, length, &child) && append_children(&child, value) &&
                   bson_append_array_end(bson, &child);
        case VALUE_MAP:
            return bson_append_document_begin(bson, key, length, &child) && append_children(&child, value) &&
                   bson_append_document_end(bson, &child);
        default:
            return bson_append_null(bson, key, length);
    }
}

static bool append_children(bson_t *bson, const struct value *value) {
    if (value->kind == VALUE_MAP) {
        for (size_t i = 0; i < value->map.length; i++) {
            const struct entry *entry = &value->map.entries[i];
            if (!append(bson, entry->key.data, (int)entry->key.length, &entry->value)) return false;
        }
        return true;
    }
    for (size_t i = 0; i < value->array.length; i++) {
        char buffer[16];
        const char *key;
        size_t length = bson_uint32_to_string((uint32_t)i, &key, buffer, sizeof buffer);
        if (!append(bson, key, (int)length, &value->array.items[i])) return false;
    }
    return true;
}

static inline bool encode(const struct value *value, struct encoding *encoding, struct failure *failure) {
    bson_t *bson = bson_new();
    if (!append_children(bson, value)) {
        bson_destroy(bson);
        return fail(failure, "libbson could not append: the document is too large");
    }
    encoding->data = bson_get_data(bson);
    encoding->size = bson->len;
    encoding->owner = bson;
    return true;
}

static inline void release_bson(struct encoding *encoding) { bson_destroy(encoding->owner); }

static bool visit_children(bson_iter_t *iterator, bool with_keys, struct visitor *visitor, struct failure *failure);

static bool visit_item(bson_iter_t *iterator, struct visitor *visitor, struct failure *failure) {
    bson_iter_t child;
    bson_subtype_t subtype;
    uint32_t length;
    const char *text;
    const uint8_t *bytes;
    switch (bson_iter_type(iterator)) {
        case BSON_TYPE_NULL:
            visit_null(visitor);
            return true;
        case BSON_TYPE_BOOL:
            visit_bool(visitor, bson_iter_bool(iterator));
            return true;
        case BSON_TYPE_INT32:
            visit_int(visitor, bson_iter_int32(iterator));
            return true;
        case BSON_TYPE_INT64:
            visit_int(visitor, bson_iter_int64(iterator));
            return true;
        case BSON_TYPE_DOUBLE:
            visit_double(visitor, bson_iter_double(iterator));
            return true;
        case BSON_TYPE_UTF8:
            text = bson_iter_utf8(iterator, &length);
            visit_string(visitor, text, length);
            return true;
        case BSON_TYPE_BINARY:
            bson_iter_binary(iterator, &subtype, &length, &bytes);
            visit_bytes(visitor, (const char *)bytes, length);
            return true;
        case BSON_TYPE_ARRAY:
            if (!bson_iter_recurse(iterator, &child)) return fail(failure, "malformed array");
            visit_begin_array(visitor);
            if (!visit_children(&child, false, visitor, failure)) return false;
            visit_end_array(visitor);
            return true;
        case BSON_TYPE_DOCUMENT:
            if (!bson_iter_recurse(iterator, &child)) return fail(failure, "malformed document");
            visit_begin_map(visitor);
            if (!visit_children(&child, true, visitor, failure)) return false;
            visit_end_map(visitor);
            return true;
        default:
            return fail(failure, "a type outside the value model");
    }
}

static bool visit_children(bson_iter_t *iterator, bool with_keys, struct visitor *visitor, struct failure *failure) {
    while (bson_iter_next(iterator)) {
        if (with_keys) visit_key(visitor, bson_iter_key(iterator), bson_iter_key_len(iterator));
        if (!visit_item(iterator, visitor, failure)) return false;
    }
    return iterator->err_off ? fail(failure, "malformed at byte %u", iterator->err_off) : true;
}

static inline bool scan(const char *data, size_t size, struct visitor *visitor, struct failure *failure) {
    bson_t bson;
    bson_iter_t iterator;
    if (!bson_init_static(&bson, (const uint8_t *)data, size) || !bson_iter_init(&iterator, &bson)) {
        return fail(failure, "the length or the last byte is wrong");
    }
    visit_begin_map(visitor);
    if (!visit_children(&iterator, true, visitor, failure)) return false;
    visit_end_map(visitor);
    return true;
}

ENCODER(run_encode, encode, release_bson)
SCANNER(run_scan, scan)

#endif

/* There is no tree to decode to: programs work on the bytes through iterators. */
CODEC(.codec = "libbson", .format = "bson", .library = "libbson", .version = VERSION(bson_get_version),
      .cannot_encode = HAS_UINT | HAS_NUL_IN_KEY | ROOT_IS_NO_MAP,
      .policies = {"fresh", "borrowed", "unchecked", "lazy", "append, iterator"},
      .homepage = "https://mongoc.org/libbson/current/", .licence = "Apache-2.0",
      .documentation = "https://mongoc.org/libbson/current/parsing.html", .encode = OPERATION(run_encode),
      .scan = OPERATION(run_scan));
