#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The application's own tree: what encoders start from. Strings and keys have a NUL behind them, as C programs keep
   them, and may hold others, as their lengths tell. */

enum value_kind {
    VALUE_NULL,
    VALUE_BOOL,
    VALUE_INT,  /* an integer that fits int64_t */
    VALUE_UINT, /* an integer above INT64_MAX */
    VALUE_DOUBLE,
    VALUE_STRING,
    VALUE_BYTES,
    VALUE_ARRAY,
    VALUE_MAP,
};

struct string {
    const char *data;
    size_t length;
};

struct value {
    enum value_kind kind;
    union {
        bool boolean;
        int64_t integer;
        uint64_t natural;
        double real;
        struct string string; /* of bytes too */
        struct {
            struct value *items;
            size_t length;
        } array;
        struct {
            struct entry *entries;
            size_t length;
        } map;
    };
};

struct entry {
    struct string key;
    struct value value;
};

/* Loop over an array's items, and over a map's entries. */
#define each_item(item, value) \
    for (const struct value *item = (value)->array.items, *end_ = item + (value)->array.length; item < end_; item++)
#define each_entry(entry, value) \
    for (const struct entry *entry = (value)->map.entries, *end_ = entry + (value)->map.length; entry < end_; entry++)

/* How deep payloads nest at most, and how deep checks follow a document that may be hostile: what recurses over one
   that nests so deep fits into any stack. */
enum { MAXIMUM_DEPTH = 512, DEEPEST_CHECKED = 10000 };

/* What a document holds that some codecs cannot encode. */
enum value_trait {
    HAS_BYTES = 1,
    HAS_UINT = 2,
    HAS_NON_FINITE = 4,
    HAS_NUL_IN_STRING = 8,
    HAS_NUL_IN_KEY = 16,
    ROOT_IS_NO_MAP = 32,
    ROOT_IS_SCALAR = 256,
    HAS_LEAST_INT = 64, /* -2^63, which has no positive counterpart */
    HAS_CONTROL = 128,  /* in a string or a key: U+0001 to U+001F without \b, \f, \n, \r and \t */
};

unsigned value_traits(const struct value *value);

/* Why a library cannot write what has these traits: the first of them, in words that follow the library's name. */
const char *value_traits_words(unsigned traits);

/* Return the member of a map, or NULL where it is missing or `value` is no map. */
const struct value *value_member(const struct value *value, const char *key);
