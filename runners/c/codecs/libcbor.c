#include "codec.h"
#include "output.h"

#ifdef CODEC_FOUND

#include <cbor.h>

static const char *version(void) { return CBOR_VERSION; }

static cbor_item_t *build_natural(uint64_t natural) {
    if (natural <= UINT8_MAX) return cbor_build_uint8((uint8_t)natural);
    if (natural <= UINT16_MAX) return cbor_build_uint16((uint16_t)natural);
    if (natural <= UINT32_MAX) return cbor_build_uint32((uint32_t)natural);
    return cbor_build_uint64(natural);
}

/* A negative integer n is written as -1 - n. */
static cbor_item_t *build_integer(int64_t integer) {
    if (integer >= 0) return build_natural((uint64_t)integer);
    cbor_item_t *item = build_natural(~(uint64_t)integer);
    cbor_mark_negint(item);
    return item;
}

static cbor_item_t *build(const struct value *value) {
    cbor_item_t *tree;
    switch (value->kind) {
        case VALUE_BOOL: return cbor_build_bool(value->boolean);
        case VALUE_INT: return build_integer(value->integer);
        case VALUE_UINT: return build_natural(value->natural);
        case VALUE_DOUBLE: return cbor_build_float8(value->real);
        case VALUE_STRING: return cbor_build_stringn(value->string.data, value->string.length);
        case VALUE_BYTES: return cbor_build_bytestring((cbor_data)value->string.data, value->string.length);
        case VALUE_ARRAY:
            tree = cbor_new_definite_array(value->array.length);
            each_item (item, value) {
                if (!cbor_array_push(tree, cbor_move(build(item)))) return NULL;
            }
            return tree;
        case VALUE_MAP:
            tree = cbor_new_definite_map(value->map.length);
            each_entry (entry, value) {
                cbor_item_t *key = cbor_build_stringn(entry->key.data, entry->key.length);
                if (!cbor_map_add(tree, (struct cbor_pair){cbor_move(key), cbor_move(build(&entry->value))}))
                    return NULL;
            }
            return tree;
        default: return cbor_new_null();
    }
}

static inline bool dump(cbor_item_t *tree, struct encoding *encoding, struct failure *failure) {
    unsigned char *bytes;
    size_t capacity;
    size_t size = cbor_serialize_alloc(tree, &bytes, &capacity);
    *encoding = (struct encoding){bytes, size};
    return size || fail(failure, "cbor_serialize_alloc returned 0");
}

static inline bool decode(const char *data, size_t size, cbor_item_t **tree, struct failure *failure) {
    struct cbor_load_result result;
    *tree = cbor_load((cbor_data)data, size, &result);
    return *tree || fail(failure, "cbor_load: error %d at byte %zu", result.error.code, result.error.position);
}

static inline bool visit_negative(uint64_t natural, struct visitor *visitor, struct failure *failure) {
    if (natural > INT64_MAX) return fail(failure, "an integer below -2^63");
    return visit_int(visitor, (int64_t)~natural);
}

static bool visit_simple(const cbor_item_t *item, struct visitor *visitor, struct failure *failure) {
    if (cbor_is_float(item)) return visit_double(visitor, cbor_float_get_float(item));
    if (cbor_is_bool(item)) return visit_bool(visitor, cbor_get_bool(item));
    return cbor_is_null(item) ? visit_null(visitor) : fail(failure, "a simple value outside the value model");
}

static bool visit(cbor_item_t *item, struct visitor *visitor, struct failure *failure) {
    switch (cbor_typeof(item)) {
        case CBOR_TYPE_UINT: return visit_uint(visitor, cbor_get_int(item));
        case CBOR_TYPE_NEGINT: return visit_negative(cbor_get_int(item), visitor, failure);
        case CBOR_TYPE_FLOAT_CTRL: return visit_simple(item, visitor, failure);
        case CBOR_TYPE_STRING:
            if (!cbor_string_is_definite(item)) return fail(failure, "a string in chunks");
            return visit_string(visitor, (const char *)cbor_string_handle(item), cbor_string_length(item));
        case CBOR_TYPE_BYTESTRING:
            if (!cbor_bytestring_is_definite(item)) return fail(failure, "bytes in chunks");
            return visit_bytes(visitor, (const char *)cbor_bytestring_handle(item), cbor_bytestring_length(item));
        case CBOR_TYPE_ARRAY:
            visit_begin_array(visitor);
            for (size_t i = 0; i < cbor_array_size(item); i++) {
                if (!visit(cbor_array_handle(item)[i], visitor, failure)) return false;
            }
            return visit_end_array(visitor);
        case CBOR_TYPE_MAP:
            visit_begin_map(visitor);
            for (size_t i = 0; i < cbor_map_size(item); i++) {
                const struct cbor_pair *pair = &cbor_map_handle(item)[i];
                if (!cbor_isa_string(pair->key) || !cbor_string_is_definite(pair->key)) {
                    return fail(failure, "a key that is no string");
                }
                visit_key(visitor, (const char *)cbor_string_handle(pair->key), cbor_string_length(pair->key));
                if (!visit(pair->value, visitor, failure)) return false;
            }
            return visit_end_map(visitor);
        default: return fail(failure, "a tag");
    }
}

