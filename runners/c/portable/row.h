#pragma once

#include "codec_section.h"
#include "operation.h"

/* A row: what is known of a codec, and how it is run. */

struct operation {
    bool offered;
    batch_function *run; /* NULL where the library was not found */
};

/* What an encoder starts from, which decides its tare (docs/protocol.md, "Tares"). */
enum starts_from {
    FROM_EVENTS,  /* the application's own tree, walked by the codec's file: the ordinary case */
    FROM_LIBRARY, /* the library's own tree: PREBUILT_ENCODER */
};

/* Whether a reader that checks nothing may be let loose on bytes. */
typedef bool trust_function(const char *data, size_t size, struct failure *failure);

struct codec {
    const char *codec, *variant; /* variant: NULL for the plain row */
    const char *format, *library;
    const char *(*version)(void);
    struct operation encode, decode, scan;
    enum starts_from starts_from;
    bool root_is_map;       /* the format has no array at its root: encoders get a map with the keys "0", "1", … */
    unsigned cannot_encode; /* traits (value.h) of values that it has no way to write */
    trust_function *trust;  /* for readers that check nothing: looks at bytes first, never while it is timed */
    struct {
        const char *buffers, *strings, *utf8, *access, *map, *api; /* map: NULL where there is no tree */
    } policies;
    const char *homepage, *licence, *documentation, *source;
    const char *missing; /* NULL where the library is there */
#ifdef OPERATION_SECTION
    const char *row; /* tells it from the others of its file, where each is weighed */
#endif
};
