#include "codec.h"

#ifdef CODEC_FOUND

#include <binn.h>

static const char *version(void) { return binn_version(); }

/* Binn's containers are built inside out: a child is complete, and is copied, when it is put into its parent. */
static bool fill(binn *container, const struct value *value);

/* Put a value into a map, or into a list if there is no key; integers take the least room by themselves. */
static bool add(binn *parent, const char *key, const struct value *value) {
#define PUT(type, data, size) \
    (key ? binn_object_set(parent, key, type, (void *)(data), size) : binn_list_add(parent, type, (void *)(data), size))
    switch (value->kind) {
        case VALUE_BOOL: return PUT(value->boolean ? BINN_TRUE : BINN_FALSE, NULL, 0);
        case VALUE_INT: return PUT(BINN_INT64, &value->integer, 0);
        case VALUE_UINT: return PUT(BINN_UINT64, &value->natural, 0);
        case VALUE_DOUBLE: return PUT(BINN_FLOAT64, &value->real, 0);
        case VALUE_STRING: return PUT(BINN_STRING, value->string.data, 0);
        case VALUE_BYTES: return PUT(BINN_BLOB, value->string.data, (int)value->string.length);
        case VALUE_ARRAY:
        case VALUE_MAP: {
            binn child = {0};
            bool added = fill(&child, value) && PUT(child.type, binn_ptr(&child), binn_size(&child));
            binn_free(&child);
            return added;
        }
        default: return PUT(BINN_NULL, NULL, 0);
    }
}

static bool fill(binn *container, const struct value *value) {
    if (value->kind == VALUE_MAP) {
        if (!binn_create_object(container)) return false;
        each_entry (entry, value) {
            if (!add(container, entry->key.data, &entry->value)) return false;
        }
        return true;
    }
    if (!binn_create_list(container)) return false;
    each_item (item, value) {
        if (!add(container, NULL, item)) return false;
    }
    return true;
}

static inline bool encode(const struct value *value, binn *root, struct encoding *encoding, struct failure *failure) {
    if (!fill(root, value)) return fail(failure, "Binn refused a value: a key of more than 255 bytes, or no memory");
    *encoding = (struct encoding){binn_ptr(root), (size_t)binn_size(root)};
    return true;
}

static bool visit_container(const void *data, int type, struct visitor *visitor, struct failure *failure);

static bool visit_item(binn *item, struct visitor *visitor, struct failure *failure) {
    switch (item->type) {
        case BINN_NULL: return visit_null(visitor);
        case BINN_BOOL:
        case BINN_TRUE:
        case BINN_FALSE: return visit_bool(visitor, item->vbool);
        case BINN_UINT8: return visit_uint(visitor, item->vuint8);
        case BINN_UINT16: return visit_uint(visitor, item->vuint16);
        case BINN_UINT32: return visit_uint(visitor, item->vuint32);
        case BINN_UINT64: return visit_uint(visitor, item->vuint64);
        case BINN_INT8: return visit_int(visitor, item->vint8);
        case BINN_INT16: return visit_int(visitor, item->vint16);
        case BINN_INT32: return visit_int(visitor, item->vint32);
        case BINN_INT64: return visit_int(visitor, item->vint64);
        case BINN_FLOAT32: return visit_double(visitor, (double)item->vfloat);
        case BINN_FLOAT64: return visit_double(visitor, item->vdouble);
        case BINN_STRING: return visit_string(visitor, item->ptr, (size_t)item->size);
        case BINN_BLOB: return visit_bytes(visitor, item->ptr, (size_t)item->size);
        case BINN_LIST:
        case BINN_OBJECT: return visit_container(item->ptr, item->type, visitor, failure);
        default: return fail(failure, "a type outside the value model");
    }
}

static bool visit_container(const void *data, int type, struct visitor *visitor, struct failure *failure) {
    binn_iter iterator;
    binn item;
    if (!binn_iter_init(&iterator, (void *)data, type)) return fail(failure, "malformed container");
    if (type == BINN_LIST) {
        if (!visit_begin_array(visitor)) return false;
        while (binn_list_next(&iterator, &item)) {
            if (!visit_item(&item, visitor, failure)) return false;
        }
        return visit_end_array(visitor);
    }
    char key[256];
    if (!visit_begin_map(visitor)) return false;
    while (binn_object_next(&iterator, key, &item)) {
        visit_key(visitor, key, strlen(key));
        if (!visit_item(&item, visitor, failure)) return false;
    }
    return visit_end_map(visitor);
}

static inline bool check(const char *data, size_t size, struct failure *failure) {
    int type, used = (int)size;
    return binn_is_valid((void *)data, &type, NULL, &used) || fail(failure, "binn_is_valid says no");
}

/* The root's type stands in its first byte. */
static inline bool scan(const char *data, struct visitor *visitor, struct failure *failure) {
    return visit_container(data, binn_type(data), visitor, failure);
}

ENCODER(run_encode, binn root = {0}, encode(value, &root, encoding, failure), binn_free(&root))
SCANNER(run_scan, scan(data, visitor, failure))
SCANNER(run_verified, check(data, size, failure) && scan(data, visitor, failure))

#endif

/* There is no tree to decode to: programs read from the bytes. Maps with string keys are Binn's objects. */
#define BINN                                                                                                         \
    .codec = "binn", .format = "binn", LIBRARY("Binn", version, "https://github.com/liteserver/binn", "Apache-2.0"), \
    .cannot_encode = HAS_NUL_IN_STRING | HAS_NUL_IN_KEY | ROOT_IS_SCALAR,                                            \
    .documentation = "https://github.com/liteserver/binn#usage-example"

CODEC(BINN, .policies = {"fresh", "borrowed", "unchecked", "lazy", NULL, "list, object, iterator"},
      .trust = FOUND(check), .encode = OPERATION(run_encode), .scan = OPERATION(run_scan));
CODEC(BINN, .variant = "verified", .policies = {"fresh", "borrowed", "unchecked", "lazy", NULL, "is_valid, iterator"},
      .scan = OPERATION(run_verified));
