#include "codec.h"

#ifdef CODEC_FOUND

#include <jansson.h>

/* A NULL that building a child gave makes the setter fail, and so on up to the root. Entries keep their order. */
static json_t *build(const struct value *value) {
    json_t *tree;
    int failed = 0;
    switch (value->kind) {
        case VALUE_BOOL: return json_boolean(value->boolean);
        case VALUE_INT: return json_integer(value->integer);
        case VALUE_DOUBLE: return json_real(value->real);
        case VALUE_STRING: return json_stringn(value->string.data, value->string.length);
        case VALUE_ARRAY:
            tree = json_array();
            each_item (item, value) failed |= json_array_append_new(tree, build(item));
            break;
        case VALUE_MAP:
            tree = json_object();
            each_entry (entry, value) {
                failed |= json_object_setn_new(tree, entry->key.data, entry->key.length, build(&entry->value));
            }
            break;
        default: return json_null();
    }
    if (!failed) return tree;
    json_decref(tree);
    return NULL;
}

static inline bool dump(const json_t *tree, struct encoding *encoding, struct failure *failure) {
    char *text = json_dumps(tree, JSON_COMPACT | JSON_ENCODE_ANY);
    if (!text) return fail(failure, "Jansson refused a value");
    *encoding = (struct encoding){text, strlen(text)};
    return true;
}

static inline bool decode(const char *data, size_t size, json_t **tree, struct failure *failure) {
    json_error_t error;
    *tree = json_loadb(data, size, JSON_DECODE_ANY | JSON_ALLOW_NUL, &error);
    if (*tree) return true;
    enum json_error_code code = json_error_code(&error);
    bool by_nature = code == json_error_numeric_overflow || code == json_error_null_byte_in_key;
    return (by_nature ? refuse : fail)(failure, "%s at byte %d", error.text, error.position);
}

static bool visit(json_t *value, struct visitor *visitor) {
    size_t index, length;
    const char *key;
    json_t *child;
    switch (json_typeof(value)) {
        case JSON_TRUE:
        case JSON_FALSE: return visit_bool(visitor, json_is_true(value));
        case JSON_INTEGER: return visit_int(visitor, json_integer_value(value));
        case JSON_REAL: return visit_double(visitor, json_real_value(value));
        case JSON_STRING: return visit_string(visitor, json_string_value(value), json_string_length(value));
        case JSON_ARRAY:
            visit_begin_array(visitor);
            json_array_foreach (value, index, child) visit(child, visitor);
            return visit_end_array(visitor);
        case JSON_OBJECT:
            visit_begin_map(visitor);
            json_object_keylen_foreach (value, key, length, child) {
                visit_key(visitor, key, length);
                visit(child, visitor);
            }
            return visit_end_map(visitor);
        default: return visit_null(visitor);
    }
}

TREE_ENCODERS(json_t *, build(value), dump(tree, encoding, failure), free_bytes(encoding), json_decref(tree))
DECODER(run_decode, json_t *, decode(data, size, &tree, failure), visit(tree, visitor), json_decref(tree))

#endif

#define JANSSON                                                                               \
    .codec = "jansson", .format = "json",                                                     \
    LIBRARY("Jansson", jansson_version_str, "https://github.com/akheron/jansson", "MIT"),     \
    .cannot_encode = HAS_BYTES | HAS_UINT | HAS_NON_FINITE,                                   \
    .policies = {"fresh", "owned", "checked", "tree", "hash", "object, array, dumps, loadb"}, \
    .documentation = "https://jansson.readthedocs.io/en/latest/tutorial.html"

CODEC(JANSSON, .encode = OPERATION(run_encode), .decode = OPERATION(run_decode));
CODEC(JANSSON, .variant = "prebuilt", .encode = OPERATION(run_prebuilt), .starts_from = FROM_LIBRARY);
