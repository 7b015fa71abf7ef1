#pragma once

#include "events.h"
#include "text.h"

/* What checking an operation on one document gave: encoded bytes, or the events of what was decoded. */
struct recording {
    struct text bytes;
    struct events events;
};

static inline void record_bytes(struct recording *recordings, size_t document, const void *data, size_t size) {
    text_append(&recordings[document].bytes, data, size);
}

static inline struct events *record_events(struct recording *recordings, size_t document) {
    return &recordings[document].events;
}
