#pragma once

#include "batch.h"

/* The floor walk (docs/protocol.md, "Floors"): the application's own tree, as encoders start from it, and every value
   to the visitor. That is passed by value, so that it stays in registers. */

static struct visitor walk(const struct value *value, struct visitor visitor) {
    switch (value->kind) {
        case VALUE_NULL: visit_null(&visitor); break;
        case VALUE_BOOL: visit_bool(&visitor, value->boolean); break;
        case VALUE_INT: visit_int(&visitor, value->integer); break;
        case VALUE_UINT: visit_uint(&visitor, value->natural); break;
        case VALUE_DOUBLE: visit_double(&visitor, value->real); break;
        case VALUE_STRING: visit_string(&visitor, value->string.data, value->string.length); break;
        case VALUE_BYTES: visit_bytes(&visitor, value->string.data, value->string.length); break;
        case VALUE_ARRAY:
            visit_begin_array(&visitor);
            each_item (item, value) visitor = walk(item, visitor);
            visit_end_array(&visitor);
            break;
        case VALUE_MAP:
            visit_begin_map(&visitor);
            each_entry (entry, value) {
                visit_key(&visitor, entry->key.data, entry->key.length);
                visitor = walk(&entry->value, visitor);
            }
            visit_end_map(&visitor);
            break;
    }
    return visitor;
}

static bool run_walk(struct batch *batch) {
    TIMED(batch, i, {
        struct visitor visitor = {.record = CHECKING(batch) ? record_events(batch->recordings, i) : NULL};
        visitor = walk(&batch->values[i], visitor);
        USE(visitor);
    });
    return true;
}
