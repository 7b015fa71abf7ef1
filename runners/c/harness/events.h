#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "event.h"
#include "memory.h"
#include "text.h"

/* A document as the flat list of what a visitor was told. */

struct events {
    struct event *list;
    size_t count, capacity, depth;
    bool too_deep; /* and nothing was added since */
    struct arena strings;
};

/* Append an event; its string is copied. False where a container would be deeper than checks go, and ever after. */
bool events_add(struct events *events, struct event event);

/* Append a whole value. */
void events_add_value(struct events *events, const struct value *value);

/* Whether the events tell exactly one value, from its beginning to its end. The two functions below need that. */
bool events_complete(const struct events *events);

/* The canonical hash of the value that the events tell. */
uint64_t events_hash(const struct events *events);

/* Append the value that the events tell as value text. */
void events_write(const struct events *events, struct text *text);

void events_free(struct events *events);
