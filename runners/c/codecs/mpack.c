/* MPack. Documentation: https://ludocode.github.io/mpack/ (Node, Write and Read API) */

#include "codec.h"

#ifdef CODEC_FOUND

#include <mpack.h>

static const char *version(void) { return MPACK_VERSION_STRING; }

typedef void write_string(mpack_writer_t *writer, const char *data, uint32_t length);

/* `write_text` is a constant wherever this is called: mpack_write_str, or mpack_write_utf8, which checks. */
static inline __attribute__((always_inline)) void write_scalar(mpack_writer_t *writer, const struct value *value,
                                                               write_string *write_text) {
    switch (value->kind) {
        case VALUE_BOOL:
            mpack_write_bool(writer, value->boolean);
            break;
        case VALUE_INT:
            mpack_write_int(writer, value->integer);
            break;
        case VALUE_UINT:
            mpack_write_uint(writer, value->natural);
            break;
        case VALUE_DOUBLE:
            mpack_write_double(writer, value->real);
            break;
        case VALUE_STRING:
            write_text(writer, value->string.data, (uint32_t)value->string.length);
            break;
        case VALUE_BYTES:
            mpack_write_bin(writer, value->string.data, (uint32_t)value->string.length);
            break;
        default:
            mpack_write_nil(writer);
    }
}

#define VALUE_WRITER(name, write_text)                                                             \
    static void name(mpack_writer_t *writer, const struct value *value) {                          \
        if (value->kind == VALUE_ARRAY) {                                                          \
            mpack_start_array(writer, (uint32_t)value->array.length);                              \
            for (size_t i = 0; i < value->array.length; i++) name(writer, &value->array.items[i]); \
            mpack_finish_array(writer);                                                            \
        } else if (value->kind == VALUE_MAP) {                                                     \
            mpack_start_map(writer, (uint32_t)value->map.length);                                  \
            for (size_t i = 0; i < value->map.length; i++) {                                       \
                const struct entry *entry = &value->map.entries[i];                                \
                write_text(writer, entry->key.data, (uint32_t)entry->key.length);                  \
                name(writer, &entry->value);                                                       \
            }                                                                                      \
            mpack_finish_map(writer);                                                              \
        } else {                                                                                   \
            write_scalar(writer, value, write_text);                                               \
        }                                                                                          \
    }

VALUE_WRITER(write_value, mpack_write_str)
VALUE_WRITER(write_checked_value, mpack_write_utf8)

static inline __attribute__((always_inline)) bool encode_with(void (*write)(mpack_writer_t *, const struct value *),
                                                              const struct value *value, struct encoding *encoding,
                                                              struct failure *failure) {
    mpack_writer_t writer;
    char *data;
    mpack_writer_init_growable(&writer, &data, &encoding->size);
    write(&writer, value);
    mpack_error_t error = mpack_writer_destroy(&writer);
    if (error != mpack_ok) return fail(failure, "%s", mpack_error_to_string(error));
    encoding->data = data;
    return true;
}

static inline bool encode(const struct value *value, struct encoding *encoding, struct failure *failure) {
    return encode_with(write_value, value, encoding, failure);
}

static inline bool encode_checked(const struct value *value, struct encoding *encoding, struct failure *failure) {
    return encode_with(write_checked_value, value, encoding, failure);
}

static inline void release_bytes(struct encoding *encoding) { MPACK_FREE((void *)encoding->data); }

static inline bool decode(const char *data, size_t size, mpack_tree_t *tree, struct failure *failure) {
    mpack_tree_init_data(tree, data, size);
    mpack_tree_parse(tree);
    if (mpack_tree_error(tree) == mpack_ok) return true;
    return fail(failure, "%s", mpack_error_to_string(mpack_tree_destroy(tree)));
}

static inline void release_tree(mpack_tree_t *tree) { mpack_tree_destroy(tree); }

static bool visit_node(mpack_node_t node, struct visitor *visitor, struct failure *failure) {
    switch (mpack_node_type(node)) {
        case mpack_type_nil:
            visit_null(visitor);
            return true;
        case mpack_type_bool:
            visit_bool(visitor, mpack_node_bool(node));
            return true;
        case mpack_type_int:
            visit_int(visitor, mpack_node_i64(node));
            return true;
        case mpack_type_uint:
            visit_uint(visitor, mpack_node_u64(node));
            return true;
        case mpack_type_float:
        case mpack_type_double:
            visit_double(visitor, mpack_node_double(node));
            return true;
        case mpack_type_str:
            visit_string(visitor, mpack_node_str(node), mpack_node_strlen(node));
            return true;
        case mpack_type_bin:
            visit_bytes(visitor, mpack_node_bin_data(node), mpack_node_bin_size(node));
            return true;
        case mpack_type_array:
            visit_begin_array(visitor);
            for (size_t i = 0; i < mpack_node_array_length(node); i++) {
                if (!visit_node(mpack_node_array_at(node, i), visitor, failure)) return false;
            }
            visit_end_array(visitor);
            return true;
        case mpack_type_map:
            visit_begin_map(visitor);
            for (size_t i = 0; i < mpack_node_map_count(node); i++) {
                mpack_node_t key = mpack_node_map_key_at(node, i);
                visit_key(visitor, mpack_node_str(key), mpack_node_strlen(key));
                if (!visit_node(mpack_node_map_value_at(node, i), visitor, failure)) return false;
            }
            visit_end_map(visitor);
            return true;
        default:
            return fail(failure, "a type outside the value model");
    }
}

