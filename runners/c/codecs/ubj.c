#include "codec.h"
#include "output.h"

#ifdef CODEC_FOUND

#include <ubj.h>

static const char *version(void) { return "unstated"; }

/* The library's output is a callback's, its strings end in a NUL, and it does not look at what the callback returns. */
static size_t append(const void *data, size_t size, size_t count, void *context) {
    struct output *output = context;
    if (!output_reserve(output, size * count)) return 0;
    memcpy(output->data + output->size, data, size * count);
    output->size += size * count;
    return count;
}

static UBJ_TYPE type_of(const struct value *value) {
    switch (value->kind) {
        case VALUE_NULL: return UBJ_NULLTYPE;
        case VALUE_BOOL: return value->boolean ? UBJ_BOOL_TRUE : UBJ_BOOL_FALSE;
        case VALUE_INT: return ubjw_min_integer_type(value->integer);
        case VALUE_DOUBLE: return UBJ_FLOAT64;
        case VALUE_STRING: return UBJ_STRING;
        case VALUE_ARRAY: return UBJ_ARRAY;
        case VALUE_MAP: return UBJ_OBJECT;
        default: return UBJ_MIXED;
    }
}

/* The one type of all that a container holds. Containers of containers stay mixed: the library's reader takes those of
   one type for numbers. */
static UBJ_TYPE common_type(const struct value *value) {
    UBJ_TYPE type = UBJ_MIXED;
    if (value->kind == VALUE_ARRAY) {
        each_item (item, value) {
            if (item > value->array.items && type_of(item) != type) return UBJ_MIXED;
            type = type_of(item);
        }
    } else {
        each_entry (entry, value) {
            if (entry > value->map.entries && type_of(&entry->value) != type) return UBJ_MIXED;
            type = type_of(&entry->value);
        }
    }
    return type == UBJ_ARRAY || type == UBJ_OBJECT ? UBJ_MIXED : type;
}

/* The writer's stack, for which it has no check. */
enum { MAX_DEPTH = 63 };

static bool write_value(ubjw_context_t *context, const struct value *value, bool optimise, int depth) {
    if (depth > MAX_DEPTH) return false;
    bool done = true;
    bool is_container = value->kind == VALUE_ARRAY || value->kind == VALUE_MAP;
    UBJ_TYPE type = optimise && is_container ? common_type(value) : UBJ_MIXED;
    switch (value->kind) {
        case VALUE_BOOL: ubjw_write_bool(context, value->boolean); break;
        case VALUE_INT: ubjw_write_integer(context, value->integer); break;
        case VALUE_DOUBLE: ubjw_write_float64(context, value->real); break;
        case VALUE_STRING: ubjw_write_string(context, value->string.data); break;
        case VALUE_ARRAY:
            ubjw_begin_array(context, type, optimise ? value->array.length : 0);
            each_item (item, value) done &= write_value(context, item, optimise, depth + 1);
            ubjw_end(context);
            break;
        case VALUE_MAP:
            ubjw_begin_object(context, type, optimise ? value->map.length : 0);
            each_entry (entry, value) {
                ubjw_write_key(context, entry->key.data);
                done &= write_value(context, &entry->value, optimise, depth + 1);
            }
            ubjw_end(context);
            break;
        default: ubjw_write_null(context);
    }
    return done;
}

static inline bool encode(const struct value *value, bool optimise, struct encoding *encoding,
                          struct failure *failure) {
    struct output output = {0};
    ubjw_context_t *context = ubjw_open_callback(&output, append, NULL, NULL);
    bool done = write_value(context, value, optimise, 0);
    ubjw_close_context(context);
    *encoding = (struct encoding){output.data, output.size};
    return done || refuse(failure, "ubj writes no more than %d containers in each other", MAX_DEPTH);
}

