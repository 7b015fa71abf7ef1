#include "codec.h"

#ifdef CODEC_FOUND

#include <msgpack.h>

/* Writing to an sbuffer fails only where memory is exhausted; the caller sees that in the last write. */
static int pack(msgpack_packer *packer, const struct value *value) {
    int status;
    switch (value->kind) {
        case VALUE_BOOL: return value->boolean ? msgpack_pack_true(packer) : msgpack_pack_false(packer);
        case VALUE_INT: return msgpack_pack_int64(packer, value->integer);
        case VALUE_UINT: return msgpack_pack_uint64(packer, value->natural);
        case VALUE_DOUBLE: return msgpack_pack_double(packer, value->real);
        case VALUE_STRING: return msgpack_pack_str_with_body(packer, value->string.data, value->string.length);
        case VALUE_BYTES: return msgpack_pack_bin_with_body(packer, value->string.data, value->string.length);
        case VALUE_ARRAY:
            status = msgpack_pack_array(packer, value->array.length);
            each_item (item, value) status |= pack(packer, item);
            return status;
        case VALUE_MAP:
            status = msgpack_pack_map(packer, value->map.length);
            each_entry (entry, value) {
                status |= msgpack_pack_str_with_body(packer, entry->key.data, entry->key.length);
                status |= pack(packer, &entry->value);
            }
            return status;
        default: return msgpack_pack_nil(packer);
    }
}

static inline bool encode(const struct value *value, struct encoding *encoding, struct failure *failure) {
    msgpack_sbuffer buffer;
    msgpack_packer packer;
    msgpack_sbuffer_init(&buffer);
    msgpack_packer_init(&packer, &buffer, msgpack_sbuffer_write);
    int status = pack(&packer, value);
    *encoding = (struct encoding){buffer.data, buffer.size};
    return status == 0 || fail(failure, "msgpack_sbuffer_write failed");
}

static inline bool decode(const char *data, size_t size, msgpack_unpacked *tree, struct failure *failure) {
    msgpack_unpacked_init(tree);
    msgpack_unpack_return status = msgpack_unpack_next(tree, data, size, NULL);
    if (status == MSGPACK_UNPACK_SUCCESS) return true;
    msgpack_unpacked_destroy(tree);
    if (status == MSGPACK_UNPACK_NOMEM_ERROR) return refuse(failure, "MSGPACK_UNPACK_NOMEM_ERROR: nested too deep");
    return fail(failure, status == MSGPACK_UNPACK_CONTINUE ? "MSGPACK_UNPACK_CONTINUE" : "MSGPACK_UNPACK_PARSE_ERROR");
}

static bool visit(const msgpack_object *object, struct visitor *visitor, struct failure *failure) {
    switch (object->type) {
        case MSGPACK_OBJECT_NIL: return visit_null(visitor);
        case MSGPACK_OBJECT_BOOLEAN: return visit_bool(visitor, object->via.boolean);
        case MSGPACK_OBJECT_POSITIVE_INTEGER: return visit_uint(visitor, object->via.u64);
        case MSGPACK_OBJECT_NEGATIVE_INTEGER: return visit_int(visitor, object->via.i64);
        case MSGPACK_OBJECT_FLOAT32:
        case MSGPACK_OBJECT_FLOAT64: return visit_double(visitor, object->via.f64);
        case MSGPACK_OBJECT_STR: return visit_string(visitor, object->via.str.ptr, object->via.str.size);
        case MSGPACK_OBJECT_BIN: return visit_bytes(visitor, object->via.bin.ptr, object->via.bin.size);
        case MSGPACK_OBJECT_ARRAY:
            visit_begin_array(visitor);
            for (uint32_t i = 0; i < object->via.array.size; i++) {
                if (!visit(&object->via.array.ptr[i], visitor, failure)) return false;
            }
            return visit_end_array(visitor);
        case MSGPACK_OBJECT_MAP:
            visit_begin_map(visitor);
            for (uint32_t i = 0; i < object->via.map.size; i++) {
                const msgpack_object_kv *entry = &object->via.map.ptr[i];
                if (entry->key.type != MSGPACK_OBJECT_STR) return fail(failure, "a key that is no string");
                visit_key(visitor, entry->key.via.str.ptr, entry->key.via.str.size);
                if (!visit(&entry->val, visitor, failure)) return false;
            }
            return visit_end_map(visitor);
        default: return fail(failure, "a type outside the value model");
    }
}

ENCODER(run_encode, , encode(value, encoding, failure), free_bytes(encoding))
DECODER(run_decode, msgpack_unpacked, decode(data, size, &tree, failure), visit(&tree.data, visitor, failure),
        msgpack_unpacked_destroy(&tree))

#endif

CODEC(.codec = "msgpack-c", .format = "msgpack",
      LIBRARY("msgpack-c", msgpack_version, "https://github.com/msgpack/msgpack-c/tree/c_master", "BSL-1.0"),
      .policies = {"fresh", "borrowed", "unchecked", "tree", "list", "packer, unpack_next"},
      .documentation = "https://github.com/msgpack/msgpack-c/blob/c_master/QUICKSTART-C.md",
      .encode = OPERATION(run_encode), .decode = OPERATION(run_decode));
