/* json-c. Documentation: https://json-c.github.io/json-c/json-c-0.16/doc/html/ (json_object.h, json_tokener.h) */

#include "codec.h"

#ifdef CODEC_FOUND

#include <json-c/json.h>

/* NULL is json-c's null. The keys of a map are distinct, which spares json-c the search for an old one. */
static json_object *build_value(const struct value *value) {
    switch (value->kind) {
        case VALUE_BOOL:
            return json_object_new_boolean(value->boolean);
        case VALUE_INT:
            return json_object_new_int64(value->integer);
        case VALUE_UINT:
            return json_object_new_uint64(value->natural);
        case VALUE_DOUBLE:
            return json_object_new_double(value->real);
        case VALUE_STRING:
            return json_object_new_string_len(value->string.data, (int)value->string.length);
        case VALUE_ARRAY: {
            json_object *array = json_object_new_array_ext((int)value->array.length);
            for (size_t i = 0; i < value->array.length; i++) {
                json_object_array_add(array, build_value(&value->array.items[i]));
            }
            return array;
        }
        case VALUE_MAP: {
            json_object *object = json_object_new_object();
            for (size_t i = 0; i < value->map.length; i++) {
                const struct entry *entry = &value->map.entries[i];
                json_object_object_add_ex(object, entry->key.data, build_value(&entry->value),
                                          JSON_C_OBJECT_ADD_KEY_IS_NEW);
            }
            return object;
        }
        default:
            return NULL;
    }
}

static inline bool build(const struct value *value, json_object **tree, struct failure *failure) {
    (void)failure;
    *tree = build_value(value);
    return true;
}

/* The text belongs to the object, which keeps its buffer for the next time. */
static inline bool dump(json_object **tree, struct encoding *encoding, struct failure *failure) {
    encoding->data = json_object_to_json_string_length(*tree, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE,
                                                       &encoding->size);
    encoding->owner = *tree;
    return encoding->data ? true : fail(failure, "json_object_to_json_string_length returned NULL");
}

static inline void release_nothing(struct encoding *encoding) { (void)encoding; }
static inline void release_text(struct encoding *encoding) { json_object_put(encoding->owner); }
static inline void release_tree(json_object **tree) { json_object_put(*tree); }

static inline bool encode(const struct value *value, struct encoding *encoding, struct failure *failure) {
    json_object *tree = build_value(value);
    if (dump(&tree, encoding, failure)) return true;
    release_tree(&tree);
    return false;
}

/* What json_tokener_parse does, with the length known; the NUL behind the text ends a number at the root. */
static inline bool decode(const char *data, size_t size, json_object **tree, struct failure *failure) {
    struct json_tokener *tokener = json_tokener_new();
    *tree = json_tokener_parse_ex(tokener, data, (int)size + 1);
    enum json_tokener_error error = json_tokener_get_error(tokener);
    json_tokener_free(tokener);
    if (error == json_tokener_success) return true;
    if (error == json_tokener_error_depth) return refuse(failure, "%s", json_tokener_error_desc(error));
    return fail(failure, "%s", json_tokener_error_desc(error));
}

static void visit_value(json_object *value, struct visitor *visitor) {
    switch (json_object_get_type(value)) {
        case json_type_null:
            visit_null(visitor);
            break;
        case json_type_boolean:
            visit_bool(visitor, json_object_get_boolean(value));
            break;
        case json_type_int: /* reading as int64_t saturates, and reading as uint64_t does at 0 */
            if (json_object_get_int64(value) == INT64_MAX) {
                visit_uint(visitor, json_object_get_uint64(value));
            } else {
                visit_int(visitor, json_object_get_int64(value));
            }
            break;
        case json_type_double:
            visit_double(visitor, json_object_get_double(value));
            break;
        case json_type_string:
            visit_string(visitor, json_object_get_string(value), (size_t)json_object_get_string_len(value));
            break;
        case json_type_array:
            visit_begin_array(visitor);
            for (size_t i = 0; i < json_object_array_length(value); i++) {
                visit_value(json_object_array_get_idx(value, i), visitor);
            }
            visit_end_array(visitor);
            break;
        case json_type_object:
            visit_begin_map(visitor);
            json_object_object_foreach(value, key, child) {
                visit_key(visitor, key, strlen(key));
                visit_value(child, visitor);
            }
            visit_end_map(visitor);
            break;
    }
}

static inline bool visit(json_object **tree, struct visitor *visitor, struct failure *failure) {
    (void)failure;
    visit_value(*tree, visitor);
    return true;
}

ENCODER(run_encode, encode, release_text)
PREBUILT_ENCODER(run_prebuilt, json_object *, build, dump, release_nothing, release_tree)
DECODER(run_decode, json_object *, decode, visit, release_tree)

#endif

#define JSON_C                                                                                                    \
    .codec = "json-c", .format = "json", .library = "json-c", .version = VERSION(json_c_version),                 \
    .cannot_encode = HAS_BYTES | HAS_NON_FINITE | HAS_NUL_IN_KEY, .homepage = "https://github.com/json-c/json-c", \
    .licence = "MIT", .documentation = "https://json-c.github.io/json-c/json-c-0.16/doc/html/json__object_8h.html"

CODEC(JSON_C, .policies = {"fresh", "owned", "unchecked", "tree", "tree"}, .encode = OPERATION(run_encode),
      .decode = OPERATION(run_decode));
CODEC(JSON_C, .variant = "prebuilt", .policies = {"reuse", "owned", "unchecked", "tree", "tree"},
      .encode = OPERATION(run_prebuilt), .starts_from = FROM_LIBRARY);
