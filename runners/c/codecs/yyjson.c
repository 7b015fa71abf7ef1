#include "codec.h"

#ifdef CODEC_FOUND

#include <yyjson.h>

static const char *version(void) { return YYJSON_VERSION_STRING; }

static yyjson_mut_val *build_string(yyjson_mut_doc *tree, struct string string, bool borrow) {
    return (borrow ? yyjson_mut_strn : yyjson_mut_strncpy)(tree, string.data, string.length);
}

static yyjson_mut_val *build_value(yyjson_mut_doc *tree, const struct value *value, bool borrow) {
    yyjson_mut_val *parent;
    switch (value->kind) {
        case VALUE_BOOL: return yyjson_mut_bool(tree, value->boolean);
        case VALUE_INT: return yyjson_mut_sint(tree, value->integer);
        case VALUE_UINT: return yyjson_mut_uint(tree, value->natural);
        case VALUE_DOUBLE: return yyjson_mut_real(tree, value->real);
        case VALUE_STRING: return build_string(tree, value->string, borrow);
        case VALUE_ARRAY:
            parent = yyjson_mut_arr(tree);
            each_item (item, value) yyjson_mut_arr_append(parent, build_value(tree, item, borrow));
            return parent;
        case VALUE_MAP:
            parent = yyjson_mut_obj(tree);
            each_entry (entry, value) {
                yyjson_mut_val *key = build_string(tree, entry->key, borrow);
                yyjson_mut_obj_add(parent, key, build_value(tree, &entry->value, borrow));
            }
            return parent;
        default: return yyjson_mut_null(tree);
    }
}

static inline yyjson_mut_doc *build(const struct value *value, bool borrow) {
    yyjson_mut_doc *tree = yyjson_mut_doc_new(NULL);
    if (tree) yyjson_mut_doc_set_root(tree, build_value(tree, value, borrow));
    return tree;
}

static inline bool dump(yyjson_mut_doc *tree, struct encoding *encoding, struct failure *failure) {
    yyjson_write_err error;
    encoding->data = yyjson_mut_write_opts(tree, YYJSON_WRITE_NOFLAG, NULL, &encoding->size, &error);
    return encoding->data || fail(failure, "%s", error.msg);
}

static inline bool decode(const char *data, size_t size, unsigned flags, yyjson_doc **tree, struct failure *failure) {
    yyjson_read_err error;
    *tree = yyjson_read_opts((char *)data, size, flags, NULL, &error);
    return *tree || fail(failure, "%s at byte %zu", error.msg, error.pos);
}

/* Reading in situ overwrites the text, so that every document needs a copy of its own, with padding behind it. */
struct in_situ {
    char *text;
    yyjson_doc *document;
};

static inline bool decode_in_situ(const char *data, size_t size, struct in_situ *tree, struct failure *failure) {
    tree->text = malloc(size + YYJSON_PADDING_SIZE);
    if (!tree->text) return fail(failure, "out of memory");
    memcpy(tree->text, data, size);
    memset(tree->text + size, 0, YYJSON_PADDING_SIZE);
    if (decode(tree->text, size, YYJSON_READ_INSITU, &tree->document, failure)) return true;
    free(tree->text);
    return false;
}

static inline void release_in_situ(struct in_situ tree) {
    yyjson_doc_free(tree.document);
    free(tree.text);
}

static bool visit_value(yyjson_val *value, struct visitor *visitor) {
    size_t index, count;
    yyjson_val *key, *item;
    switch (yyjson_get_tag(value)) {
        case YYJSON_TYPE_BOOL | YYJSON_SUBTYPE_TRUE:
        case YYJSON_TYPE_BOOL | YYJSON_SUBTYPE_FALSE: return visit_bool(visitor, yyjson_get_bool(value));
        case YYJSON_TYPE_NUM | YYJSON_SUBTYPE_SINT: return visit_int(visitor, yyjson_get_sint(value));
        case YYJSON_TYPE_NUM | YYJSON_SUBTYPE_UINT: return visit_uint(visitor, yyjson_get_uint(value));
        case YYJSON_TYPE_NUM | YYJSON_SUBTYPE_REAL: return visit_double(visitor, yyjson_get_real(value));
        case YYJSON_TYPE_STR | YYJSON_SUBTYPE_NONE:
        case YYJSON_TYPE_STR | YYJSON_SUBTYPE_NOESC:
            return visit_string(visitor, yyjson_get_str(value), yyjson_get_len(value));
        case YYJSON_TYPE_ARR | YYJSON_SUBTYPE_NONE:
            if (!visit_begin_array(visitor)) return false;
            yyjson_arr_foreach (value, index, count, item) visit_value(item, visitor);
            return visit_end_array(visitor);
        case YYJSON_TYPE_OBJ | YYJSON_SUBTYPE_NONE:
            if (!visit_begin_map(visitor)) return false;
            yyjson_obj_foreach (value, index, count, key, item) {
                visit_key(visitor, yyjson_get_str(key), yyjson_get_len(key));
                visit_value(item, visitor);
            }
            return visit_end_map(visitor);
        default: return visit_null(visitor);
    }
}

static bool visit(yyjson_doc *tree, struct visitor *visitor) { return visit_value(yyjson_doc_get_root(tree), visitor); }

#define WRITE dump(tree, encoding, failure), free_bytes(encoding), yyjson_mut_doc_free(tree)
TREE_ENCODERS(yyjson_mut_doc *, build(value, false), WRITE)
TREE_ENCODER(run_borrowed, yyjson_mut_doc *, build(value, true), WRITE)
DECODER(run_decode, yyjson_doc *, decode(data, size, YYJSON_READ_NOFLAG, &tree, failure), visit(tree, visitor),
        yyjson_doc_free(tree))
DECODER(run_in_situ, struct in_situ, decode_in_situ(data, size, &tree, failure), visit(tree.document, visitor),
        release_in_situ(tree))

#endif

#define YYJSON                                                                                                   \
    .codec = "yyjson", .format = "json", LIBRARY("yyjson", version, "https://github.com/ibireme/yyjson", "MIT"), \
    .cannot_encode = HAS_BYTES | HAS_NON_FINITE,                                                                 \
    .documentation = "https://ibireme.github.io/yyjson/doc/doxygen/html/md_doc__a_p_i.html"
#define OWNED YYJSON, .policies = {"fresh", "owned", "checked", "tree", "list", "mut_strncpy, write, read"}

CODEC(OWNED, .encode = OPERATION(run_encode), .decode = OPERATION(run_decode));
CODEC(YYJSON, .variant = "borrowed", .encode = OPERATION(run_borrowed),
      .policies = {"fresh", "borrowed", "checked", "tree", "list", "mut_strn, write"});
CODEC(YYJSON, .variant = "insitu", .decode = OPERATION(run_in_situ),
      .policies = {"fresh", "borrowed", "checked", "tree", "list", "INSITU on a copy"});
CODEC(OWNED, .variant = "prebuilt", .encode = OPERATION(run_prebuilt), .starts_from = FROM_LIBRARY);
