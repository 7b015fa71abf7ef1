#pragma once

#include <string.h>

#include "events.h"

/* What `scan` hands every value to. In timed scans it adds up integers and lengths and touches a string's first byte;
   in checks it records. One branch a value, always the same way, tells the two apart. Every function returns true, so
   that codecs can return what it does, until a container is too deep for a check: then a codec that recurses stops. */
struct visitor {
    uint64_t sum;
    struct events *record; /* NULL while timing */
};

#define VISIT(visitor, used, ...)                     \
    (__builtin_expect((visitor)->record == NULL, 1)   \
         ? ((visitor)->sum += (uint64_t)(used), true) \
         : events_add((visitor)->record, (struct event){.kind = __VA_ARGS__}))

static inline uint64_t used_double(double real) {
    uint64_t bits = 0;
    memcpy(&bits, &real, sizeof real);
    return bits;
}

static inline uint64_t used_string(const char *data, size_t length) {
    return length ? length + (unsigned char)data[0] : 0;
}

static inline bool visit_null(struct visitor *visitor) { return VISIT(visitor, 1, EVENT_NULL); }

static inline bool visit_bool(struct visitor *visitor, bool boolean) {
    return VISIT(visitor, boolean, EVENT_BOOL, {.boolean = boolean});
}

static inline bool visit_int(struct visitor *visitor, int64_t integer) {
    return VISIT(visitor, integer, EVENT_INT, {.integer = integer});
}

/* For any unsigned integer, small ones too. */
static inline bool visit_uint(struct visitor *visitor, uint64_t natural) {
    return VISIT(visitor, natural, EVENT_UINT, {.natural = natural});
}

static inline bool visit_double(struct visitor *visitor, double real) {
    return VISIT(visitor, used_double(real), EVENT_DOUBLE, {.real = real});
}

static inline bool visit_string(struct visitor *visitor, const char *data, size_t length) {
    return VISIT(visitor, used_string(data, length), EVENT_STRING, {.string = {data, length}});
}

static inline bool visit_bytes(struct visitor *visitor, const char *data, size_t length) {
    return VISIT(visitor, used_string(data, length), EVENT_BYTES, {.string = {data, length}});
}

static inline bool visit_key(struct visitor *visitor, const char *data, size_t length) {
    return VISIT(visitor, used_string(data, length), EVENT_KEY, {.string = {data, length}});
}

static inline bool visit_begin_array(struct visitor *visitor) { return VISIT(visitor, 1, EVENT_BEGIN_ARRAY); }
static inline bool visit_end_array(struct visitor *visitor) { return VISIT(visitor, 1, EVENT_END_ARRAY); }
static inline bool visit_begin_map(struct visitor *visitor) { return VISIT(visitor, 1, EVENT_BEGIN_MAP); }
static inline bool visit_end_map(struct visitor *visitor) { return VISIT(visitor, 1, EVENT_END_MAP); }
