#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memory.h"
#include "text.h"
#include "value.h"

/* A document as the flat list of what a visitor was told. */

enum event_kind {
    EVENT_NULL,
    EVENT_BOOL,
    EVENT_INT,
    EVENT_UINT,
    EVENT_DOUBLE,
    EVENT_STRING,
    EVENT_BYTES,
    EVENT_KEY,
    EVENT_BEGIN_ARRAY,
    EVENT_END_ARRAY,
    EVENT_BEGIN_MAP,
    EVENT_END_MAP,
};

struct event {
    enum event_kind kind;
    union {
        bool boolean;
        int64_t integer;
        uint64_t natural;
        double real;
        struct string string; /* of a key, a string or bytes */
    };
};

struct events {
    struct event *list;
    size_t count, capacity;
    struct arena strings;
};

/* Append an event; its string is copied. */
void events_add(struct events *events, struct event event);

/* Append a whole value. */
void events_add_value(struct events *events, const struct value *value);

/* Whether the events tell exactly one value, from its beginning to its end. The two functions below need that. */
bool events_complete(const struct events *events);

/* The canonical hash of the value that the events tell. */
uint64_t events_hash(const struct events *events);

/* Append the value that the events tell as value text. */
void events_write(const struct events *events, struct text *text);

void events_free(struct events *events);