/* The streaming encoders write one value, or the start of one, and leave the rest to their user. Each needs so much
   room at the most. */
enum { MOST_BYTES = 9 };

static inline bool write_string(struct output *output, struct string string,
                                size_t (*start)(size_t, unsigned char *, size_t)) {
    if (!output_reserve(output, string.length + MOST_BYTES)) return false;
    output->size += start(string.length, (unsigned char *)output->data + output->size, MOST_BYTES);
    memcpy(output->data + output->size, string.data, string.length);
    output->size += string.length;
    return true;
}

static bool write_value(struct output *output, const struct value *value) {
    if (value->kind == VALUE_STRING) return write_string(output, value->string, cbor_encode_string_start);
    if (value->kind == VALUE_BYTES) return write_string(output, value->string, cbor_encode_bytestring_start);
    if (!output_reserve(output, MOST_BYTES)) return false;
    unsigned char *end = (unsigned char *)output->data + output->size;
    switch (value->kind) {
        case VALUE_BOOL: output->size += cbor_encode_bool(value->boolean, end, MOST_BYTES); return true;
        case VALUE_INT:
            output->size += value->integer < 0 ? cbor_encode_negint(~(uint64_t)value->integer, end, MOST_BYTES)
                                               : cbor_encode_uint(value->natural, end, MOST_BYTES);
            return true;
        case VALUE_UINT: output->size += cbor_encode_uint(value->natural, end, MOST_BYTES); return true;
        case VALUE_DOUBLE: output->size += cbor_encode_double(value->real, end, MOST_BYTES); return true;
        case VALUE_ARRAY:
            output->size += cbor_encode_array_start(value->array.length, end, MOST_BYTES);
            each_item (item, value) {
                if (!write_value(output, item)) return false;
            }
            return true;
        case VALUE_MAP:
            output->size += cbor_encode_map_start(value->map.length, end, MOST_BYTES);
            each_entry (entry, value) {
                if (!write_string(output, entry->key, cbor_encode_string_start)) return false;
                if (!write_value(output, &entry->value)) return false;
            }
            return true;
        default: output->size += cbor_encode_null(end, MOST_BYTES); return true;
    }
}

static inline bool encode_stream(const struct value *value, struct encoding *encoding, struct failure *failure) {
    struct output output = {0};
    bool done = write_value(&output, value);
    *encoding = (struct encoding){output.data, output.size};
    return done || fail(failure, "out of memory");
}

/* The streaming decoder tells neither where a container ends nor which strings are keys: its user counts. */
struct stream {
    struct visitor *visitor;
    struct failure *failure;
    size_t depth;
    bool stopped;
    struct {
        bool is_map;
        uint64_t left; /* values to come; keys count too */
    } open[MAXIMUM_DEPTH];
};

static void stop(struct stream *stream, const char *what) {
    if (!stream->stopped) fail(stream->failure, "%s", what);
    stream->stopped = true;
}

static inline bool expects_key(const struct stream *stream) {
    return stream->depth && stream->open[stream->depth - 1].is_map && stream->open[stream->depth - 1].left % 2 == 0;
}

/* Called after each value: it may be the last of its container, and that of the one around it. */
static inline void value_ended(struct stream *stream) {
    while (stream->depth && --stream->open[stream->depth - 1].left == 0) {
        (stream->open[--stream->depth].is_map ? visit_end_map : visit_end_array)(stream->visitor);
    }
}

static inline bool begin(struct stream *stream, bool is_map, uint64_t count) {
    if (expects_key(stream)) return stop(stream, "a key that is no string"), false;
    if (stream->depth == MAXIMUM_DEPTH) return stop(stream, "nested too deep"), false;
    (is_map ? visit_begin_map : visit_begin_array)(stream->visitor);
    /* One more than there are, so that an empty container ends as others do. */
    stream->open[stream->depth].is_map = is_map;
    stream->open[stream->depth++].left = (is_map ? 2 * count : count) + 1;
    value_ended(stream);
    return true;
}

/* Define the callback `name`, which hands on what is no key. */
#define ON_VALUE(name, parameters, visit_it)                                     \
    static void name parameters {                                                \
        struct stream *stream = context;                                         \
        if (expects_key(stream)) return stop(stream, "a key that is no string"); \
        if (!(visit_it)) stream->stopped = true;                                 \
        value_ended(stream);                                                     \
    }
#define NATURAL visit_uint(stream->visitor, value)
#define NEGATIVE visit_negative(value, stream->visitor, stream->failure)

