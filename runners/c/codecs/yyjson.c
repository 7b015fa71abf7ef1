/* yyjson. Documentation: https://ibireme.github.io/yyjson/doc/doxygen/html/md_doc__a_p_i.html */

#include "codec.h"

#ifdef CODEC_FOUND

#include <yyjson.h>

static const char *version(void) { return YYJSON_VERSION_STRING; }

/* Strings are not copied into the tree: it is freed before the application's tree is. */
static yyjson_mut_val *build_value(yyjson_mut_doc *document, const struct value *value) {
    switch (value->kind) {
        case VALUE_BOOL:
            return yyjson_mut_bool(document, value->boolean);
        case VALUE_INT:
            return yyjson_mut_sint(document, value->integer);
        case VALUE_UINT:
            return yyjson_mut_uint(document, value->natural);
        case VALUE_DOUBLE:
            return yyjson_mut_real(document, value->real);
        case VALUE_STRING:
            return yyjson_mut_strn(document, value->string.data, value->string.length);
        case VALUE_ARRAY: {
            yyjson_mut_val *array = yyjson_mut_arr(document);
            for (size_t i = 0; i < value->array.length; i++) {
                yyjson_mut_arr_append(array, build_value(document, &value->array.items[i]));
            }
            return array;
        }
        case VALUE_MAP: {
            yyjson_mut_val *object = yyjson_mut_obj(document);
            for (size_t i = 0; i < value->map.length; i++) {
                const struct entry *entry = &value->map.entries[i];
                yyjson_mut_val *key = yyjson_mut_strn(document, entry->key.data, entry->key.length);
                yyjson_mut_obj_add(object, key, build_value(document, &entry->value));
            }
            return object;
        }
        default:
            return yyjson_mut_null(document);
    }
}

static inline bool build(const struct value *value, yyjson_mut_doc **tree, struct failure *failure) {
    yyjson_mut_doc *document = yyjson_mut_doc_new(NULL);
    if (!document) return fail(failure, "yyjson_mut_doc_new returned NULL");
    yyjson_mut_doc_set_root(document, build_value(document, value));
    *tree = document;
    return true;
}

static inline bool dump(yyjson_mut_doc **tree, struct encoding *encoding, struct failure *failure) {
    yyjson_write_err error;
    encoding->data = yyjson_mut_write_opts(*tree, YYJSON_WRITE_NOFLAG, NULL, &encoding->size, &error);
    return encoding->data ? true : fail(failure, "%s", error.msg);
}

static inline void release_text(struct encoding *encoding) { free((void *)encoding->data); }
static inline void release_mutable(yyjson_mut_doc **tree) { yyjson_mut_doc_free(*tree); }

static inline bool encode(const struct value *value, struct encoding *encoding, struct failure *failure) {
    yyjson_mut_doc *tree;
    if (!build(value, &tree, failure)) return false;
    bool dumped = dump(&tree, encoding, failure);
    release_mutable(&tree);
    return dumped;
}

static inline bool decode(const char *data, size_t size, yyjson_doc **tree, struct failure *failure) {
    yyjson_read_err error;
    *tree = yyjson_read_opts((char *)data, size, YYJSON_READ_NOFLAG, NULL, &error);
    return *tree ? true : fail(failure, "%s at byte %zu", error.msg, error.pos);
}

static inline void release(yyjson_doc **tree) { yyjson_doc_free(*tree); }

/* Reading in situ overwrites the text, so that every document needs a copy of its own, with padding behind it. */
struct in_situ {
    char *text;
    yyjson_doc *document;
};

static inline bool decode_in_situ(const char *data, size_t size, struct in_situ *tree, struct failure *failure) {
    yyjson_read_err error;
    tree->text = malloc(size + YYJSON_PADDING_SIZE);
    if (!tree->text) return fail(failure, "out of memory");
    memcpy(tree->text, data, size);
    memset(tree->text + size, 0, YYJSON_PADDING_SIZE);
    tree->document = yyjson_read_opts(tree->text, size, YYJSON_READ_INSITU, NULL, &error);
    if (tree->document) return true;
    free(tree->text);
    return fail(failure, "%s at byte %zu", error.msg, error.pos);
}

