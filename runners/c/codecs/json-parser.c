/* json-parser reads, json-builder writes. Documentation: https://github.com/json-parser/json-parser#api and
   https://github.com/json-parser/json-builder */

#include "codec.h"

#ifdef CODEC_FOUND

#include <json-builder.h>
#include <json.h>

/* Neither the libraries nor their headers know. Debian has them only as Goxel's copy, in which json-builder writes
   doubles with twelve digits behind the point, "%.12f", where its own "%g" writes six digits in all. */
static const char *version(void) { return "unstated"; }

static json_value *build_value(const struct value *value) {
    switch (value->kind) {
        case VALUE_BOOL:
            return json_boolean_new(value->boolean);
        case VALUE_INT:
            return json_integer_new(value->integer);
        case VALUE_DOUBLE:
            return json_double_new(value->real);
        case VALUE_STRING:
            return json_string_new_length((unsigned)value->string.length, value->string.data);
        case VALUE_ARRAY: {
            json_value *array = json_array_new(value->array.length);
            for (size_t i = 0; i < value->array.length; i++) {
                json_array_push(array, build_value(&value->array.items[i]));
            }
            return array;
        }
        case VALUE_MAP: {
            json_value *object = json_object_new(value->map.length);
            for (size_t i = 0; i < value->map.length; i++) {
                const struct entry *entry = &value->map.entries[i];
                json_object_push_length(object, (unsigned)entry->key.length, entry->key.data,
                                        build_value(&entry->value));
            }
            return object;
        }
        default:
            return json_null_new();
    }
}

static inline bool build(const struct value *value, json_value **tree, struct failure *failure) {
    *tree = build_value(value);
    return *tree ? true : fail(failure, "json-builder built nothing");
}

static inline bool dump(json_value **tree, struct encoding *encoding, struct failure *failure) {
    static const json_serialize_opts packed = {.mode = json_serialize_mode_packed};
    char *text = malloc(json_measure_ex(*tree, packed));
    if (!text) return fail(failure, "out of memory");
    json_serialize_ex(text, *tree, packed);
    encoding->data = text;
    encoding->size = strlen(text); /* what was measured is only enough */
    return true;
}

static inline void release_text(struct encoding *encoding) { free((void *)encoding->data); }
static inline void release_built(json_value **tree) { json_builder_free(*tree); }

static inline bool encode(const struct value *value, struct encoding *encoding, struct failure *failure) {
    json_value *tree;
    if (!build(value, &tree, failure)) return false;
    bool dumped = dump(&tree, encoding, failure);
    release_built(&tree);
    return dumped;
}

static inline bool decode(const char *data, size_t size, json_value **tree, struct failure *failure) {
    json_settings settings = {0};
    _Static_assert(sizeof failure->message >= json_error_max, "json-parser writes its message here");
    *tree = json_parse_ex(&settings, data, size, failure->message);
    return *tree != NULL;
}

static void visit_value(const json_value *value, struct visitor *visitor) {
    switch (value->type) {
        case json_boolean:
            visit_bool(visitor, value->u.boolean);
            break;
        case json_integer:
            visit_int(visitor, value->u.integer);
            break;
        case json_double:
            visit_double(visitor, value->u.dbl);
            break;
        case json_string:
            visit_string(visitor, value->u.string.ptr, value->u.string.length);
            break;
        case json_array:
            visit_begin_array(visitor);
            for (unsigned i = 0; i < value->u.array.length; i++) visit_value(value->u.array.values[i], visitor);
            visit_end_array(visitor);
            break;
        case json_object:
            visit_begin_map(visitor);
            for (unsigned i = 0; i < value->u.object.length; i++) {
                const json_object_entry *entry = &value->u.object.values[i];
                visit_key(visitor, entry->name, entry->name_length);
                visit_value(entry->value, visitor);
            }
            visit_end_map(visitor);
            break;
        default:
            visit_null(visitor);
    }
}

static inline bool visit(json_value **tree, struct visitor *visitor, struct failure *failure) {
    (void)failure;
    visit_value(*tree, visitor);
    return true;
}

static inline void release_parsed(json_value **tree) { json_value_free(*tree); }

ENCODER(run_encode, encode, release_text)
PREBUILT_ENCODER(run_prebuilt, json_value *, build, dump, release_text, release_built)
DECODER(run_decode, json_value *, decode, visit, release_parsed)

#endif

#define JSON_PARSER                                                                                               \
    .codec = "json-parser", .format = "json", .library = "json-parser, json-builder in Goxel's copy",             \
    .version = VERSION(version),                                                                                  \
    .cannot_encode =                                                                                              \
        HAS_BYTES | HAS_UINT | HAS_NON_FINITE | HAS_NUL_IN_STRING | HAS_NUL_IN_KEY | HAS_LEAST_INT | HAS_CONTROL, \
    .policies = {"fresh", "owned", "unchecked", "tree", "tree"},                                                  \
    .homepage = "https://github.com/json-parser/json-parser", .licence = "BSD-2-Clause",                          \
    .documentation = "https://github.com/json-parser/json-parser#api"

CODEC(JSON_PARSER, .encode = OPERATION(run_encode), .decode = OPERATION(run_decode));
CODEC(JSON_PARSER, .variant = "prebuilt", .encode = OPERATION(run_prebuilt), .starts_from = FROM_LIBRARY);
