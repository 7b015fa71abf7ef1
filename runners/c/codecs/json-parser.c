/* json-parser reads, json-builder writes. */

#include "codec.h"

#ifdef CODEC_FOUND

#include <json-builder.h>
#include <json.h>

/* Neither the libraries nor their headers know. Debian has them only as Goxel's copy, in which json-builder writes
   doubles with twelve digits behind the point, "%.12f", where its own "%g" writes six digits in all. */
static const char *version(void) { return "unstated"; }

static json_value *build(const struct value *value) {
    json_value *tree;
    switch (value->kind) {
        case VALUE_BOOL: return json_boolean_new(value->boolean);
        case VALUE_INT: return json_integer_new(value->integer);
        case VALUE_DOUBLE: return json_double_new(value->real);
        case VALUE_STRING: return json_string_new_length((unsigned)value->string.length, value->string.data);
        case VALUE_ARRAY:
            tree = json_array_new(value->array.length);
            each_item (item, value) json_array_push(tree, build(item));
            return tree;
        case VALUE_MAP:
            tree = json_object_new(value->map.length);
            each_entry (entry, value) {
                json_object_push_length(tree, (unsigned)entry->key.length, entry->key.data, build(&entry->value));
            }
            return tree;
        default: return json_null_new();
    }
}

/* What is measured is only enough. */
static inline bool dump(json_value *tree, struct encoding *encoding, struct failure *failure) {
    static const json_serialize_opts packed = {.mode = json_serialize_mode_packed};
    char *text = malloc(json_measure_ex(tree, packed));
    if (!text) return fail(failure, "out of memory");
    json_serialize_ex(text, tree, packed);
    *encoding = (struct encoding){text, strlen(text)};
    return true;
}

static inline bool decode(const char *data, size_t size, json_value **tree, struct failure *failure) {
    json_settings settings = {0};
    _Static_assert(sizeof failure->message >= json_error_max, "json-parser writes its message here");
    return (*tree = json_parse_ex(&settings, data, size, failure->message));
}

static bool visit(const json_value *value, struct visitor *visitor) {
    switch (value->type) {
        case json_boolean: return visit_bool(visitor, value->u.boolean);
        case json_integer: return visit_int(visitor, value->u.integer);
        case json_double: return visit_double(visitor, value->u.dbl);
        case json_string: return visit_string(visitor, value->u.string.ptr, value->u.string.length);
        case json_array:
            if (!visit_begin_array(visitor)) return false;
            for (unsigned i = 0; i < value->u.array.length; i++) visit(value->u.array.values[i], visitor);
            return visit_end_array(visitor);
        case json_object:
            if (!visit_begin_map(visitor)) return false;
            for (unsigned i = 0; i < value->u.object.length; i++) {
                const json_object_entry *entry = &value->u.object.values[i];
                visit_key(visitor, entry->name, entry->name_length);
                visit(entry->value, visitor);
            }
            return visit_end_map(visitor);
        default: return visit_null(visitor);
    }
}

TREE_ENCODERS(json_value *, build(value), dump(tree, encoding, failure), free_bytes(encoding), json_builder_free(tree))
DECODER(run_decode, json_value *, decode(data, size, &tree, failure), visit(tree, visitor), json_value_free(tree))

#endif

#define JSON_PARSER                                                                                               \
    .codec = "json-parser", .format = "json",                                                                     \
    LIBRARY("json-parser, json-builder in Goxel's copy", version, "https://github.com/json-parser/json-parser",   \
            "BSD-2-Clause"),                                                                                      \
    .cannot_encode =                                                                                              \
        HAS_BYTES | HAS_UINT | HAS_NON_FINITE | HAS_NUL_IN_STRING | HAS_NUL_IN_KEY | HAS_LEAST_INT | HAS_CONTROL, \
    .policies = {"fresh", "owned", "unchecked", "tree", "list", "new, push, serialize_ex, parse_ex"},             \
    .documentation = "https://github.com/json-parser/json-parser#api"

CODEC(JSON_PARSER, .encode = OPERATION(run_encode), .decode = OPERATION(run_decode));
CODEC(JSON_PARSER, .variant = "prebuilt", .encode = OPERATION(run_prebuilt), .starts_from = FROM_LIBRARY);