static inline bool visit(mpack_tree_t *tree, struct visitor *visitor, struct failure *failure) {
    if (!visit_node(mpack_tree_root(tree), visitor, failure)) return false;
    if (mpack_tree_error(tree) == mpack_ok) return true;
    return fail(failure, "%s", mpack_error_to_string(mpack_tree_error(tree)));
}

typedef const char *read_string(mpack_reader_t *reader, size_t length);

/* Read one value. `read_text` is a constant wherever this is called. An error makes the reader return nils, and ends
   the loops; the caller asks for it at the end. */
#define VALUE_READER(name, read_text)                                                            \
    static void name(mpack_reader_t *reader, struct visitor *visitor) {                          \
        mpack_tag_t tag = mpack_read_tag(reader);                                                \
        switch (mpack_tag_type(&tag)) {                                                          \
            case mpack_type_bool:                                                                \
                visit_bool(visitor, mpack_tag_bool_value(&tag));                                 \
                break;                                                                           \
            case mpack_type_int:                                                                 \
                visit_int(visitor, mpack_tag_int_value(&tag));                                   \
                break;                                                                           \
            case mpack_type_uint:                                                                \
                visit_uint(visitor, mpack_tag_uint_value(&tag));                                 \
                break;                                                                           \
            case mpack_type_float:                                                               \
                visit_double(visitor, (double)mpack_tag_float_value(&tag));                      \
                break;                                                                           \
            case mpack_type_double:                                                              \
                visit_double(visitor, mpack_tag_double_value(&tag));                             \
                break;                                                                           \
            case mpack_type_str: {                                                               \
                uint32_t length = mpack_tag_str_length(&tag);                                    \
                const char *data = read_text(reader, length);                                    \
                if (data) visit_string(visitor, data, length);                                   \
                mpack_done_str(reader);                                                          \
                break;                                                                           \
            }                                                                                    \
            case mpack_type_bin: {                                                               \
                uint32_t length = mpack_tag_bin_length(&tag);                                    \
                const char *data = mpack_read_bytes_inplace(reader, length);                     \
                if (data) visit_bytes(visitor, data, length);                                    \
                mpack_done_bin(reader);                                                          \
                break;                                                                           \
            }                                                                                    \
            case mpack_type_array: {                                                             \
                uint32_t count = mpack_tag_array_count(&tag);                                    \
                visit_begin_array(visitor);                                                      \
                while (count-- && mpack_reader_error(reader) == mpack_ok) name(reader, visitor); \
                visit_end_array(visitor);                                                        \
                mpack_done_array(reader);                                                        \
                break;                                                                           \
            }                                                                                    \
            case mpack_type_map: {                                                               \
                uint32_t count = mpack_tag_map_count(&tag);                                      \
                visit_begin_map(visitor);                                                        \
                while (count-- && mpack_reader_error(reader) == mpack_ok) {                      \
                    uint32_t length = mpack_expect_str(reader);                                  \
                    const char *data = read_text(reader, length);                                \
                    if (data) visit_key(visitor, data, length);                                  \
                    mpack_done_str(reader);                                                      \
                    name(reader, visitor);                                                       \
                }                                                                                \
                visit_end_map(visitor);                                                          \
                mpack_done_map(reader);                                                          \
                break;                                                                           \
            }                                                                                    \
            case mpack_type_nil:                                                                 \
                visit_null(visitor);                                                             \
                break;                                                                           \
            default:                                                                             \
                mpack_reader_flag_error(reader, mpack_error_unsupported);                        \
        }                                                                                        \
    }

VALUE_READER(read_value, mpack_read_bytes_inplace)
VALUE_READER(read_checked_value, mpack_read_utf8_inplace)

static inline __attribute__((always_inline)) bool scan_with(void (*read)(mpack_reader_t *, struct visitor *),
                                                            const char *data, size_t size, struct visitor *visitor,
                                                            struct failure *failure) {
    mpack_reader_t reader;
    mpack_reader_init_data(&reader, data, size);
    read(&reader, visitor);
    mpack_error_t error = mpack_reader_destroy(&reader);
    return error == mpack_ok ? true : fail(failure, "%s", mpack_error_to_string(error));
}

static inline bool scan(const char *data, size_t size, struct visitor *visitor, struct failure *failure) {
    return scan_with(read_value, data, size, visitor, failure);
}

static inline bool scan_checked(const char *data, size_t size, struct visitor *visitor, struct failure *failure) {
    return scan_with(read_checked_value, data, size, visitor, failure);
}

ENCODER(run_encode, encode, release_bytes)
ENCODER(run_checked_encode, encode_checked, release_bytes)
DECODER(run_decode, mpack_tree_t, decode, visit, release_tree)
SCANNER(run_scan, scan)
SCANNER(run_checked_scan, scan_checked)

#endif

#define MPACK                                                                               \
    .codec = "mpack", .format = "msgpack", .library = "MPack", .version = VERSION(version), \
    .homepage = "https://github.com/ludocode/mpack", .licence = "MIT",                      \
    .documentation = "https://ludocode.github.io/mpack/"

CODEC(MPACK, .policies = {"fresh", "borrowed", "unchecked", "tree", "node, reader, writer"},
      .encode = OPERATION(run_encode), .decode = OPERATION(run_decode), .scan = OPERATION(run_scan));
CODEC(MPACK, .variant = "utf8", .policies = {"fresh", "borrowed", "checked", "stream", "reader, writer"},
      .encode = OPERATION(run_checked_encode), .scan = OPERATION(run_checked_scan));
