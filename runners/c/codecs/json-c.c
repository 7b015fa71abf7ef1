#include "codec.h"

#ifdef CODEC_FOUND

#include <json-c/json.h>

/* NULL is json-c's null. The keys of a map are distinct, which spares json-c the search for an old one. */
static json_object *build(const struct value *value) {
    json_object *tree;
    switch (value->kind) {
        case VALUE_BOOL: return json_object_new_boolean(value->boolean);
        case VALUE_INT: return json_object_new_int64(value->integer);
        case VALUE_UINT: return json_object_new_uint64(value->natural);
        case VALUE_DOUBLE: return json_object_new_double(value->real);
        case VALUE_STRING: return json_object_new_string_len(value->string.data, (int)value->string.length);
        case VALUE_ARRAY:
            tree = json_object_new_array_ext((int)value->array.length);
            each_item (item, value) json_object_array_add(tree, build(item));
            return tree;
        case VALUE_MAP:
            tree = json_object_new_object();
            each_entry (entry, value) {
                json_object_object_add_ex(tree, entry->key.data, build(&entry->value), JSON_C_OBJECT_ADD_KEY_IS_NEW);
            }
            return tree;
        default: return NULL;
    }
}

/* The text belongs to the object, which keeps its buffer for the next time. */
static inline bool dump(json_object *tree, struct encoding *encoding, struct failure *failure) {
    encoding->data = json_object_to_json_string_length(tree, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE,
                                                       &encoding->size);
    return encoding->data || fail(failure, "json_object_to_json_string_length returned NULL");
}

/* What json_tokener_parse does, with the length known; the NUL behind the text ends a number at the root. */
static inline bool decode(const char *data, size_t size, json_object **tree, struct failure *failure) {
    struct json_tokener *tokener = json_tokener_new();
    *tree = json_tokener_parse_ex(tokener, data, (int)size + 1);
    enum json_tokener_error error = json_tokener_get_error(tokener);
    json_tokener_free(tokener);
    if (error == json_tokener_success) return true;
    return (error == json_tokener_error_depth ? refuse : fail)(failure, "%s", json_tokener_error_desc(error));
}

/* Reading as int64_t saturates, and reading as uint64_t does at 0. */
static bool visit_integer(json_object *value, struct visitor *visitor) {
    int64_t integer = json_object_get_int64(value);
    return integer == INT64_MAX ? visit_uint(visitor, json_object_get_uint64(value)) : visit_int(visitor, integer);
}

static bool visit(json_object *value, struct visitor *visitor) {
    switch (json_object_get_type(value)) {
        case json_type_boolean: return visit_bool(visitor, json_object_get_boolean(value));
        case json_type_int: return visit_integer(value, visitor);
        case json_type_double: return visit_double(visitor, json_object_get_double(value));
        case json_type_string:
            return visit_string(visitor, json_object_get_string(value), (size_t)json_object_get_string_len(value));
        case json_type_array:
            visit_begin_array(visitor);
            for (size_t i = 0; i < json_object_array_length(value); i++) {
                visit(json_object_array_get_idx(value, i), visitor);
            }
            return visit_end_array(visitor);
        case json_type_object:
            visit_begin_map(visitor);
            json_object_object_foreach (value, key, child) {
                visit_key(visitor, key, strlen(key));
                visit(child, visitor);
            }
            return visit_end_map(visitor);
        default: return visit_null(visitor);
    }
}

TREE_ENCODERS(json_object *, build(value), dump(tree, encoding, failure), , json_object_put(tree))
DECODER(run_decode, json_object *, decode(data, size, &tree, failure), visit(tree, visitor), json_object_put(tree))

#endif

#define JSON_C                                                                                                         \
    .codec = "json-c", .format = "json", LIBRARY("json-c", json_c_version, "https://github.com/json-c/json-c", "MIT"), \
    .cannot_encode = HAS_BYTES | HAS_NON_FINITE | HAS_NUL_IN_KEY,                                                      \
    .documentation = "https://json-c.github.io/json-c/json-c-current-release/doc/html/json__object_8h.html"

CODEC(JSON_C, .policies = {"fresh", "owned", "unchecked", "tree", "hash", "object, tokener"},
      .encode = OPERATION(run_encode), .decode = OPERATION(run_decode));
CODEC(JSON_C, .variant = "prebuilt", .policies = {"reuse", "owned", "unchecked", "tree", "hash", "to_json_string"},
      .encode = OPERATION(run_prebuilt), .starts_from = FROM_LIBRARY);
