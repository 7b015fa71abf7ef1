/* cJSON. Documentation: https://github.com/DaveGamble/cJSON#usage */

#include "codec.h"

#ifdef CODEC_FOUND

#include <cJSON.h>
#include <math.h>

/* cJSON has one type of number, a double: integers that differ from it are lost. */
static cJSON *build_value(const struct value *value) {
    switch (value->kind) {
        case VALUE_BOOL:
            return cJSON_CreateBool(value->boolean);
        case VALUE_INT:
            return cJSON_CreateNumber((double)value->integer);
        case VALUE_UINT:
            return cJSON_CreateNumber((double)value->natural);
        case VALUE_DOUBLE:
            return cJSON_CreateNumber(value->real);
        case VALUE_STRING:
            return cJSON_CreateString(value->string.data);
        case VALUE_ARRAY: {
            cJSON *array = cJSON_CreateArray();
            for (size_t i = 0; i < value->array.length; i++) {
                cJSON_AddItemToArray(array, build_value(&value->array.items[i]));
            }
            return array;
        }
        case VALUE_MAP: {
            cJSON *object = cJSON_CreateObject();
            for (size_t i = 0; i < value->map.length; i++) {
                const struct entry *entry = &value->map.entries[i];
                cJSON_AddItemToObject(object, entry->key.data, build_value(&entry->value));
            }
            return object;
        }
        default:
            return cJSON_CreateNull();
    }
}

static inline bool build(const struct value *value, cJSON **tree, struct failure *failure) {
    *tree = build_value(value);
    return *tree ? true : fail(failure, "cJSON built nothing");
}

static inline bool dump(cJSON **tree, struct encoding *encoding, struct failure *failure) {
    char *text = cJSON_PrintUnformatted(*tree);
    if (!text) return fail(failure, "cJSON_PrintUnformatted returned NULL");
    encoding->data = text;
    encoding->size = strlen(text);
    return true;
}

static inline void release_text(struct encoding *encoding) { cJSON_free((void *)encoding->data); }
static inline void release_tree(cJSON **tree) { cJSON_Delete(*tree); }

static inline bool encode(const struct value *value, struct encoding *encoding, struct failure *failure) {
    cJSON *tree;
    if (!build(value, &tree, failure)) return false;
    bool dumped = dump(&tree, encoding, failure);
    release_tree(&tree);
    return dumped;
}

static inline bool decode(const char *data, size_t size, cJSON **tree, struct failure *failure) {
    *tree = cJSON_ParseWithLength(data, size);
    if (*tree) return true;
    const char *position = cJSON_GetErrorPtr();
    return fail(failure, "cJSON refused the text before: %.40s", position ? position : "");
}

/* A number that is whole counts as an integer as far as a double tells integers apart: cJSON has no other way to say.
 */
static void visit_number(double number, struct visitor *visitor) {
    bool is_negative_zero = number == 0 && signbit(number);
    if (fabs(number) <= 9007199254740992.0 && nearbyint(number) == number && !is_negative_zero) {
        visit_int(visitor, (int64_t)number);
    } else {
        visit_double(visitor, number);
    }
}

static bool visit_item(const cJSON *item, struct visitor *visitor, struct failure *failure) {
    const cJSON *child;
    if (cJSON_IsNull(item)) {
        visit_null(visitor);
    } else if (cJSON_IsBool(item)) {
        visit_bool(visitor, cJSON_IsTrue(item));
    } else if (cJSON_IsNumber(item)) {
        visit_number(item->valuedouble, visitor);
    } else if (cJSON_IsString(item)) {
        visit_string(visitor, item->valuestring, strlen(item->valuestring));
    } else if (cJSON_IsArray(item)) {
        visit_begin_array(visitor);
        cJSON_ArrayForEach(child, item) {
            if (!visit_item(child, visitor, failure)) return false;
        }
        visit_end_array(visitor);
    } else if (cJSON_IsObject(item)) {
        visit_begin_map(visitor);
        cJSON_ArrayForEach(child, item) {
            visit_key(visitor, child->string, strlen(child->string));
            if (!visit_item(child, visitor, failure)) return false;
        }
        visit_end_map(visitor);
    } else {
        return fail(failure, "unknown type of item");
    }
    return true;
}

static inline bool visit(cJSON **tree, struct visitor *visitor, struct failure *failure) {
    return visit_item(*tree, visitor, failure);
}

ENCODER(run_encode, encode, release_text)
PREBUILT_ENCODER(run_prebuilt, cJSON *, build, dump, release_text, release_tree)
DECODER(run_decode, cJSON *, decode, visit, release_tree)

#endif

#define CJSON                                                                                                       \
    .codec = "cjson", .format = "json", .library = "cJSON", .version = VERSION(cJSON_Version),                      \
    .cannot_encode = HAS_BYTES | HAS_NON_FINITE | HAS_NUL_IN_STRING | HAS_NUL_IN_KEY,                               \
    .policies = {"fresh", "owned", "unchecked", "tree", "tree"}, .homepage = "https://github.com/DaveGamble/cJSON", \
    .licence = "MIT", .documentation = "https://github.com/DaveGamble/cJSON#usage"

CODEC(CJSON, .encode = OPERATION(run_encode), .decode = OPERATION(run_decode));
CODEC(CJSON, .variant = "prebuilt", .encode = OPERATION(run_prebuilt), .starts_from = FROM_LIBRARY);
