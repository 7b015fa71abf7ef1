#include "codec.h"

#ifdef CODEC_FOUND

#include <qcbor/qcbor_decode.h>
#include <qcbor/qcbor_encode.h>

static const char *version(void) { return QCBOR_VERSION_STRING; }

static UsefulBufC useful(struct string string) { return (UsefulBufC){string.data, string.length}; }

static void add(QCBOREncodeContext *context, const struct value *value) {
    switch (value->kind) {
        case VALUE_BOOL: QCBOREncode_AddBool(context, value->boolean); break;
        case VALUE_INT: QCBOREncode_AddInt64(context, value->integer); break;
        case VALUE_UINT: QCBOREncode_AddUInt64(context, value->natural); break;
        case VALUE_DOUBLE: QCBOREncode_AddDouble(context, value->real); break;
        case VALUE_STRING: QCBOREncode_AddText(context, useful(value->string)); break;
        case VALUE_BYTES: QCBOREncode_AddBytes(context, useful(value->string)); break;
        case VALUE_ARRAY:
            QCBOREncode_OpenArray(context);
            each_item (item, value) add(context, item);
            QCBOREncode_CloseArray(context);
            break;
        case VALUE_MAP:
            QCBOREncode_OpenMap(context);
            each_entry (entry, value) {
                QCBOREncode_AddText(context, useful(entry->key));
                add(context, &entry->value);
            }
            QCBOREncode_CloseMap(context);
            break;
        default: QCBOREncode_AddNULL(context);
    }
}

static bool refused(QCBORError error, struct failure *failure) {
    bool by_nature = error == QCBOR_ERR_ARRAY_NESTING_TOO_DEEP || error == QCBOR_ERR_ARRAY_DECODE_NESTING_TOO_DEEP ||
                     error == QCBOR_ERR_ARRAY_TOO_LONG || error == QCBOR_ERR_ARRAY_DECODE_TOO_LONG;
    return (by_nature ? refuse : fail)(failure, "%s", qcbor_err_to_str(error));
}

/* The output has to be there before; who does not know how large, encodes twice, as the documentation says. */
static inline bool encode(const struct value *value, struct encoding *encoding, struct failure *failure) {
    QCBOREncodeContext context;
    size_t size;
    QCBOREncode_Init(&context, SizeCalculateUsefulBuf);
    add(&context, value);
    QCBORError error = QCBOREncode_FinishGetSize(&context, &size);
    if (error) return refused(error, failure);
    UsefulBufC encoded;
    encoding->data = malloc(size);
    QCBOREncode_Init(&context, (UsefulBuf){(void *)encoding->data, size});
    add(&context, value);
    error = QCBOREncode_Finish(&context, &encoded);
    encoding->size = encoded.len;
    return !error || refused(error, failure);
}

static bool hand_on(const QCBORItem *item, struct visitor *visitor) {
    UsefulBufC text = item->val.string;
    switch (item->uDataType) {
        case QCBOR_TYPE_NULL: return visit_null(visitor);
        case QCBOR_TYPE_TRUE:
        case QCBOR_TYPE_FALSE: return visit_bool(visitor, item->uDataType == QCBOR_TYPE_TRUE);
        case QCBOR_TYPE_INT64: return visit_int(visitor, item->val.int64);
        case QCBOR_TYPE_UINT64: return visit_uint(visitor, item->val.uint64);
        case QCBOR_TYPE_DOUBLE: return visit_double(visitor, item->val.dfnum);
        case QCBOR_TYPE_FLOAT: return visit_double(visitor, (double)item->val.fnum);
        case QCBOR_TYPE_TEXT_STRING: return visit_string(visitor, text.ptr, text.len);
        case QCBOR_TYPE_BYTE_STRING: return visit_bytes(visitor, text.ptr, text.len);
        case QCBOR_TYPE_ARRAY: return visit_begin_array(visitor);
        case QCBOR_TYPE_MAP: return visit_begin_map(visitor);
        default: return false;
    }
}

/* Items come one after the other; that a container ends shows in how deep the next item is. */
static inline bool scan(const char *data, size_t size, struct visitor *visitor, struct failure *failure) {
    QCBORDecodeContext context;
    QCBORItem item;
    bool is_map[QCBOR_MAX_ARRAY_NESTING + 1];
    QCBORDecode_Init(&context, (UsefulBufC){data, size}, QCBOR_DECODE_MODE_NORMAL);
    do {
        QCBORError error = QCBORDecode_GetNext(&context, &item);
        if (error) return refused(error, failure);
        if (item.uNestingLevel && is_map[item.uNestingLevel - 1]) {
            if (item.uLabelType != QCBOR_TYPE_TEXT_STRING) return fail(failure, "a key that is no string");
            visit_key(visitor, item.label.string.ptr, item.label.string.len);
        }
        if (!hand_on(&item, visitor)) return fail(failure, "a type outside the value model");
        bool is_container = item.uDataType == QCBOR_TYPE_MAP || item.uDataType == QCBOR_TYPE_ARRAY;
        if (is_container) is_map[item.uNestingLevel] = item.uDataType == QCBOR_TYPE_MAP;
        for (int level = item.uNestingLevel + is_container; level > item.uNextNestLevel; level--) {
            (is_map[level - 1] ? visit_end_map : visit_end_array)(visitor);
        }
    } while (item.uNextNestLevel);
    QCBORError error = QCBORDecode_Finish(&context);
    return !error || refused(error, failure);
}

ENCODER(run_encode, , encode(value, encoding, failure), free_bytes(encoding))
SCANNER(run_scan, scan(data, size, visitor, failure))

#endif

CODEC(.codec = "qcbor", .format = "cbor",
      LIBRARY("QCBOR", version, "https://github.com/laurencelundblade/QCBOR", "BSD-3-Clause"),
      .policies = {"fresh", "borrowed", "unchecked", "stream", NULL, "Encode twice, GetNext"},
      .documentation = "https://www.securitytheory.com/qcbor-docs/", .encode = OPERATION(run_encode),
      .scan = OPERATION(run_scan));
