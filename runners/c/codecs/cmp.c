#include "codec.h"
#include "output.h"

#ifdef CODEC_FOUND

#include <cmp.h>
#include <stdio.h>

static const char *version(void) {
    static const char format[] = "%lu";
    static char text[12];
    snprintf(text, sizeof text, format, (unsigned long)cmp_version());
    return text;
}

/* CMP leaves the bytes' place to its user, who reads and writes through callbacks. */
static size_t append(cmp_ctx_t *context, const void *data, size_t count) {
    struct output *output = context->buf;
    if (!output_reserve(output, count)) return 0;
    memcpy(output->data + output->size, data, count);
    output->size += count;
    return count;
}

struct memory {
    const char *data;
    size_t position, size;
};

/* Bytes that stay where they are; NULL where there are too few. */
static inline const char *take_string(struct memory *memory, size_t size) {
    if (memory->size - memory->position < size) return NULL;
    const char *data = memory->data + memory->position;
    memory->position += size;
    return data;
}

static bool take(cmp_ctx_t *context, void *data, size_t count) {
    const char *taken = take_string(context->buf, count);
    if (taken) memcpy(data, taken, count);
    return taken;
}

static bool write_value(cmp_ctx_t *context, const struct value *value) {
    switch (value->kind) {
        case VALUE_BOOL: return cmp_write_bool(context, value->boolean);
        case VALUE_INT: return cmp_write_integer(context, value->integer);
        case VALUE_UINT: return cmp_write_uinteger(context, value->natural);
        case VALUE_DOUBLE: return cmp_write_decimal(context, value->real);
        case VALUE_STRING: return cmp_write_str(context, value->string.data, (uint32_t)value->string.length);
        case VALUE_BYTES: return cmp_write_bin(context, value->string.data, (uint32_t)value->string.length);
        case VALUE_ARRAY:
            if (!cmp_write_array(context, (uint32_t)value->array.length)) return false;
            each_item (item, value) {
                if (!write_value(context, item)) return false;
            }
            return true;
        case VALUE_MAP:
            if (!cmp_write_map(context, (uint32_t)value->map.length)) return false;
            each_entry (entry, value) {
                if (!cmp_write_str(context, entry->key.data, (uint32_t)entry->key.length)) return false;
                if (!write_value(context, &entry->value)) return false;
            }
            return true;
        default: return cmp_write_nil(context);
    }
}

static inline bool encode(const struct value *value, struct output *output, struct encoding *encoding,
                          struct failure *failure) {
    cmp_ctx_t context;
    cmp_init(&context, output, NULL, NULL, append);
    bool done = write_value(&context, value);
    *encoding = (struct encoding){output->data, output->size};
    return done || fail(failure, "%s", cmp_strerror(&context));
}

static bool read_value(cmp_ctx_t *context, struct visitor *visitor) {
    cmp_object_t object;
    uint32_t size;
    const char *data;
    if (!cmp_read_object(context, &object)) return false;
    switch (object.type) {
        case CMP_TYPE_NIL: return visit_null(visitor);
        case CMP_TYPE_BOOLEAN: return visit_bool(visitor, object.as.boolean);
        case CMP_TYPE_POSITIVE_FIXNUM:
        case CMP_TYPE_UINT8: return visit_uint(visitor, object.as.u8);
        case CMP_TYPE_UINT16: return visit_uint(visitor, object.as.u16);
        case CMP_TYPE_UINT32: return visit_uint(visitor, object.as.u32);
        case CMP_TYPE_UINT64: return visit_uint(visitor, object.as.u64);
        case CMP_TYPE_NEGATIVE_FIXNUM:
        case CMP_TYPE_SINT8: return visit_int(visitor, object.as.s8);
        case CMP_TYPE_SINT16: return visit_int(visitor, object.as.s16);
        case CMP_TYPE_SINT32: return visit_int(visitor, object.as.s32);
        case CMP_TYPE_SINT64: return visit_int(visitor, object.as.s64);
        case CMP_TYPE_FLOAT: return visit_double(visitor, (double)object.as.flt);
        case CMP_TYPE_DOUBLE: return visit_double(visitor, object.as.dbl);
        case CMP_TYPE_FIXSTR:
        case CMP_TYPE_STR8:
        case CMP_TYPE_STR16:
        case CMP_TYPE_STR32:
            data = take_string(context->buf, object.as.str_size);
            return data && visit_string(visitor, data, object.as.str_size);
        case CMP_TYPE_BIN8:
        case CMP_TYPE_BIN16:
        case CMP_TYPE_BIN32:
            data = take_string(context->buf, object.as.bin_size);
            return data && visit_bytes(visitor, data, object.as.bin_size);
        case CMP_TYPE_FIXARRAY:
        case CMP_TYPE_ARRAY16:
        case CMP_TYPE_ARRAY32:
            if (!visit_begin_array(visitor)) return false;
            for (uint32_t i = 0; i < object.as.array_size; i++) {
                if (!read_value(context, visitor)) return false;
            }
            return visit_end_array(visitor);
        case CMP_TYPE_FIXMAP:
        case CMP_TYPE_MAP16:
        case CMP_TYPE_MAP32:
            if (!visit_begin_map(visitor)) return false;
            for (uint32_t i = 0; i < object.as.map_size; i++) {
                if (!cmp_read_str_size(context, &size) || !(data = take_string(context->buf, size))) return false;
                visit_key(visitor, data, size);
                if (!read_value(context, visitor)) return false;
            }
            return visit_end_map(visitor);
        default: return false;
    }
}

static inline bool scan(const char *data, size_t size, struct visitor *visitor, struct failure *failure) {
    struct memory memory = {.data = data, .size = size};
    cmp_ctx_t context;
    cmp_init(&context, &memory, take, NULL, NULL);
    if (read_value(&context, visitor)) return true;
    return fail(failure, "at byte %zu: %s", memory.position,
                context.error ? cmp_strerror(&context) : "too few bytes, or a type outside the value model");
}

ENCODER(run_encode, struct output output = {0}, encode(value, &output, encoding, failure), free(output.data))
SCANNER(run_scan, scan(data, size, visitor, failure))

#endif

CODEC(.codec = "cmp", .format = "msgpack", LIBRARY("CMP", version, "https://github.com/camgunz/cmp", "MIT"),
      .policies = {"fresh", "borrowed", "unchecked", "stream", NULL, "read_object, write"},
      .documentation = "https://github.com/camgunz/cmp#example-usage", .encode = OPERATION(run_encode),
      .scan = OPERATION(run_scan));
