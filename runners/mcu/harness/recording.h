#pragma once

#include "events.h"
#include "text.h"

/* What a check gives, of one document after the other. Nothing is kept: a check runs once to see whether it succeeds,
   and then once for each kind of result, which goes to the answer as it comes. */
struct recording {
    enum { RECORD_NOTHING, RECORD_BYTES, RECORD_HASHES, RECORD_VALUES } what;
    struct text text;
    struct events events; /* of the document at hand */
    bool incomplete;      /* the events of a document did not tell one whole value */
};

void record_bytes(struct recording *recording, size_t document, const void *data, size_t size);

struct events *record_events(struct recording *recording, size_t document);

/* All documents have been recorded, by events. */
void record_end(struct recording *recording);
