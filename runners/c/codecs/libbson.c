#include "codec.h"

#ifdef CODEC_FOUND

#include <bson/bson.h>

static bool append_children(bson_t *bson, const struct value *value);

static bool append(bson_t *bson, const char *key, int length, const struct value *value) {
    bson_t child;
    switch (value->kind) {
        case VALUE_BOOL: return bson_append_bool(bson, key, length, value->boolean);
        case VALUE_INT:
            if (value->integer != (int32_t)value->integer) return bson_append_int64(bson, key, length, value->integer);
            return bson_append_int32(bson, key, length, (int32_t)value->integer);
        case VALUE_DOUBLE: return bson_append_double(bson, key, length, value->real);
        case VALUE_STRING: return bson_append_utf8(bson, key, length, value->string.data, (int)value->string.length);
        case VALUE_BYTES:
            return bson_append_binary(bson, key, length, BSON_SUBTYPE_BINARY, (const uint8_t *)value->string.data,
                                      (uint32_t)value->string.length);
        case VALUE_ARRAY:
            return bson_append_array_begin(bson, key, length, &child) && append_children(&child, value) &&
                   bson_append_array_end(bson, &child);
        case VALUE_MAP:
            return bson_append_document_begin(bson, key, length, &child) && append_children(&child, value) &&
                   bson_append_document_end(bson, &child);
        default: return bson_append_null(bson, key, length);
    }
}

/* An array is a document with the keys "0", "1", and so on. */
static bool append_children(bson_t *bson, const struct value *value) {
    if (value->kind == VALUE_MAP) {
        each_entry (entry, value) {
            if (!append(bson, entry->key.data, (int)entry->key.length, &entry->value)) return false;
        }
        return true;
    }
    uint32_t index = 0;
    each_item (item, value) {
        char buffer[16];
        const char *key;
        size_t length = bson_uint32_to_string(index++, &key, buffer, sizeof buffer);
        if (!append(bson, key, (int)length, item)) return false;
    }
    return true;
}

static inline bool encode(const struct value *value, bson_t *bson, struct encoding *encoding, struct failure *failure) {
    if (!append_children(bson, value)) return fail(failure, "libbson could not append: the document is too large");
    *encoding = (struct encoding){bson_get_data(bson), bson->len};
    return true;
}

static bool visit_children(bson_iter_t *iterator, bool with_keys, struct visitor *visitor, struct failure *failure);

static bool visit_item(bson_iter_t *iterator, struct visitor *visitor, struct failure *failure) {
    bson_iter_t child;
    bson_subtype_t subtype;
    uint32_t length;
    const char *text;
    const uint8_t *bytes;
    switch (bson_iter_type(iterator)) {
        case BSON_TYPE_NULL: return visit_null(visitor);
        case BSON_TYPE_BOOL: return visit_bool(visitor, bson_iter_bool(iterator));
        case BSON_TYPE_INT32: return visit_int(visitor, bson_iter_int32(iterator));
        case BSON_TYPE_INT64: return visit_int(visitor, bson_iter_int64(iterator));
        case BSON_TYPE_DOUBLE: return visit_double(visitor, bson_iter_double(iterator));
        case BSON_TYPE_UTF8: text = bson_iter_utf8(iterator, &length); return visit_string(visitor, text, length);
        case BSON_TYPE_BINARY:
            bson_iter_binary(iterator, &subtype, &length, &bytes);
            return visit_bytes(visitor, (const char *)bytes, length);
        case BSON_TYPE_ARRAY:
            if (!bson_iter_recurse(iterator, &child)) return fail(failure, "malformed array");
            if (!visit_begin_array(visitor)) return false;
            return visit_children(&child, false, visitor, failure) && visit_end_array(visitor);
        case BSON_TYPE_DOCUMENT:
            if (!bson_iter_recurse(iterator, &child)) return fail(failure, "malformed document");
            if (!visit_begin_map(visitor)) return false;
            return visit_children(&child, true, visitor, failure) && visit_end_map(visitor);
        default: return fail(failure, "a type outside the value model");
    }
}

static bool visit_children(bson_iter_t *iterator, bool with_keys, struct visitor *visitor, struct failure *failure) {
    while (bson_iter_next(iterator)) {
        if (with_keys) visit_key(visitor, bson_iter_key(iterator), bson_iter_key_len(iterator));
        if (!visit_item(iterator, visitor, failure)) return false;
    }
    return !iterator->err_off || fail(failure, "malformed at byte %u", iterator->err_off);
}

static inline bool scan(const char *data, size_t size, struct visitor *visitor, struct failure *failure) {
    bson_t bson;
    bson_iter_t iterator;
    if (!bson_init_static(&bson, (const uint8_t *)data, size) || !bson_iter_init(&iterator, &bson)) {
        return fail(failure, "the length or the last byte is wrong");
    }
    visit_begin_map(visitor);
    return visit_children(&iterator, true, visitor, failure) && visit_end_map(visitor);
}

ENCODER(run_encode, bson_t bson = BSON_INITIALIZER, encode(value, &bson, encoding, failure), bson_destroy(&bson))
SCANNER(run_scan, scan(data, size, visitor, failure))

#endif

/* There is no tree to decode to: programs work on the bytes through iterators. */
CODEC(.codec = "libbson", .format = "bson",
      LIBRARY("libbson", bson_get_version, "https://mongoc.org/libbson/current/", "Apache-2.0"), .root_is_map = true,
      .cannot_encode = HAS_UINT | HAS_NUL_IN_KEY | ROOT_IS_SCALAR,
      .policies = {"fresh", "borrowed", "unchecked", "lazy", NULL, "append, iterator"},
      .documentation = "https://mongoc.org/libbson/current/parsing.html", .encode = OPERATION(run_encode),
      .scan = OPERATION(run_scan));
