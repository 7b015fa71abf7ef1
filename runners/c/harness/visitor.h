#pragma once

#include <string.h>

#include "events.h"

/* What `scan` hands every value to. In timed scans it adds up integers and lengths and touches a string's first byte;
   in checks it records. One branch a value, always the same way, tells the two apart. */
struct visitor {
    uint64_t sum;
    struct events *record; /* NULL while timing */
};

#define VISIT(visitor, used, ...)                                               \
    do {                                                                        \
        if (__builtin_expect((visitor)->record == NULL, 1)) {                   \
            (visitor)->sum += (uint64_t)(used);                                 \
        } else {                                                                \
            events_add((visitor)->record, (struct event){.kind = __VA_ARGS__}); \
        }                                                                       \
    } while (0)

static inline uint64_t used_double(double real) {
    uint64_t bits;
    memcpy(&bits, &real, sizeof bits);
    return bits;
}

static inline uint64_t used_string(const char *data, size_t length) {
    return length ? length + (unsigned char)data[0] : 0;
}

static inline void visit_null(struct visitor *visitor) { VISIT(visitor, 1, EVENT_NULL); }

static inline void visit_bool(struct visitor *visitor, bool boolean) {
    VISIT(visitor, boolean, EVENT_BOOL, {.boolean = boolean});
}

static inline void visit_int(struct visitor *visitor, int64_t integer) {
    VISIT(visitor, integer, EVENT_INT, {.integer = integer});
}

/* For any unsigned integer, small ones too. */
static inline void visit_uint(struct visitor *visitor, uint64_t natural) {
    VISIT(visitor, natural, EVENT_UINT, {.natural = natural});
}

static inline void visit_double(struct visitor *visitor, double real) {
    VISIT(visitor, used_double(real), EVENT_DOUBLE, {.real = real});
}

static inline void visit_string(struct visitor *visitor, const char *data, size_t length) {
    VISIT(visitor, used_string(data, length), EVENT_STRING, {.string = {data, length}});
}

static inline void visit_bytes(struct visitor *visitor, const char *data, size_t length) {
    VISIT(visitor, used_string(data, length), EVENT_BYTES, {.string = {data, length}});
}

static inline void visit_key(struct visitor *visitor, const char *data, size_t length) {
    VISIT(visitor, used_string(data, length), EVENT_KEY, {.string = {data, length}});
}

static inline void visit_begin_array(struct visitor *visitor) { VISIT(visitor, 1, EVENT_BEGIN_ARRAY); }
static inline void visit_end_array(struct visitor *visitor) { VISIT(visitor, 1, EVENT_END_ARRAY); }
static inline void visit_begin_map(struct visitor *visitor) { VISIT(visitor, 1, EVENT_BEGIN_MAP); }
static inline void visit_end_map(struct visitor *visitor) { VISIT(visitor, 1, EVENT_END_MAP); }
