#include "tare.h"

#include "payload.h"
#include "scratch.h"

static bool record_values(struct batch *batch) {
    for (size_t i = 0; i < batch->count; i++) {
        events_add_value(record_events(batch->recordings, i), &batch->values[i]);
    }
    return true;
}

/* call: a function that does nothing with the document. It has an encoder's signature, and the compiler must treat it
   as it treats a library's. */

static __attribute__((noinline, noclone)) bool do_nothing(const struct value *value, struct encoding *encoding,
                                                          struct failure *failure) {
    (void)failure;
    encoding->data = value;
    __asm__ volatile("");
    return true;
}

ENCODER(run_nothing, , do_nothing(value, encoding, failure), )

static bool run_call(struct batch *batch) { return batch->recordings ? record_values(batch) : run_nothing(batch); }

/* visit: a document's values, in a flat list of where they are, made before the clocks start. They are sorted by kind,
   so that telling the kinds apart costs nothing that can be mistaken for the visitor.

   It is the tare of encoders that are driven value by value too. The walk over the application's tree, measured by
   itself, would take off more than it adds: a fast library's code does it in passing. */

enum { KIND_COUNT = EVENT_END_MAP + 1 };

struct list {
    const void **items; /* a struct value each, or a key's struct string; one kind after the other */
    size_t counts[KIND_COUNT];
};

/* Add what is of the kind, and return where the next one goes; without an `item`, count only. */
static const void **add_item(struct list *list, enum event_kind kind, const void **item, const void *what) {
    list->counts[kind]++;
    if (item) *item++ = what;
    return item;
}

static const void **add_kind(struct list *list, enum event_kind kind, const struct value *value, const void **item) {
    static const unsigned char kinds[] = {
        [VALUE_NULL] = EVENT_NULL,   [VALUE_BOOL] = EVENT_BOOL,         [VALUE_INT] = EVENT_INT,
        [VALUE_UINT] = EVENT_UINT,   [VALUE_DOUBLE] = EVENT_DOUBLE,     [VALUE_STRING] = EVENT_STRING,
        [VALUE_BYTES] = EVENT_BYTES, [VALUE_ARRAY] = EVENT_BEGIN_ARRAY, [VALUE_MAP] = EVENT_BEGIN_MAP,
    };
    if (kinds[value->kind] == kind) item = add_item(list, kind, item, value);
    if (value->kind == VALUE_ARRAY) {
        each_item (element, value) item = add_kind(list, kind, element, item);
    } else if (value->kind == VALUE_MAP) {
        each_entry (entry, value) {
            if (kind == EVENT_KEY) item = add_item(list, kind, item, &entry->key);
            item = add_kind(list, kind, &entry->value, item);
        }
    }
    return item;
}

static struct list list_of(const struct value *value, struct region *region) {
    struct list list = {0}, again = {0};
    size_t count = 0;
    for (int kind = 0; kind < KIND_COUNT; kind++) add_kind(&list, (enum event_kind)kind, value, NULL);
    for (int kind = 0; kind < KIND_COUNT; kind++) count += list.counts[kind];
    const void **item = list.items = scratch_take(region, count * sizeof *list.items);
    for (int kind = 0; kind < KIND_COUNT; kind++) item = add_kind(&again, (enum event_kind)kind, value, item);
    return list;
}

/* Loop over the items of a kind: those that come next. */
#define EACH(kind) for (const void *const *end = item + list->counts[kind]; item < end; item++)
#define VALUE ((const struct value *)*item)
#define TEXT ((const struct string *)*item)

/* The visitor is passed by value, so that it stays in registers, and inlined, so that it is known not to record. */
BATCH_INLINE struct visitor visit(const struct list *list, struct visitor visitor) {
    const void *const *item = list->items;
    EACH (EVENT_NULL) visit_null(&visitor);
    EACH (EVENT_BOOL) visit_bool(&visitor, VALUE->boolean);
    EACH (EVENT_INT) visit_int(&visitor, VALUE->integer);
    EACH (EVENT_UINT) visit_uint(&visitor, VALUE->natural);
    EACH (EVENT_DOUBLE) visit_double(&visitor, VALUE->real);
    EACH (EVENT_STRING) visit_string(&visitor, VALUE->string.data, VALUE->string.length);
    EACH (EVENT_BYTES) visit_bytes(&visitor, VALUE->string.data, VALUE->string.length);
    EACH (EVENT_KEY) visit_key(&visitor, TEXT->data, TEXT->length);
    EACH (EVENT_BEGIN_ARRAY) visit_begin_array(&visitor), visit_end_array(&visitor);
    EACH (EVENT_BEGIN_MAP) visit_begin_map(&visitor), visit_end_map(&visitor);
    return visitor;
}

static bool run_visit(struct batch *batch) {
    if (batch->recordings) return record_values(batch);
    struct region region = payloads_free();
    struct list *lists = scratch_take(&region, batch->count * sizeof *lists);
    for (size_t i = 0; i < batch->count; i++) lists[i] = list_of(&batch->values[i], &region);
    TIMED(batch, i, {
        struct visitor visitor = visit(&lists[i], (struct visitor){0});
        USE(visitor);
    });
    return true;
}

const struct tare tares[TARE_COUNT] = {{"call", run_call}, {"visit", run_visit}};
