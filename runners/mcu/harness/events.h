#pragma once

#include "event.h"
#include "text.h"

/* What a visitor is told, folded into the canonical hash as it comes, and written as value text if that is asked for.
 */
struct events {
    struct text *text; /* NULL where only the hash is asked for */
    uint64_t hash;     /* once they are complete */
    size_t depth;
    enum { EVENTS_NONE, EVENTS_BEGUN, EVENTS_COMPLETE, EVENTS_BROKEN } state;
};

/* True: a container that is too deep abandons the attempt. */
bool events_add(struct events *events, struct event event);

/* Add a whole value. */
void events_add_value(struct events *events, const struct value *value);

/* The bytes that there are for containers in each other. */
size_t events_limit(void);
