#pragma once

#include "batch.h"
#include "failure.h"
#include "memory.h"
#include "value.h"

/* The documents of one payload in one format; a document that the format cannot hold has no data. */
struct encoded {
    const char *format;
    struct string *documents;
    struct encoded *next;
};

/* What one pass of an operation over a payload allocates. */
struct counted {
    batch_function *run;
    struct allocations allocations;
    struct counted *next;
};

struct payload {
    const char *name;
    size_t count; /* of documents */
    struct value *values;
    unsigned traits;              /* of all values together */
    struct value *with_map_roots; /* NULL until it is needed */
    struct encoded *encoded;
    struct counted *counted;
    struct arena arena;
    struct payload *next;
};

/* Build a payload from the member `documents` of a request to load it. Return NULL where that is malformed. */
struct payload *payload_create(const char *name, const struct value *documents, struct failure *failure);

void payload_free(struct payload *payload);

/* The documents for a format without arrays at its root: where one is, the map with the keys "0", "1", and so on. */
const struct value *payload_with_map_roots(struct payload *payload);

/* The documents of the payload in the format, or NULL where some are missing. */
const struct string *payload_encoded(const struct payload *payload, const char *format);
