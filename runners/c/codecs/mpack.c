#include "codec.h"

#ifdef CODEC_FOUND

#include <mpack.h>

static const char *version(void) { return MPACK_VERSION_STRING; }

static inline void write_text(mpack_writer_t *writer, struct string text, bool check) {
    (check ? mpack_write_utf8 : mpack_write_str)(writer, text.data, (uint32_t)text.length);
}

static void write_value(mpack_writer_t *writer, const struct value *value, bool check) {
    switch (value->kind) {
        case VALUE_BOOL: mpack_write_bool(writer, value->boolean); break;
        case VALUE_INT: mpack_write_int(writer, value->integer); break;
        case VALUE_UINT: mpack_write_uint(writer, value->natural); break;
        case VALUE_DOUBLE: mpack_write_double(writer, value->real); break;
        case VALUE_STRING: write_text(writer, value->string, check); break;
        case VALUE_BYTES: mpack_write_bin(writer, value->string.data, (uint32_t)value->string.length); break;
        case VALUE_ARRAY:
            mpack_start_array(writer, (uint32_t)value->array.length);
            each_item (item, value) write_value(writer, item, check);
            mpack_finish_array(writer);
            break;
        case VALUE_MAP:
            mpack_start_map(writer, (uint32_t)value->map.length);
            each_entry (entry, value) {
                write_text(writer, entry->key, check);
                write_value(writer, &entry->value, check);
            }
            mpack_finish_map(writer);
            break;
        default: mpack_write_nil(writer);
    }
}

static inline bool encode(const struct value *value, bool check, struct encoding *encoding, struct failure *failure) {
    mpack_writer_t writer;
    char *data;
    mpack_writer_init_growable(&writer, &data, &encoding->size);
    write_value(&writer, value, check);
    mpack_error_t error = mpack_writer_destroy(&writer);
    encoding->data = data;
    return error == mpack_ok || fail(failure, "%s", mpack_error_to_string(error));
}

static inline bool tree_is_sound(mpack_tree_t *tree, struct failure *failure) {
    mpack_error_t error = mpack_tree_error(tree);
    return error == mpack_ok || fail(failure, "%s", mpack_error_to_string(error));
}

/* The tree's texts are checked only if they are asked for so. */
static void check_texts(mpack_node_t node, int depth) {
    if (depth == DEEPEST_CHECKED) return mpack_node_flag_error(node, mpack_error_too_big);
    if (mpack_node_type(node) == mpack_type_str) mpack_node_check_utf8(node);
    if (mpack_node_type(node) == mpack_type_array) {
        for (size_t i = 0; i < mpack_node_array_length(node); i++) check_texts(mpack_node_array_at(node, i), depth + 1);
    }
    if (mpack_node_type(node) == mpack_type_map) {
        for (size_t i = 0; i < mpack_node_map_count(node); i++) {
            check_texts(mpack_node_map_key_at(node, i), depth + 1);
            check_texts(mpack_node_map_value_at(node, i), depth + 1);
        }
    }
}

static inline bool decode(const char *data, size_t size, bool check, mpack_tree_t *tree, struct failure *failure) {
    mpack_tree_init_data(tree, data, size);
    mpack_tree_parse(tree);
    if (check) check_texts(mpack_tree_root(tree), 0);
    if (tree_is_sound(tree, failure)) return true;
    mpack_tree_destroy(tree);
    return false;
}

static bool visit_node(mpack_node_t node, struct visitor *visitor, struct failure *failure) {
    switch (mpack_node_type(node)) {
        case mpack_type_nil: return visit_null(visitor);
        case mpack_type_bool: return visit_bool(visitor, mpack_node_bool(node));
        case mpack_type_int: return visit_int(visitor, mpack_node_i64(node));
        case mpack_type_uint: return visit_uint(visitor, mpack_node_u64(node));
        case mpack_type_float:
        case mpack_type_double: return visit_double(visitor, mpack_node_double(node));
        case mpack_type_str: return visit_string(visitor, mpack_node_str(node), mpack_node_strlen(node));
        case mpack_type_bin: return visit_bytes(visitor, mpack_node_bin_data(node), mpack_node_bin_size(node));
        case mpack_type_array:
            if (!visit_begin_array(visitor)) return false;
            for (size_t i = 0; i < mpack_node_array_length(node); i++) {
                if (!visit_node(mpack_node_array_at(node, i), visitor, failure)) return false;
            }
            return visit_end_array(visitor);
        case mpack_type_map:
            if (!visit_begin_map(visitor)) return false;
            for (size_t i = 0; i < mpack_node_map_count(node); i++) {
                mpack_node_t key = mpack_node_map_key_at(node, i);
                visit_key(visitor, mpack_node_str(key), mpack_node_strlen(key));
                if (!visit_node(mpack_node_map_value_at(node, i), visitor, failure)) return false;
            }
            return visit_end_map(visitor);
        default: return fail(failure, "a type outside the value model");
    }
}

