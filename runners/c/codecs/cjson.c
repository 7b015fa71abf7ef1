#include "codec.h"
#include "output.h"

#ifdef CODEC_FOUND

#include <cJSON.h>
#include <math.h>

/* cJSON has one type of number, a double: integers that differ from it are lost. */
static cJSON *build(const struct value *value, bool borrow) {
    cJSON *tree;
    switch (value->kind) {
        case VALUE_BOOL: return cJSON_CreateBool(value->boolean);
        case VALUE_INT: return cJSON_CreateNumber((double)value->integer);
        case VALUE_UINT: return cJSON_CreateNumber((double)value->natural);
        case VALUE_DOUBLE: return cJSON_CreateNumber(value->real);
        case VALUE_STRING: return (borrow ? cJSON_CreateStringReference : cJSON_CreateString)(value->string.data);
        case VALUE_ARRAY:
            tree = cJSON_CreateArray();
            each_item (item, value) cJSON_AddItemToArray(tree, build(item, borrow));
            return tree;
        case VALUE_MAP:
            tree = cJSON_CreateObject();
            each_entry (entry, value) {
                cJSON *child = build(&entry->value, borrow);
                (borrow ? cJSON_AddItemToObjectCS : cJSON_AddItemToObject)(tree, entry->key.data, child);
            }
            return tree;
        default: return cJSON_CreateNull();
    }
}

static inline bool dump(char *text, struct encoding *encoding, struct failure *failure) {
    if (!text) return fail(failure, "cJSON printed nothing");
    *encoding = (struct encoding){text, strlen(text)};
    return true;
}

static inline bool decode(const char *data, size_t size, cJSON **tree, struct failure *failure) {
    *tree = cJSON_ParseWithLength(data, size);
    const char *position = cJSON_GetErrorPtr();
    return *tree || fail(failure, "cJSON refused the text before: %.40s", position ? position : "");
}

/* A whole number counts as an integer as far as a double tells integers apart: cJSON has no other way to say. */
static bool visit_number(double number, struct visitor *visitor) {
    bool is_whole = fabs(number) <= 9007199254740992.0 && floor(number) == number;
    bool is_negative_zero = number == 0 && signbit(number);
    return is_whole && !is_negative_zero ? visit_int(visitor, (int64_t)number) : visit_double(visitor, number);
}

static bool visit(const cJSON *item, struct visitor *visitor) {
    const cJSON *child;
    switch (item->type) {
        case cJSON_False:
        case cJSON_True: return visit_bool(visitor, cJSON_IsTrue(item));
        case cJSON_Number: return visit_number(item->valuedouble, visitor);
        case cJSON_String: return visit_string(visitor, item->valuestring, strlen(item->valuestring));
        case cJSON_Array:
            visit_begin_array(visitor);
            cJSON_ArrayForEach (child, item) visit(child, visitor);
            return visit_end_array(visitor);
        case cJSON_Object:
            visit_begin_map(visitor);
            cJSON_ArrayForEach (child, item) {
                visit_key(visitor, child->string, strlen(child->string));
                visit(child, visitor);
            }
            return visit_end_map(visitor);
        default: return visit_null(visitor);
    }
}

#define PRINT dump(cJSON_PrintUnformatted(tree), encoding, failure)
#define PRINT_BUFFERED dump(cJSON_PrintBuffered(tree, OUTPUT_CAPACITY, false), encoding, failure)

TREE_ENCODERS(cJSON *, build(value, false), PRINT, free_bytes(encoding), cJSON_Delete(tree))
TREE_ENCODER(run_borrowed, cJSON *, build(value, true), PRINT, free_bytes(encoding), cJSON_Delete(tree))
TREE_ENCODER(run_buffered, cJSON *, build(value, false), PRINT_BUFFERED, free_bytes(encoding), cJSON_Delete(tree))
DECODER(run_decode, cJSON *, decode(data, size, &tree, failure), visit(tree, visitor), cJSON_Delete(tree))

#endif

#define CJSON                                                                                                          \
    .codec = "cjson", .format = "json", LIBRARY("cJSON", cJSON_Version, "https://github.com/DaveGamble/cJSON", "MIT"), \
    .cannot_encode = HAS_BYTES | HAS_NON_FINITE | HAS_NUL_IN_STRING | HAS_NUL_IN_KEY,                                  \
    .documentation = "https://github.com/DaveGamble/cJSON#usage"
#define OWNED CJSON, .policies = {"fresh", "owned", "unchecked", "tree", "list", "Create, Parse, PrintUnformatted"}

CODEC(OWNED, .encode = OPERATION(run_encode), .decode = OPERATION(run_decode));
CODEC(CJSON, .variant = "borrowed", .encode = OPERATION(run_borrowed),
      .policies = {"fresh", "borrowed", "unchecked", "tree", "list", "CreateStringReference, AddItemToObjectCS"});
CODEC(CJSON, .variant = "buffered", .encode = OPERATION(run_buffered),
      .policies = {"fresh", "owned", "unchecked", "tree", "list", "PrintBuffered"});
CODEC(OWNED, .variant = "prebuilt", .encode = OPERATION(run_prebuilt), .starts_from = FROM_LIBRARY);
