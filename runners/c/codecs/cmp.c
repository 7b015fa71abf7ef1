/* CMP. Documentation: https://github.com/camgunz/cmp#example-usage */

#include "codec.h"
#include "output.h"

#ifdef CODEC_FOUND

#include <cmp.h>
#include <stdio.h>

static const char *version(void) {
    static char text[12];
    snprintf(text, sizeof text, "%u", cmp_version());
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

static bool take(cmp_ctx_t *context, void *data, size_t count) {
    struct memory *memory = context->buf;
    if (memory->size - memory->position < count) return false;
    memcpy(data, memory->data + memory->position, count);
    memory->position += count;
    return true;
}

static bool write_value(cmp_ctx_t *context, const struct value *value) {
    switch (value->kind) {
        case VALUE_BOOL:
            return cmp_write_bool(context, value->boolean);
        case VALUE_INT:
            return cmp_write_integer(context, value->integer);
        case VALUE_UINT:
            return cmp_write_uinteger(context, value->natural);
        case VALUE_DOUBLE:
            return cmp_write_decimal(context, value->real);
        case VALUE_STRING:
            return cmp_write_str(context, value->string.data, (uint32_t)value->string.length);
        case VALUE_BYTES:
            return cmp_write_bin(context, value->string.data, (uint32_t)value->string.length);
        case VALUE_ARRAY:
            if (!cmp_write_array(context, (uint32_t)value->array.length)) return false;
            for (size_t i = 0; i < value->array.length; i++) {
                if (!write_value(context, &value->array.items[i])) return false;
            }
            return true;
        case VALUE_MAP:
            if (!cmp_write_map(context, (uint32_t)value->map.length)) return false;
            for (size_t i = 0; i < value->map.length; i++) {
                const struct entry *entry = &value->map.entries[i];
                if (!cmp_write_str(context, entry->key.data, (uint32_t)entry->key.length)) return false;
                if (!write_value(context, &entry->value)) return false;
            }
            return true;
        default:
            return cmp_write_nil(context);
    }
}

static inline bool encode(const struct value *value, struct encoding *encoding, struct failure *failure) {
    struct output output = {0};
    cmp_ctx_t context;
    cmp_init(&context, &output, NULL, NULL, append);
    if (!write_value(&context, value)) {
        free(output.data);
        return fail(failure, "%s", cmp_strerror(&context));
    }
    encoding->data = output.data;
    encoding->size = output.size;
    return true;
}

static inline void release_bytes(struct encoding *encoding) { free((void *)encoding->data); }

/* The bytes of a string whose size was just read; NULL where there are too few. They stay where they are. */
static inline const char *take_string(struct memory *memory, uint32_t size) {
    if (memory->size - memory->position < size) return NULL;
    const char *data = memory->data + memory->position;
    memory->position += size;
    return data;
}

static bool read_value(cmp_ctx_t *context, struct visitor *visitor) {
    cmp_object_t object;
    uint32_t size;
    const char *data;
    if (!cmp_read_object(context, &object)) return false;
    switch (object.type) {
        case CMP_TYPE_NIL:
            visit_null(visitor);
            return true;
        case CMP_TYPE_BOOLEAN:
            visit_bool(visitor, object.as.boolean);
            return true;
        case CMP_TYPE_POSITIVE_FIXNUM:
        case CMP_TYPE_UINT8:
            visit_uint(visitor, object.as.u8);
            return true;
        case CMP_TYPE_UINT16:
            visit_uint(visitor, object.as.u16);
            return true;
        case CMP_TYPE_UINT32:
            visit_uint(visitor, object.as.u32);
            return true;
        case CMP_TYPE_UINT64:
            visit_uint(visitor, object.as.u64);
            return true;
        case CMP_TYPE_NEGATIVE_FIXNUM:
        case CMP_TYPE_SINT8:
            visit_int(visitor, object.as.s8);
            return true;
        case CMP_TYPE_SINT16:
            visit_int(visitor, object.as.s16);
            return true;
        case CMP_TYPE_SINT32:
            visit_int(visitor, object.as.s32);
            return true;
        case CMP_TYPE_SINT64:
            visit_int(visitor, object.as.s64);
            return true;
        case CMP_TYPE_FLOAT:
            visit_double(visitor, (double)object.as.flt);
            return true;
        case CMP_TYPE_DOUBLE:
            visit_double(visitor, object.as.dbl);
            return true;
        case CMP_TYPE_FIXSTR:
        case CMP_TYPE_STR8:
        case CMP_TYPE_STR16:
        case CMP_TYPE_STR32:
            data = take_string(context->buf, object.as.str_size);
            if (!data) return false;
            visit_string(visitor, data, object.as.str_size);
            return true;
        case CMP_TYPE_BIN8:
        case CMP_TYPE_BIN16:
        case CMP_TYPE_BIN32:
            data = take_string(context->buf, object.as.bin_size);
            if (!data) return false;
            visit_bytes(visitor, data, object.as.bin_size);
            return true;
        case CMP_TYPE_FIXARRAY:
        case CMP_TYPE_ARRAY16:
        case CMP_TYPE_ARRAY32:
            visit_begin_array(visitor);
            for (uint32_t i = 0; i < object.as.array_size; i++) {
                if (!read_value(context, visitor)) return false;
            }
            visit_end_array(visitor);
            return true;
        case CMP_TYPE_FIXMAP:
        case CMP_TYPE_MAP16:
        case CMP_TYPE_MAP32:
            visit_begin_map(visitor);
            for (uint32_t i = 0; i < object.as.map_size; i++) {
                if (!cmp_read_str_size(context, &size)) return false;
                data = take_string(context->buf, size);
                if (!data) return false;
                visit_key(visitor, data, size);
                if (!read_value(context, visitor)) return false;
            }
            visit_end_map(visitor);
            return true;
        default:
            return false;
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

ENCODER(run_encode, encode, release_bytes)
SCANNER(run_scan, scan)

#endif

CODEC(.codec = "cmp", .format = "msgpack", .library = "CMP", .version = VERSION(version),
      .policies = {"fresh", "borrowed", "unchecked", "stream", "read_object, write"},
      .homepage = "https://github.com/camgunz/cmp", .licence = "MIT",
      .documentation = "https://github.com/camgunz/cmp#example-usage", .encode = OPERATION(run_encode),
      .scan = OPERATION(run_scan));
