#include "floor.h"

#include <stdlib.h>
#include <string.h>

/* memcpy: every document's bytes, into memory that is there, and has been written to, before the clocks start. */

static void copy(struct batch *batch, char *const *copies) {
    TIMED(batch, i, {
        struct encoding bytes = {copies[i], batch->encoded[i].length};
        memcpy(copies[i], batch->encoded[i].data, bytes.size);
        USE(bytes);
    });
}

static bool record_copy(struct batch *batch, size_t i, const char *bytes) {
    if (memcmp(bytes, batch->encoded[i].data, batch->encoded[i].length) != 0) {
        return fail(&batch->failure, "document %zu was not copied as it is", i);
    }
    events_add_value(&batch->recordings[i].events, &batch->values[i]);
    return true;
}

static bool run_memcpy(struct batch *batch) {
    char **copies = allocate(batch->count * sizeof *copies);
    for (size_t i = 0; i < batch->count; i++) {
        copies[i] = allocate(batch->encoded[i].length);
        memset(copies[i], 0, batch->encoded[i].length);
    }
    copy(batch, copies);
    bool done = true;
    for (size_t i = 0; i < batch->count; i++) {
        if (batch->recordings) done = done && record_copy(batch, i, copies[i]);
        free(copies[i]);
    }
    free(copies);
    return done;
}

/* walk: the application's own tree, as encoders start from it, and every value to the visitor. That is passed by value,
   so that it stays in registers. */

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
        struct visitor visitor = {.record = CHECKING(batch) ? &batch->recordings[i].events : NULL};
        visitor = walk(&batch->values[i], visitor);
        USE(visitor);
    });
    return true;
}

const struct floor floors[FLOOR_COUNT] = {{"memcpy", true, run_memcpy}, {"walk", false, run_walk}};
