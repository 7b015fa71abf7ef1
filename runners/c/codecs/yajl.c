#include "codec.h"

#ifdef CODEC_FOUND

#include <inttypes.h>
#include <stdio.h>
#include <yajl/yajl_gen.h>
#include <yajl/yajl_parse.h>
#include <yajl/yajl_tree.h>
#include <yajl/yajl_version.h>

static const char *version(void) {
    static char text[40];
    int number = yajl_version();
    snprintf(text, sizeof text, "%d.%d.%d", number / 10000, number / 100 % 100, number % 100);
    return text;
}

static yajl_gen_status generate_natural(yajl_gen generator, uint64_t natural) {
    char digits[24];
    return yajl_gen_number(generator, digits, (size_t)snprintf(digits, sizeof digits, "%" PRIu64, natural));
}

static yajl_gen_status generate_string(yajl_gen generator, struct string string) {
    return yajl_gen_string(generator, (const unsigned char *)string.data, string.length);
}

/* After an error the generator refuses whatever follows with the same error or another. */
static yajl_gen_status generate(yajl_gen generator, const struct value *value) {
    switch (value->kind) {
        case VALUE_BOOL: return yajl_gen_bool(generator, value->boolean);
        case VALUE_INT: return yajl_gen_integer(generator, value->integer);
        case VALUE_UINT: return generate_natural(generator, value->natural);
        case VALUE_DOUBLE: return yajl_gen_double(generator, value->real);
        case VALUE_STRING: return generate_string(generator, value->string);
        case VALUE_ARRAY:
            yajl_gen_array_open(generator);
            each_item (item, value) {
                yajl_gen_status status = generate(generator, item);
                if (status != yajl_gen_status_ok) return status;
            }
            return yajl_gen_array_close(generator);
        case VALUE_MAP:
            yajl_gen_map_open(generator);
            each_entry (entry, value) {
                yajl_gen_status status = generate_string(generator, entry->key);
                if (status == yajl_gen_status_ok) status = generate(generator, &entry->value);
                if (status != yajl_gen_status_ok) return status;
            }
            return yajl_gen_map_close(generator);
        default: return yajl_gen_null(generator);
    }
}

/* As is its default, the generator trusts its strings to be UTF-8; the parser checks. */
static inline bool encode(const struct value *value, yajl_gen generator, struct encoding *encoding,
                          struct failure *failure) {
    const unsigned char *data;
    yajl_gen_status status = generate(generator, value);
    if (status == yajl_max_depth_exceeded) return refuse(failure, "yajl_max_depth_exceeded");
    if (status != yajl_gen_status_ok) return fail(failure, "yajl_gen_status %d", status);
    status = yajl_gen_get_buf(generator, &data, &encoding->size);
    encoding->data = data;
    return status == yajl_gen_status_ok || fail(failure, "yajl_gen_status %d", status);
}

/* An integer beyond long long is in the tree as a double. */
static bool visit(yajl_val value, struct visitor *visitor) {
    switch (value->type) {
        case yajl_t_true:
        case yajl_t_false: return visit_bool(visitor, YAJL_IS_TRUE(value));
        case yajl_t_number:
            if (YAJL_IS_INTEGER(value)) return visit_int(visitor, YAJL_GET_INTEGER(value));
            return visit_double(visitor, YAJL_GET_DOUBLE(value));
        case yajl_t_string: return visit_string(visitor, value->u.string, strlen(value->u.string));
        case yajl_t_array:
            if (!visit_begin_array(visitor)) return false;
            for (size_t i = 0; i < value->u.array.len; i++) visit(value->u.array.values[i], visitor);
            return visit_end_array(visitor);
        case yajl_t_object:
            if (!visit_begin_map(visitor)) return false;
            for (size_t i = 0; i < value->u.object.len; i++) {
                visit_key(visitor, value->u.object.keys[i], strlen(value->u.object.keys[i]));
                visit(value->u.object.values[i], visitor);
            }
            return visit_end_map(visitor);
        default: return visit_null(visitor);
    }
}

static int on_null(void *visitor) { return visit_null(visitor); }
static int on_boolean(void *visitor, int boolean) { return visit_bool(visitor, boolean); }
static int on_integer(void *visitor, long long integer) { return visit_int(visitor, integer); }
static int on_double(void *visitor, double real) { return visit_double(visitor, real); }
static int on_string(void *visitor, const unsigned char *data, size_t length) {
    return visit_string(visitor, (const char *)data, length);
}
static int on_begin_map(void *visitor) { return visit_begin_map(visitor); }
static int on_key(void *visitor, const unsigned char *data, size_t length) {
    return visit_key(visitor, (const char *)data, length);
}
static int on_end_map(void *visitor) { return visit_end_map(visitor); }
static int on_begin_array(void *visitor) { return visit_begin_array(visitor); }
static int on_end_array(void *visitor) { return visit_end_array(visitor); }

/* A number has one callback: that for its text, or those for its value. */
static const yajl_callbacks callbacks = {on_null,      on_boolean, on_integer, on_double,      NULL,        on_string,
                                         on_begin_map, on_key,     on_end_map, on_begin_array, on_end_array};

static inline bool scan(const char *data, size_t size, struct visitor *visitor, struct failure *failure) {
    yajl_handle handle = yajl_alloc(&callbacks, NULL, visitor);
    yajl_status status = yajl_parse(handle, (const unsigned char *)data, size);
    if (status == yajl_status_ok) status = yajl_complete_parse(handle);
    if (status != yajl_status_ok) {
        unsigned char *message = yajl_get_error(handle, 0, (const unsigned char *)data, size);
        fail(failure, "%s", (const char *)message);
        yajl_free_error(handle, message);
    }
    yajl_free(handle);
    return status == yajl_status_ok;
}

ENCODER(run_encode, yajl_gen generator = yajl_gen_alloc(NULL), encode(value, generator, encoding, failure),
        yajl_gen_free(generator))
DECODER(run_decode, yajl_val, (tree = yajl_tree_parse(data, failure->message, sizeof failure->message)),
        visit(tree, visitor), yajl_tree_free(tree))
SCANNER(run_scan, scan(data, size, visitor, failure))

#endif

#define YAJL                                                                                             \
    .codec = "yajl", .format = "json", LIBRARY("YAJL", version, "https://lloyd.github.io/yajl/", "ISC"), \
    .cannot_encode = HAS_BYTES | HAS_NON_FINITE, .documentation = "https://lloyd.github.io/yajl/"

/* What YAJL is for is generating and parsing piece by piece; its tree comes on top. */
CODEC(YAJL, .policies = {"fresh", "borrowed", "unchecked", "stream", NULL, "gen, parse"},
      .encode = OPERATION(run_encode), .scan = OPERATION(run_scan));
CODEC(YAJL, .variant = "tree", .policies = {"fresh", "owned", "unchecked", "tree", "list", "tree_parse"},
      .decode = OPERATION(run_decode));