/* The userdata of a reader of memory is never freed by the library. */
static inline bool decode(const char *data, size_t size, ubjr_dynamic_t *tree) {
    ubjr_context_t *context = ubjr_open_memory((const uint8_t *)data, (const uint8_t *)data + size);
    void *userdata = ((void **)context)[4];
    *tree = ubjr_read_dynamic(context);
    ubjr_close_context(context);
    free(userdata);
    return true;
}

/* A container holds its values in an array: of their own type if all have the same, else of dynamic values. */
static bool visit(const void *data, UBJ_TYPE type, size_t index, struct visitor *visitor) {
    const ubjr_dynamic_t *dynamic = &((const ubjr_dynamic_t *)data)[index];
    const ubjr_array_t *array = &((const ubjr_array_t *)data)[index];
    const ubjr_object_t *object = &((const ubjr_object_t *)data)[index];
    switch (type) {
        case UBJ_MIXED:
            switch (dynamic->type) {
                case UBJ_INT8:
                case UBJ_UINT8:
                case UBJ_INT16:
                case UBJ_INT32:
                case UBJ_INT64: return visit_int(visitor, dynamic->integer);
                default: return visit(&dynamic->container_array, dynamic->type, 0, visitor);
            }
        case UBJ_NULLTYPE: return visit_null(visitor);
        case UBJ_BOOL_TRUE:
        case UBJ_BOOL_FALSE: return visit_bool(visitor, type == UBJ_BOOL_TRUE);
        case UBJ_INT8: return visit_int(visitor, ((const int8_t *)data)[index]);
        case UBJ_UINT8: return visit_int(visitor, ((const uint8_t *)data)[index]);
        case UBJ_INT16: return visit_int(visitor, ((const int16_t *)data)[index]);
        case UBJ_INT32: return visit_int(visitor, ((const int32_t *)data)[index]);
        case UBJ_INT64: return visit_int(visitor, ((const int64_t *)data)[index]);
        case UBJ_FLOAT32: return visit_double(visitor, (double)((const float *)data)[index]);
        case UBJ_FLOAT64: return visit_double(visitor, ((const double *)data)[index]);
        case UBJ_CHAR:
        case UBJ_STRING: {
            const char *text = ((const ubjr_string_t *)data)[index];
            return visit_string(visitor, text, strlen(text));
        }
        case UBJ_ARRAY:
            if (!visit_begin_array(visitor)) return false;
            for (size_t i = 0; i < array->size; i++) visit(array->values, array->type, i, visitor);
            return visit_end_array(visitor);
        case UBJ_OBJECT:
            if (!visit_begin_map(visitor)) return false;
            for (size_t i = 0; i < object->size; i++) {
                visit_key(visitor, object->keys[i], strlen(object->keys[i]));
                visit(object->values, object->type, i, visitor);
            }
            return visit_end_map(visitor);
        default: return false;
    }
}

ENCODER(run_encode, , encode(value, false, encoding, failure), free_bytes(encoding))
ENCODER(run_optimised, , encode(value, true, encoding, failure), free_bytes(encoding))
DECODER(run_decode, ubjr_dynamic_t, decode(data, size, &tree),
        visit(&tree, UBJ_MIXED, 0, visitor) || fail(failure, "a type outside the value model"),
        ubjr_cleanup_dynamic(&tree))

#endif

#define UBJ                                                                                                \
    .codec = "ubj", .format = "ubjson", LIBRARY("ubj", version, "https://github.com/Steve132/ubj", "MIT"), \
    .cannot_encode = HAS_BYTES | HAS_UINT | HAS_NON_FINITE | HAS_NUL_IN_STRING | HAS_NUL_IN_KEY,           \
    .documentation = "https://github.com/Steve132/ubj#readme"

CODEC(UBJ, .policies = {"fresh", "owned", "unchecked", "tree", "list", "ubjw, read_dynamic"},
      .encode = OPERATION(run_encode), .decode = OPERATION(run_decode));
CODEC(UBJ, .variant = "optimised", .encode = OPERATION(run_optimised),
      .policies = {"fresh", "owned", "unchecked", "tree", "list", "ubjw with counts and types"});
