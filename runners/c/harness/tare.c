#include "tare.h"

#include <stdlib.h>

/* The compiler must treat these as it treats a library's functions. */
#ifdef __clang__
#define OPAQUE __attribute__((noinline))
#else
#define OPAQUE __attribute__((noipa))
#endif

/* call: a function that does nothing with the document. It has an encoder's signature. */

static OPAQUE bool do_nothing(const struct value *value, struct encoding *encoding, struct failure *failure) {
    (void)failure;
    encoding->data = value;
    return true;
}

ENCODER(run_nothing, , do_nothing(value, encoding, failure), )

static bool run_call(struct batch *batch) {
    if (!batch->recordings) return run_nothing(batch);
    for (size_t i = 0; i < batch->count; i++) {
        events_add_value(&batch->recordings[i].events, &batch->values[i]);
    }
    return true;
}

/* visit: the flat list of a document's events, made before the clocks start. While it is timed it is sorted by kind, so
   that telling the kinds apart costs nothing that can be mistaken for the visitor.

   It is the tare of encoders that are driven value by value too. The walk over the application's tree, measured by
   itself, would take off more than it adds: a processor does it while the library stores what came before. */

static int by_kind(const void *left, const void *right) {
    return (int)((const struct event *)left)->kind - (int)((const struct event *)right)->kind;
}

/* The visitor is passed by value, so that it stays in registers, and inlined, so that it is known not to record. */
BATCH_INLINE struct visitor visit(const struct events *events, struct visitor visitor) {
    for (const struct event *event = events->list; event < events->list + events->count; event++) {
        switch (event->kind) {
            case EVENT_NULL: visit_null(&visitor); break;
            case EVENT_BOOL: visit_bool(&visitor, event->boolean); break;
            case EVENT_INT: visit_int(&visitor, event->integer); break;
            case EVENT_UINT: visit_uint(&visitor, event->natural); break;
            case EVENT_DOUBLE: visit_double(&visitor, event->real); break;
            case EVENT_STRING: visit_string(&visitor, event->string.data, event->string.length); break;
            case EVENT_BYTES: visit_bytes(&visitor, event->string.data, event->string.length); break;
            case EVENT_KEY: visit_key(&visitor, event->string.data, event->string.length); break;
            case EVENT_BEGIN_ARRAY: visit_begin_array(&visitor); break;
            case EVENT_END_ARRAY: visit_end_array(&visitor); break;
            case EVENT_BEGIN_MAP: visit_begin_map(&visitor); break;
            case EVENT_END_MAP: visit_end_map(&visitor); break;
        }
    }
    return visitor;
}

static bool run_visit(struct batch *batch) {
    struct events *lists = allocate(batch->count * sizeof *lists);
    for (size_t i = 0; i < batch->count; i++) {
        lists[i] = (struct events){0};
        events_add_value(&lists[i], &batch->values[i]);
    }
    if (batch->recordings) {
        for (size_t i = 0; i < batch->count; i++) {
            visit(&lists[i], (struct visitor){.record = &batch->recordings[i].events});
        }
    } else {
        for (size_t i = 0; i < batch->count; i++) {
            qsort(lists[i].list, lists[i].count, sizeof *lists[i].list, by_kind);
        }
        TIMED(batch, i, {
            struct visitor visitor = visit(&lists[i], (struct visitor){0});
            USE(visitor);
        });
    }
    for (size_t i = 0; i < batch->count; i++) events_free(&lists[i]);
    free(lists);
    return true;
}

const struct tare tares[TARE_COUNT] = {{"call", run_call}, {"visit", run_visit}};
