#pragma once

#include <stdlib.h>

#include "batch.h"

/* What a codec's file holds: the functions that call its library, and one CODEC a row. Where the library was not
   found, the build defines CODEC_MISSING, which says how to get it, and only the CODECs are compiled. */

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
};

#ifdef CODEC_MISSING
#define OPERATION(run) {true, NULL}
#define FOUND(function) NULL
#else
#define CODEC_MISSING NULL
#define CODEC_FOUND
#define OPERATION(run) {true, run}
#define FOUND(function) function
#endif

/* FOUND gives a function that is there only where the library is. */
#define LIBRARY(name, version_, homepage_, licence_) \
    .library = name, .version = FOUND(version_), .homepage = homepage_, .licence = licence_

/* Register a row: the pointers in the section "codecs" are what registry.c finds. */
#define CODEC(...) CODEC_NUMBERED(__COUNTER__, __VA_ARGS__)
#define CODEC_NUMBERED(number, ...) CODEC_DEFINED(number, __VA_ARGS__)
#define CODEC_DEFINED(number, ...)                                                                              \
    static const struct codec codec_##number = {.source = CODEC_SOURCE, .missing = CODEC_MISSING, __VA_ARGS__}; \
    static const struct codec *const codec_pointer_##number __attribute__((section("codecs"), used)) = &codec_##number
