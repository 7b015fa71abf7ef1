#include "codec.h"
#include "output.h"

#ifdef CODEC_FOUND

#include <cbor.h>

#define TEXT(token) TEXT_EXPANDED(token)
#define TEXT_EXPANDED(token) #token

static const char *version(void) { return TEXT(TINYCBOR_VERSION_MAJOR) "." TEXT(TINYCBOR_VERSION_MINOR); }

/* TinyCBOR leaves the bytes' place to its user. */
static CborError append(void *context, const void *data, size_t size, CborEncoderAppendType type) {
    struct output *output = context;
    (void)type;
    if (!output_reserve(output, size)) return CborErrorOutOfMemory;
    memcpy(output->data + output->size, data, size);
    output->size += size;
    return CborNoError;
}

/* Where a double is no wider than a float, TinyCBOR reads beyond it to encode it as one. */
static CborError encode_real(CborEncoder *encoder, double real) {
    if (sizeof real == sizeof(float)) return cbor_encode_float(encoder, (float)real);
    return cbor_encode_double(encoder, real);
}

static CborError encode_value(CborEncoder *encoder, const struct value *value) {
    CborEncoder inner;
    CborError error;
    switch (value->kind) {
        case VALUE_BOOL: return cbor_encode_boolean(encoder, value->boolean);
        case VALUE_INT: return cbor_encode_int(encoder, value->integer);
        case VALUE_UINT: return cbor_encode_uint(encoder, value->natural);
        case VALUE_DOUBLE: return encode_real(encoder, value->real);
        case VALUE_STRING: return cbor_encode_text_string(encoder, value->string.data, value->string.length);
        case VALUE_BYTES:
            return cbor_encode_byte_string(encoder, (const uint8_t *)value->string.data, value->string.length);
        case VALUE_ARRAY:
            error = cbor_encoder_create_array(encoder, &inner, value->array.length);
            each_item (item, value) error = error ? error : encode_value(&inner, item);
            return error ? error : cbor_encoder_close_container(encoder, &inner);
        case VALUE_MAP:
            error = cbor_encoder_create_map(encoder, &inner, value->map.length);
            each_entry (entry, value) {
                error = error ? error : cbor_encode_text_string(&inner, entry->key.data, entry->key.length);
                error = error ? error : encode_value(&inner, &entry->value);
            }
            return error ? error : cbor_encoder_close_container(encoder, &inner);
        default: return cbor_encode_null(encoder);
    }
}

static inline bool encode(const struct value *value, struct encoding *encoding, struct failure *failure) {
    struct output output = {0};
    CborEncoder encoder;
    cbor_encoder_init_writer(&encoder, append, &output);
    CborError error = encode_value(&encoder, value);
    *encoding = (struct encoding){output.data, output.size};
    return !error || fail(failure, "%s", cbor_error_string(error));
}

/* A string stays where it is; one in chunks is outside the value model. */
static CborError visit_text(CborValue *item, struct visitor *visitor,
                            bool (*visit)(struct visitor *, const char *, size_t)) {
    const char *data;
    size_t length;
    if (!cbor_value_is_text_string(item) || !cbor_value_is_length_known(item)) return CborErrorIllegalType;
    CborError error = cbor_value_begin_string_iteration(item);
    if (!error) error = cbor_value_get_text_string_chunk(item, &data, &length, item);
    if (error) return error;
    visit(visitor, data, length);
    return cbor_value_finish_string_iteration(item);
}

static CborError visit_binary(CborValue *item, struct visitor *visitor) {
    const uint8_t *data;
    size_t length;
    if (!cbor_value_is_length_known(item)) return CborErrorIllegalType;
    CborError error = cbor_value_begin_string_iteration(item);
    if (!error) error = cbor_value_get_byte_string_chunk(item, &data, &length, item);
    if (error) return error;
    visit_bytes(visitor, (const char *)data, length);
    return cbor_value_finish_string_iteration(item);
}

static bool visit_integer(const CborValue *item, struct visitor *visitor) {
    uint64_t natural;
    cbor_value_get_raw_integer(item, &natural);
    if (!cbor_value_is_negative_integer(item)) return visit_uint(visitor, natural);
    return natural <= INT64_MAX && visit_int(visitor, (int64_t)~natural);
}

static bool visit_number(const CborValue *item, struct visitor *visitor) {
    double real;
    float single;
    if (cbor_value_is_double(item)) {
        cbor_value_get_double(item, &real);
    } else if (cbor_value_is_float(item)) {
        cbor_value_get_float(item, &single);
        real = (double)single;
    } else {
        cbor_value_get_half_float_as_float(item, &single);
        real = (double)single;
    }
    return visit_double(visitor, real);
}

/* Read a value and go on to what follows. */
static CborError visit_value(CborValue *item, struct visitor *visitor) {
    CborValue inner;
    CborError error;
    bool boolean, understood;
    switch (cbor_value_get_type(item)) {
        case CborNullType: understood = visit_null(visitor); break;
        case CborBooleanType:
            cbor_value_get_boolean(item, &boolean);
            understood = visit_bool(visitor, boolean);
            break;
        case CborIntegerType: understood = visit_integer(item, visitor); break;
        case CborHalfFloatType:
        case CborFloatType:
        case CborDoubleType: understood = visit_number(item, visitor); break;
        case CborTextStringType: return visit_text(item, visitor, visit_string);
        case CborByteStringType: return visit_binary(item, visitor);
        case CborArrayType:
            error = cbor_value_enter_container(item, &inner);
            if (!visit_begin_array(visitor)) return CborErrorNestingTooDeep;
            while (!error && !cbor_value_at_end(&inner)) error = visit_value(&inner, visitor);
            visit_end_array(visitor);
            return error ? error : cbor_value_leave_container(item, &inner);
        case CborMapType:
            error = cbor_value_enter_container(item, &inner);
            if (!visit_begin_map(visitor)) return CborErrorNestingTooDeep;
            while (!error && !cbor_value_at_end(&inner)) {
                error = visit_text(&inner, visitor, visit_key);
                error = error ? error : visit_value(&inner, visitor);
            }
            visit_end_map(visitor);
            return error ? error : cbor_value_leave_container(item, &inner);
        default: understood = false;
    }
    return understood ? cbor_value_advance_fixed(item) : CborErrorIllegalType;
}

static inline bool scan(const char *data, size_t size, struct visitor *visitor, struct failure *failure) {
    CborParser parser;
    CborValue root;
    CborError error = cbor_parser_init((const uint8_t *)data, size, 0, &parser, &root);
    error = error ? error : visit_value(&root, visitor);
    return !error || fail(failure, "%s", cbor_error_string(error));
}

ENCODER(run_encode, , encode(value, encoding, failure), free_bytes(encoding))
SCANNER(run_scan, scan(data, size, visitor, failure))

#endif

/* It makes no tree: programs walk over the bytes. */
CODEC(.codec = "tinycbor", .format = "cbor", LIBRARY("TinyCBOR", version, "https://github.com/intel/tinycbor", "MIT"),
      .policies = {"fresh", "borrowed", "unchecked", "stream", NULL, "encoder, value"},
      .documentation = "https://intel.github.io/tinycbor/current/", .encode = OPERATION(run_encode),
      .scan = OPERATION(run_scan));