static inline void release_in_situ(struct in_situ *tree) {
    yyjson_doc_free(tree->document);
    free(tree->text);
}

static void visit_value(yyjson_val *value, struct visitor *visitor) {
    size_t index, count;
    yyjson_val *key, *item;
    switch (yyjson_get_tag(value)) {
        case YYJSON_TYPE_BOOL | YYJSON_SUBTYPE_TRUE:
        case YYJSON_TYPE_BOOL | YYJSON_SUBTYPE_FALSE:
            visit_bool(visitor, yyjson_get_bool(value));
            break;
        case YYJSON_TYPE_NUM | YYJSON_SUBTYPE_SINT:
            visit_int(visitor, yyjson_get_sint(value));
            break;
        case YYJSON_TYPE_NUM | YYJSON_SUBTYPE_UINT:
            visit_uint(visitor, yyjson_get_uint(value));
            break;
        case YYJSON_TYPE_NUM | YYJSON_SUBTYPE_REAL:
            visit_double(visitor, yyjson_get_real(value));
            break;
        case YYJSON_TYPE_STR | YYJSON_SUBTYPE_NONE:
        case YYJSON_TYPE_STR | YYJSON_SUBTYPE_NOESC:
            visit_string(visitor, yyjson_get_str(value), yyjson_get_len(value));
            break;
        case YYJSON_TYPE_ARR | YYJSON_SUBTYPE_NONE:
            visit_begin_array(visitor);
            yyjson_arr_foreach(value, index, count, item) visit_value(item, visitor);
            visit_end_array(visitor);
            break;
        case YYJSON_TYPE_OBJ | YYJSON_SUBTYPE_NONE:
            visit_begin_map(visitor);
            yyjson_obj_foreach(value, index, count, key, item) {
                visit_key(visitor, yyjson_get_str(key), yyjson_get_len(key));
                visit_value(item, visitor);
            }
            visit_end_map(visitor);
            break;
        default:
            visit_null(visitor);
    }
}

static inline bool visit(yyjson_doc **tree, struct visitor *visitor, struct failure *failure) {
    (void)failure;
    visit_value(yyjson_doc_get_root(*tree), visitor);
    return true;
}

static inline bool visit_in_situ(struct in_situ *tree, struct visitor *visitor, struct failure *failure) {
    return visit(&tree->document, visitor, failure);
}

ENCODER(run_encode, encode, release_text)
PREBUILT_ENCODER(run_prebuilt, yyjson_mut_doc *, build, dump, release_text, release_mutable)
DECODER(run_decode, yyjson_doc *, decode, visit, release)
DECODER(run_in_situ, struct in_situ, decode_in_situ, visit_in_situ, release_in_situ)

#endif

#define YYJSON                                                                                                      \
    .codec = "yyjson", .format = "json", .library = "yyjson", .version = VERSION(version),                          \
    .cannot_encode = HAS_BYTES | HAS_NON_FINITE, .homepage = "https://github.com/ibireme/yyjson", .licence = "MIT", \
    .documentation = "https://ibireme.github.io/yyjson/doc/doxygen/html/md_doc__a_p_i.html"

#define YYJSON_OWNED YYJSON, .policies = {"fresh", "owned", "checked", "tree", "tree"}

CODEC(YYJSON_OWNED, .encode = OPERATION(run_encode), .decode = OPERATION(run_decode));
CODEC(YYJSON, .variant = "insitu", .policies = {"fresh", "borrowed", "checked", "tree", "INSITU on a copy"},
      .decode = OPERATION(run_in_situ));
CODEC(YYJSON_OWNED, .variant = "prebuilt", .encode = OPERATION(run_prebuilt), .starts_from = FROM_LIBRARY);
