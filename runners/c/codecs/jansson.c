/* Jansson. Documentation: https://jansson.readthedocs.io/en/latest/tutorial.html and apiref.html */

#include "codec.h"

#ifdef CODEC_FOUND

#include <jansson.h>

/* A NULL that building a child gave makes the setter fail, and so on up to the root. */
static json_t *build_value(const struct value *value) {
    switch (value->kind) {
        case VALUE_BOOL:
            return json_boolean(value->boolean);
        case VALUE_INT:
            return json_integer(value->integer);
        case VALUE_DOUBLE:
            return json_real(value->real);
        case VALUE_STRING:
            return json_stringn(value->string.data, value->string.length);
        case VALUE_ARRAY: {
            json_t *array = json_array();
            for (size_t i = 0; i < value->array.length; i++) {
                if (json_array_append_new(array, build_value(&value->array.items[i])) == 0) continue;
                json_decref(array);
                return NULL;
            }
            return array;
        }
        case VALUE_MAP: {
            json_t *object = json_object();
            for (size_t i = 0; i < value->map.length; i++) {
                const struct entry *entry = &value->map.entries[i];
                json_t *child = build_value(&entry->value);
                if (json_object_setn_new(object, entry->key.data, entry->key.length, child) == 0) continue;
                json_decref(object);
                return NULL;
            }
            return object;
        }
        default:
            return json_null();
    }
}

static inline bool build(const struct value *value, json_t **tree, struct failure *failure) {
    *tree = build_value(value);
    return *tree ? true : fail(failure, "Jansson refused a value");
}

static inline bool dump(json_t **tree, struct encoding *encoding, struct failure *failure) {
    char *text = json_dumps(*tree, JSON_COMPACT | JSON_ENCODE_ANY);
    if (!text) return fail(failure, "json_dumps returned NULL");
    encoding->data = text;
    encoding->size = strlen(text);
    return true;
}

static inline void release_text(struct encoding *encoding) { free((void *)encoding->data); }
static inline void release_tree(json_t **tree) { json_decref(*tree); }

static inline bool encode(const struct value *value, struct encoding *encoding, struct failure *failure) {
    json_t *tree;
    if (!build(value, &tree, failure)) return false;
    bool dumped = dump(&tree, encoding, failure);
    release_tree(&tree);
    return dumped;
}

static inline bool decode(const char *data, size_t size, json_t **tree, struct failure *failure) {
    json_error_t error;
    *tree = json_loadb(data, size, JSON_DECODE_ANY | JSON_ALLOW_NUL, &error);
    if (*tree) return true;
    enum json_error_code code = json_error_code(&error);
    bool by_nature = code == json_error_numeric_overflow || code == json_error_null_byte_in_key;
    return (by_nature ? refuse : fail)(failure, "%s at byte %d", error.text, error.position);
}

static void visit_value(json_t *value, struct visitor *visitor) {
    size_t index, length;
    const char *key;
    json_t *child;
    switch (json_typeof(value)) {
        case JSON_NULL:
            visit_null(visitor);
            break;
        case JSON_TRUE:
        case JSON_FALSE:
            visit_bool(visitor, json_is_true(value));
            break;
        case JSON_INTEGER:
            visit_int(visitor, json_integer_value(value));
            break;
        case JSON_REAL:
            visit_double(visitor, json_real_value(value));
            break;
        case JSON_STRING:
            visit_string(visitor, json_string_value(value), json_string_length(value));
            break;
        case JSON_ARRAY:
            visit_begin_array(visitor);
            json_array_foreach(value, index, child) visit_value(child, visitor);
            visit_end_array(visitor);
            break;
        case JSON_OBJECT:
            visit_begin_map(visitor);
            json_object_keylen_foreach(value, key, length, child) {
                visit_key(visitor, key, length);
                visit_value(child, visitor);
            }
            visit_end_map(visitor);
            break;
    }
}

static inline bool visit(json_t **tree, struct visitor *visitor, struct failure *failure) {
    (void)failure;
    visit_value(*tree, visitor);
    return true;
}

ENCODER(run_encode, encode, release_text)
PREBUILT_ENCODER(run_prebuilt, json_t *, build, dump, release_text, release_tree)
DECODER(run_decode, json_t *, decode, visit, release_tree)

#endif

#define JANSSON                                                                                                        \
    .codec = "jansson", .format = "json", .library = "Jansson", .version = VERSION(jansson_version_str),               \
    .cannot_encode = HAS_BYTES | HAS_UINT | HAS_NON_FINITE, .policies = {"fresh", "owned", "checked", "tree", "tree"}, \
    .homepage = "https://github.com/akheron/jansson", .licence = "MIT",                                                \
    .documentation = "https://jansson.readthedocs.io/en/latest/tutorial.html"

CODEC(JANSSON, .encode = OPERATION(run_encode), .decode = OPERATION(run_decode));
CODEC(JANSSON, .variant = "prebuilt", .encode = OPERATION(run_prebuilt), .starts_from = FROM_LIBRARY);
