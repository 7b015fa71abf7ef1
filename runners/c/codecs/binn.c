/* Binn. Documentation: https://github.com/liteserver/binn#usage-example, examples/reading.c and writing.c */

#include "codec.h"

#ifdef CODEC_FOUND

#include <binn.h>

static const char *version(void) { return binn_version(); }

/* Binn's containers are built inside out: a child is complete, and is copied, when it is put into its parent. */
static binn *build_container(const struct value *value);

struct item {
    int type, size;
    const void *data;
    binn *container;
};

/* Say what Binn is to store for a value; integers take the least room by themselves. */
static bool describe_item(const struct value *value, struct item *item) {
    *item = (struct item){.type = BINN_NULL};
    switch (value->kind) {
        case VALUE_BOOL:
            item->type = value->boolean ? BINN_TRUE : BINN_FALSE;
            return true;
        case VALUE_INT:
            item->type = BINN_INT64;
            item->data = &value->integer;
            return true;
        case VALUE_UINT:
            item->type = BINN_UINT64;
            item->data = &value->natural;
            return true;
        case VALUE_DOUBLE:
            item->type = BINN_FLOAT64;
            item->data = &value->real;
            return true;
        case VALUE_STRING:
            item->type = BINN_STRING;
            item->data = value->string.data;
            return true;
        case VALUE_BYTES:
            item->type = BINN_BLOB;
            item->data = value->string.data;
            item->size = (int)value->string.length;
            return true;
        case VALUE_ARRAY:
        case VALUE_MAP:
            item->container = build_container(value);
            if (!item->container) return false;
            item->type = value->kind == VALUE_MAP ? BINN_OBJECT : BINN_LIST;
            item->data = binn_ptr(item->container);
            item->size = binn_size(item->container);
            return true;
        default:
            return true;
    }
}

static binn *build_container(const struct value *value) {
    bool is_map = value->kind == VALUE_MAP, added = true;
    binn *container = is_map ? binn_object() : binn_list();
    for (size_t i = 0; added && container && i < (is_map ? value->map.length : value->array.length); i++) {
        const struct entry *entry = is_map ? &value->map.entries[i] : NULL;
        struct item item;
        if (!describe_item(is_map ? &entry->value : &value->array.items[i], &item)) {
            added = false;
            break;
        }
        added = is_map ? binn_object_set(container, entry->key.data, item.type, (void *)item.data, item.size)
                       : binn_list_add(container, item.type, (void *)item.data, item.size);
        binn_free(item.container);
    }
    if (added) return container;
    binn_free(container);
    return NULL;
}

static inline bool encode(const struct value *value, struct encoding *encoding, struct failure *failure) {
    binn *root = build_container(value);
    if (!root) return fail(failure, "Binn refused a value: a key of more than 255 bytes, or no memory");
    encoding->data = binn_ptr(root);
    encoding->size = (size_t)binn_size(root);
    encoding->owner = root;
    return true;
}

static inline void release_binn(struct encoding *encoding) { binn_free(encoding->owner); }

static bool visit_container(const void *data, int type, struct visitor *visitor, struct failure *failure);

static bool visit_item(binn *item, struct visitor *visitor, struct failure *failure) {
    switch (item->type) {
        case BINN_NULL:
            visit_null(visitor);
            return true;
        case BINN_BOOL:
        case BINN_TRUE:
        case BINN_FALSE:
            visit_bool(visitor, item->vbool);
            return true;
        case BINN_UINT8:
            visit_uint(visitor, item->vuint8);
            return true;
        case BINN_UINT16:
            visit_uint(visitor, item->vuint16);
            return true;
        case BINN_UINT32:
            visit_uint(visitor, item->vuint32);
            return true;
        case BINN_UINT64:
            visit_uint(visitor, item->vuint64);
            return true;
        case BINN_INT8:
            visit_int(visitor, item->vint8);
            return true;
        case BINN_INT16:
            visit_int(visitor, item->vint16);
            return true;
        case BINN_INT32:
            visit_int(visitor, item->vint32);
            return true;
        case BINN_INT64:
            visit_int(visitor, item->vint64);
            return true;
        case BINN_FLOAT32:
            visit_double(visitor, (double)item->vfloat);
            return true;
        case BINN_FLOAT64:
            visit_double(visitor, item->vdouble);
            return true;
        case BINN_STRING:
            visit_string(visitor, item->ptr, (size_t)item->size);
            return true;
        case BINN_BLOB:
            visit_bytes(visitor, item->ptr, (size_t)item->size);
            return true;
        case BINN_LIST:
        case BINN_OBJECT:
            return visit_container(item->ptr, item->type, visitor, failure);
        default:
            return fail(failure, "a type outside the value model");
    }
}

static bool visit_container(const void *data, int type, struct visitor *visitor, struct failure *failure) {
    binn_iter iterator;
    binn item;
    if (!binn_iter_init(&iterator, data, type)) return fail(failure, "malformed container");
    if (type == BINN_LIST) {
        visit_begin_array(visitor);
        while (binn_list_next(&iterator, &item)) {
            if (!visit_item(&item, visitor, failure)) return false;
        }
        visit_end_array(visitor);
        return true;
    }
    char key[256];
    visit_begin_map(visitor);
    while (binn_object_next(&iterator, key, &item)) {
        visit_key(visitor, key, strlen(key));
        if (!visit_item(&item, visitor, failure)) return false;
    }
    visit_end_map(visitor);
    return true;
}

static inline bool scan(const char *data, size_t size, struct visitor *visitor, struct failure *failure) {
    int type, used = (int)size;
    if (!binn_is_valid(data, &type, NULL, &used)) return fail(failure, "binn_is_valid says no");
    return visit_container(data, type, visitor, failure);
}

ENCODER(run_encode, encode, release_binn)
SCANNER(run_scan, scan)

#endif

/* There is no tree to decode to: programs read from the bytes. Maps with string keys are Binn's objects. */
CODEC(.codec = "binn", .format = "binn", .library = "Binn", .version = VERSION(version),
      .cannot_encode = HAS_NUL_IN_STRING | HAS_NUL_IN_KEY | ROOT_IS_SCALAR,
      .policies = {"fresh", "borrowed", "unchecked", "lazy", "list, object, iterator"},
      .homepage = "https://github.com/liteserver/binn", .licence = "Apache-2.0",
      .documentation = "https://github.com/liteserver/binn#usage-example", .encode = OPERATION(run_encode),
      .scan = OPERATION(run_scan));
