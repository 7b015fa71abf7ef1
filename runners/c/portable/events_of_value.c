#include "events.h"

/* Of kinds that have no value. Not a part of what recurses: on boards its stack counts. */
static __attribute__((noinline)) void add_kind(struct events *events, enum event_kind kind) {
    events_add(events, (struct event){.kind = kind});
}

static __attribute__((noinline)) void add_string(struct events *events, enum event_kind kind, struct string string) {
    events_add(events, (struct event){kind, {.string = string}});
}

static __attribute__((noinline)) void add_scalar(struct events *events, const struct value *value) {
    struct event event = {.kind = EVENT_NULL};
    switch (value->kind) {
        case VALUE_BOOL: event = (struct event){EVENT_BOOL, {.boolean = value->boolean}}; break;
        case VALUE_INT: event = (struct event){EVENT_INT, {.integer = value->integer}}; break;
        case VALUE_UINT: event = (struct event){EVENT_UINT, {.natural = value->natural}}; break;
        case VALUE_DOUBLE: event = (struct event){EVENT_DOUBLE, {.real = value->real}}; break;
        default: break;
    }
    events_add(events, event);
}

void events_add_value(struct events *events, const struct value *value) {
    switch (value->kind) {
        case VALUE_STRING: add_string(events, EVENT_STRING, value->string); break;
        case VALUE_BYTES: add_string(events, EVENT_BYTES, value->string); break;
        case VALUE_ARRAY:
            add_kind(events, EVENT_BEGIN_ARRAY);
            each_item (item, value) events_add_value(events, item);
            add_kind(events, EVENT_END_ARRAY);
            break;
        case VALUE_MAP:
            add_kind(events, EVENT_BEGIN_MAP);
            each_entry (entry, value) {
                add_string(events, EVENT_KEY, entry->key);
                events_add_value(events, &entry->value);
            }
            add_kind(events, EVENT_END_MAP);
            break;
        default: add_scalar(events, value);
    }
}