ON_VALUE(on_uint8, (void *context, uint8_t value), NATURAL)
ON_VALUE(on_uint16, (void *context, uint16_t value), NATURAL)
ON_VALUE(on_uint32, (void *context, uint32_t value), NATURAL)
ON_VALUE(on_uint64, (void *context, uint64_t value), NATURAL)
ON_VALUE(on_negint8, (void *context, uint8_t value), NEGATIVE)
ON_VALUE(on_negint16, (void *context, uint16_t value), NEGATIVE)
ON_VALUE(on_negint32, (void *context, uint32_t value), NEGATIVE)
ON_VALUE(on_negint64, (void *context, uint64_t value), NEGATIVE)
ON_VALUE(on_float, (void *context, float value), visit_double(stream->visitor, (double)value))
ON_VALUE(on_double, (void *context, double value), visit_double(stream->visitor, value))
ON_VALUE(on_boolean, (void *context, bool value), visit_bool(stream->visitor, value))
ON_VALUE(on_null, (void *context), visit_null(stream->visitor))
ON_VALUE(on_bytes, (void *context, cbor_data data, uint64_t length),
         visit_bytes(stream->visitor, (const char *)data, length))

static void on_string(void *context, cbor_data data, uint64_t length) {
    struct stream *stream = context;
    (expects_key(stream) ? visit_key : visit_string)(stream->visitor, (const char *)data, length);
    value_ended(stream);
}

static void on_array(void *context, uint64_t count) { begin(context, false, count); }
static void on_map(void *context, uint64_t count) { begin(context, true, count); }
static void on_indefinite(void *context) { stop(context, "an indefinite length"); }
static void on_undefined(void *context) { stop(context, "a simple value outside the value model"); }
static void on_tag(void *context, uint64_t tag) {
    (void)tag;
    stop(context, "a tag");
}

static const struct cbor_callbacks callbacks = {
    .uint8 = on_uint8,
    .uint16 = on_uint16,
    .uint32 = on_uint32,
    .uint64 = on_uint64,
    .negint8 = on_negint8,
    .negint16 = on_negint16,
    .negint32 = on_negint32,
    .negint64 = on_negint64,
    .byte_string_start = on_indefinite,
    .byte_string = on_bytes,
    .string_start = on_indefinite,
    .string = on_string,
    .indef_array_start = on_indefinite,
    .array_start = on_array,
    .indef_map_start = on_indefinite,
    .map_start = on_map,
    .tag = on_tag,
    .float2 = on_float,
    .float4 = on_float,
    .float8 = on_double,
    .undefined = on_undefined,
    .null = on_null,
    .boolean = on_boolean,
    .indef_break = on_indefinite,
};

static inline bool scan(const char *data, size_t size, struct visitor *visitor, struct failure *failure) {
    struct stream stream;
    stream.visitor = visitor, stream.failure = failure;
    stream.depth = 0, stream.stopped = false;
    size_t position = 0;
    do {
        struct cbor_decoder_result result =
            cbor_stream_decode((cbor_data)data + position, size - position, &callbacks, &stream);
        if (result.status != CBOR_DECODER_FINISHED) {
            return fail(failure, "cbor_stream_decode: status %d at byte %zu", result.status, position);
        }
        position += result.read;
    } while (stream.depth && !stream.stopped);
    return !stream.stopped;
}

TREE_ENCODERS(cbor_item_t *, build(value), dump(tree, encoding, failure), free_bytes(encoding), cbor_decref(&tree))
DECODER(run_decode, cbor_item_t *, decode(data, size, &tree, failure), visit(tree, visitor, failure),
        cbor_decref(&tree))
ENCODER(run_encode_stream, , encode_stream(value, encoding, failure), free_bytes(encoding))
SCANNER(run_scan, scan(data, size, visitor, failure))

#endif

#define LIBCBOR \
    .codec = "libcbor", .format = "cbor", LIBRARY("libcbor", version, "https://github.com/PJK/libcbor", "MIT")
#define TREE                                                                                      \
    LIBCBOR, .policies = {"fresh", "owned", "checked", "tree", "list", "items, serialize, load"}, \
        .documentation = "https://libcbor.readthedocs.io/en/latest/using.html"

CODEC(TREE, .encode = OPERATION(run_encode), .decode = OPERATION(run_decode));
CODEC(TREE, .variant = "prebuilt", .encode = OPERATION(run_prebuilt), .starts_from = FROM_LIBRARY);
CODEC(LIBCBOR, .variant = "stream", .policies = {"fresh", "borrowed", "unchecked", "stream", NULL, "streaming coders"},
      .documentation = "https://libcbor.readthedocs.io/en/latest/api/streaming_decoding.html",
      .encode = OPERATION(run_encode_stream), .scan = OPERATION(run_scan));
