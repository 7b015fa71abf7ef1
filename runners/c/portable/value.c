#include "value.h"

#include <math.h>
#include <string.h>

static unsigned string_traits(struct string string, unsigned has_nul) {
    unsigned traits = 0;
    for (size_t i = 0; i < string.length; i++) {
        unsigned char byte = (unsigned char)string.data[i];
        if (byte == 0) {
            traits |= has_nul;
        } else if (byte < 0x20 && !strchr("\b\f\n\r\t", byte)) {
            traits |= HAS_CONTROL;
        }
    }
    return traits;
}

static unsigned traits_below(const struct value *value) {
    unsigned traits = 0;
    switch (value->kind) {
        case VALUE_NULL:
        case VALUE_BOOL: return 0;
        case VALUE_INT: return value->integer == INT64_MIN ? HAS_LEAST_INT : 0;
        case VALUE_UINT: return HAS_UINT;
        case VALUE_DOUBLE: return isfinite(value->real) ? 0 : HAS_NON_FINITE;
        case VALUE_STRING: return string_traits(value->string, HAS_NUL_IN_STRING);
        case VALUE_BYTES: return HAS_BYTES;
        case VALUE_ARRAY:
            for (size_t i = 0; i < value->array.length; i++) traits |= traits_below(&value->array.items[i]);
            return traits;
        case VALUE_MAP:
            for (size_t i = 0; i < value->map.length; i++) {
                traits |= string_traits(value->map.entries[i].key, HAS_NUL_IN_KEY);
                traits |= traits_below(&value->map.entries[i].value);
            }
            return traits;
    }
    return traits;
}

unsigned value_traits(const struct value *value) {
    unsigned traits = traits_below(value);
    if (value->kind != VALUE_MAP) traits |= ROOT_IS_NO_MAP;
    if (value->kind != VALUE_MAP && value->kind != VALUE_ARRAY) traits |= ROOT_IS_SCALAR;
    return traits;
}

const char *value_traits_words(unsigned traits) {
    static const struct {
        unsigned trait;
        const char *words;
    } explanations[] = {
        {HAS_BYTES, "has no way to write bytes"},
        {HAS_UINT, "has no way to write integers above 2^63-1"},
        {HAS_NON_FINITE, "has no way to write NaN and infinities"},
        {HAS_NUL_IN_STRING, "takes strings that end at U+0000"},
        {HAS_NUL_IN_KEY, "takes keys that end at U+0000"},
        {ROOT_IS_NO_MAP, "needs a map at the root"},
        {ROOT_IS_SCALAR, "needs a map or an array at the root"},
        {HAS_LEAST_INT, "breaks on the integer -2^63"},
        {HAS_CONTROL, "does not escape the control characters that have no short escape"},
    };
    for (size_t i = 0; i < sizeof explanations / sizeof *explanations; i++) {
        if (traits & explanations[i].trait) return explanations[i].words;
    }
    return "can write this";
}

const struct value *value_member(const struct value *value, const char *key) {
    if (value->kind != VALUE_MAP) return NULL;
    size_t length = strlen(key);
    for (size_t i = 0; i < value->map.length; i++) {
        const struct entry *entry = &value->map.entries[i];
        if (entry->key.length == length && memcmp(entry->key.data, key, length) == 0) return &entry->value;
    }
    return NULL;
}