static inline const char *read_text(mpack_reader_t *reader, uint32_t length, bool check) {
    return (check ? mpack_read_utf8_inplace : mpack_read_bytes_inplace)(reader, length);
}

/* Read one value. An error makes the reader return nils, and ends the loops; the caller asks for it at the end. */
static void read_value(mpack_reader_t *reader, bool check, struct visitor *visitor) {
    mpack_tag_t tag = mpack_read_tag(reader);
    uint32_t length;
    const char *data;
    switch (mpack_tag_type(&tag)) {
        case mpack_type_nil: visit_null(visitor); break;
        case mpack_type_bool: visit_bool(visitor, mpack_tag_bool_value(&tag)); break;
        case mpack_type_int: visit_int(visitor, mpack_tag_int_value(&tag)); break;
        case mpack_type_uint: visit_uint(visitor, mpack_tag_uint_value(&tag)); break;
        case mpack_type_float: visit_double(visitor, (double)mpack_tag_float_value(&tag)); break;
        case mpack_type_double: visit_double(visitor, mpack_tag_double_value(&tag)); break;
        case mpack_type_str:
            length = mpack_tag_str_length(&tag);
            if ((data = read_text(reader, length, check))) visit_string(visitor, data, length);
            mpack_done_str(reader);
            break;
        case mpack_type_bin:
            length = mpack_tag_bin_length(&tag);
            if ((data = mpack_read_bytes_inplace(reader, length))) visit_bytes(visitor, data, length);
            mpack_done_bin(reader);
            break;
        case mpack_type_array:
            if (!visit_begin_array(visitor)) mpack_reader_flag_error(reader, mpack_error_too_big);
            for (uint32_t left = mpack_tag_array_count(&tag); left && mpack_reader_error(reader) == mpack_ok; left--) {
                read_value(reader, check, visitor);
            }
            visit_end_array(visitor);
            mpack_done_array(reader);
            break;
        case mpack_type_map:
            if (!visit_begin_map(visitor)) mpack_reader_flag_error(reader, mpack_error_too_big);
            for (uint32_t left = mpack_tag_map_count(&tag); left && mpack_reader_error(reader) == mpack_ok; left--) {
                length = mpack_expect_str(reader);
                if ((data = read_text(reader, length, check))) visit_key(visitor, data, length);
                mpack_done_str(reader);
                read_value(reader, check, visitor);
            }
            visit_end_map(visitor);
            mpack_done_map(reader);
            break;
        default: mpack_reader_flag_error(reader, mpack_error_unsupported);
    }
}

static inline bool scan(const char *data, size_t size, bool check, struct visitor *visitor, struct failure *failure) {
    mpack_reader_t reader;
    mpack_reader_init_data(&reader, data, size);
    read_value(&reader, check, visitor);
    mpack_error_t error = mpack_reader_destroy(&reader);
    return error == mpack_ok || fail(failure, "%s", mpack_error_to_string(error));
}

#define VISIT_TREE visit_node(mpack_tree_root(&tree), visitor, failure) && tree_is_sound(&tree, failure)
#define FREE_BYTES MPACK_FREE((void *)encoding->data)

ENCODER(run_encode, , encode(value, false, encoding, failure), FREE_BYTES)
DECODER(run_decode, mpack_tree_t, decode(data, size, false, &tree, failure), VISIT_TREE, mpack_tree_destroy(&tree))
SCANNER(run_scan, scan(data, size, false, visitor, failure))
#ifndef MPACK_TRACKING
ENCODER(run_checked_encode, , encode(value, true, encoding, failure), FREE_BYTES)
DECODER(run_checked_decode, mpack_tree_t, decode(data, size, true, &tree, failure), VISIT_TREE,
        mpack_tree_destroy(&tree))
SCANNER(run_checked_scan, scan(data, size, true, visitor, failure))
#endif

#endif

#define MPACK                                                                                                     \
    .codec = "mpack", .format = "msgpack", LIBRARY("MPack", version, "https://github.com/ludocode/mpack", "MIT"), \
    .documentation = "https://ludocode.github.io/mpack/"
#define ALL .encode = OPERATION(run_encode), .decode = OPERATION(run_decode), .scan = OPERATION(run_scan)

/* codecs/mpack-tracking.c is this file again, with another configuration of MPack. */
#ifdef MPACK_TRACKING
CODEC(MPACK, .variant = "tracking", ALL,
      .policies = {"fresh", "borrowed", "unchecked", "tree", "list", "node, reader, writer; READ_ and WRITE_TRACKING"});
#else
CODEC(MPACK, .policies = {"fresh", "borrowed", "unchecked", "tree", "list", "node, reader, writer"}, ALL);
CODEC(MPACK, .variant = "utf8", .encode = OPERATION(run_checked_encode), .decode = OPERATION(run_checked_decode),
      .scan = OPERATION(run_checked_scan),
      .policies = {"fresh", "borrowed", "checked", "tree", "list", "node_check_utf8, read_utf8, write_utf8"});
#endif
