#pragma once

#include "batch.h"
#include "json.h"
#include "region.h"
#include "value.h"

/* The documents of one payload in one format; a document that the format cannot hold has no data. */
struct encoded {
    const char *format;
    struct string *documents;
    struct encoded *next;
};

/* A payload is one block of memory: it begins with this, and all that belongs to it follows. */
struct payload {
    size_t size; /* of the block */
    const char *name;
    size_t count; /* of documents */
    struct value *values;
    unsigned traits; /* of all values together */
    struct encoded *encoded;
};

/* What became of reading a payload. */
struct reading {
    struct payload *payload; /* NULL where there is none */
    const char *problem;     /* what is wrong with it, or NULL */
    uint32_t needed;         /* where it did not fit: how many bytes would have been needed; else 0 */
};

/* Forget all payloads. */
void payloads_start(void);

/* Read the value of the member `documents` into the memory that is free. */
struct reading payload_read(struct json *json);

/* Keep what was read last under the name, in the place of what had it before. False where there is no room for the
   name. */
bool payload_keep(struct payload *payload, const char *name);

/* Return the payload, or NULL. */
struct payload *payload_find(const char *name);

void payload_drop(struct payload *payload);

/* The documents of the payload in the format, or NULL where some are missing. */
const struct string *payload_encoded(const struct payload *payload, const char *format);

/* The memory that no payload needs, for one request. */
struct region payloads_free(void);

/* The documents for a format without arrays at its root: where one is, the map with the keys "0", "1", and so on. They
   are there until the next request. */
const struct value *payload_with_map_roots(struct payload *payload);
