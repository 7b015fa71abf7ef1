/* YAJL. Documentation: https://lloyd.github.io/yajl/ */

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
    yajl_gen_status status;
    switch (value->kind) {
        case VALUE_BOOL:
            return yajl_gen_bool(generator, value->boolean);
        case VALUE_INT:
            return yajl_gen_integer(generator, value->integer);
        case VALUE_UINT:
            return generate_natural(generator, value->natural);
        case VALUE_DOUBLE:
            return yajl_gen_double(generator, value->real);
        case VALUE_STRING:
            return generate_string(generator, value->string);
        case VALUE_ARRAY:
            status = yajl_gen_array_open(generator);
            for (size_t i = 0; i < value->array.length && status == yajl_gen_status_ok; i++) {
                status = generate(generator, &value->array.items[i]);
            }
            return status == yajl_gen_status_ok ? yajl_gen_array_close(generator) : status;
        case VALUE_MAP:
            status = yajl_gen_map_open(generator);
            for (size_t i = 0; i < value->map.length && status == yajl_gen_status_ok; i++) {
                const struct entry *entry = &value->map.entries[i];
                status = generate_string(generator, entry->key);
                if (status == yajl_gen_status_ok) status = generate(generator, &entry->value);
            }
            return status == yajl_gen_status_ok ? yajl_gen_map_close(generator) : status;
        default:
            return yajl_gen_null(generator);
    }
}

/* As is its default, the generator trusts its strings to be UTF-8; the parser checks. */
static inline bool encode(const struct value *value, struct encoding *encoding, struct failure *failure) {
    yajl_gen generator = yajl_gen_alloc(NULL);
    const unsigned char *data;
    yajl_gen_status status = generate(generator, value);
    if (status == yajl_gen_status_ok) status = yajl_gen_get_buf(generator, &data, &encoding->size);
    if (status != yajl_gen_status_ok) {
        yajl_gen_free(generator);
        if (status == yajl_max_depth_exceeded) return refuse(failure, "yajl_max_depth_exceeded");
        return fail(failure, "yajl_gen_status %d", status);
    }
    encoding->data = data;
    encoding->owner = generator;
    return true;
}

static inline void release_generator(struct encoding *encoding) { yajl_gen_free(encoding->owner); }

static inline bool decode(const char *data, size_t size, yajl_val *tree, struct failure *failure) {
    (void)size; /* a NUL ends the text */
    *tree = yajl_tree_parse(data, failure->message, sizeof failure->message);
    return *tree != NULL;
}

/* An integer beyond long long is in the tree as a double. */
static void visit_tree(yajl_val value, struct visitor *visitor) {
    switch (value->type) {
        case yajl_t_true:
        case yajl_t_false:
            visit_bool(visitor, YAJL_IS_TRUE(value));
            break;
        case yajl_t_number:
            if (YAJL_IS_INTEGER(value)) {
                visit_int(visitor, YAJL_GET_INTEGER(value));
            } else {
                visit_double(visitor, YAJL_GET_DOUBLE(value));
            }
            break;
        case yajl_t_string:
            visit_string(visitor, value->u.string, strlen(value->u.string));
            break;
        case yajl_t_array:
            visit_begin_array(visitor);
            for (size_t i = 0; i < value->u.array.len; i++) visit_tree(value->u.array.values[i], visitor);
            visit_end_array(visitor);
            break;
        case yajl_t_object:
            visit_begin_map(visitor);
            for (size_t i = 0; i < value->u.object.len; i++) {
                visit_key(visitor, value->u.object.keys[i], strlen(value->u.object.keys[i]));
                visit_tree(value->u.object.values[i], visitor);
            }
            visit_end_map(visitor);
            break;
        default:
            visit_null(visitor);
    }
}

static inline bool visit(yajl_val *tree, struct visitor *visitor, struct failure *failure) {
    (void)failure;
    visit_tree(*tree, visitor);
    return true;
}

static inline void release_tree(yajl_val *tree) { yajl_tree_free(*tree); }

static int on_null(void *visitor) { return visit_null(visitor), 1; }
static int on_boolean(void *visitor, int boolean) { return visit_bool(visitor, boolean), 1; }
static int on_integer(void *visitor, long long integer) { return visit_int(visitor, integer), 1; }
static int on_double(void *visitor, double real) { return visit_double(visitor, real), 1; }
static int on_string(void *visitor, const unsigned char *data, size_t length) {
    return visit_string(visitor, (const char *)data, length), 1;
}
static int on_key(void *visitor, const unsigned char *data, size_t length) {
    return visit_key(visitor, (const char *)data, length), 1;
}
static int on_begin_map(void *visitor) { return visit_begin_map(visitor), 1; }
static int on_end_map(void *visitor) { return visit_end_map(visitor), 1; }
static int on_begin_array(void *visitor) { return visit_begin_array(visitor), 1; }
static int on_end_array(void *visitor) { return visit_end_array(visitor), 1; }

static inline bool scan(const char *data, size_t size, struct visitor *visitor, struct failure *failure) {
    static const yajl_callbacks callbacks = {
        .yajl_null = on_null,
        .yajl_boolean = on_boolean,
        .yajl_integer = on_integer,
        .yajl_double = on_double,
        .yajl_string = on_string,
        .yajl_start_map = on_begin_map,
        .yajl_map_key = on_key,
        .yajl_end_map = on_end_map,
        .yajl_start_array = on_begin_array,
        .yajl_end_array = on_end_array,
    };
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

ENCODER(run_encode, encode, release_generator)
DECODER(run_decode, yajl_val, decode, visit, release_tree)
SCANNER(run_scan, scan)

#endif

#define YAJL                                                                                                    \
    .codec = "yajl", .format = "json", .library = "YAJL", .version = VERSION(version),                          \
    .cannot_encode = HAS_BYTES | HAS_NON_FINITE, .homepage = "https://lloyd.github.io/yajl/", .licence = "ISC", \
    .documentation = "https://lloyd.github.io/yajl/"

/* What YAJL is for is generating and parsing piece by piece; its tree comes on top. */
CODEC(YAJL, .policies = {"fresh", "borrowed", "checked", "stream", "gen, parse"}, .encode = OPERATION(run_encode),
      .scan = OPERATION(run_scan));
CODEC(YAJL, .variant = "tree", .policies = {"fresh", "owned", "checked", "tree", "tree"},
      .decode = OPERATION(run_decode));
