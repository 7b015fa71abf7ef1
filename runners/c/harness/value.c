#include "value.h"

#include <math.h>
#include <string.h>

static bool has_nul(struct string string) { return memchr(string.data, '\0', string.length) != NULL; }

static unsigned traits_below(const struct value *value) {
    unsigned traits = 0;
    switch (value->kind) {
        case VALUE_NULL:
        case VALUE_BOOL:
            return 0;
        case VALUE_INT:
            return value->integer == INT64_MIN ? HAS_LEAST_INT : 0;
        case VALUE_UINT:
            return HAS_UINT;
        case VALUE_DOUBLE:
            return isfinite(value->real) ? 0 : HAS_NON_FINITE;
        case VALUE_STRING:
            return has_nul(value->string) ? HAS_NUL_IN_STRING : 0;
        case VALUE_BYTES:
            return HAS_BYTES;
        case VALUE_ARRAY:
            for (size_t i = 0; i < value->array.length; i++) traits |= traits_below(&value->array.items[i]);
            return traits;
        case VALUE_MAP:
            for (size_t i = 0; i < value->map.length; i++) {
                if (has_nul(value->map.entries[i].key)) traits |= HAS_NUL_IN_KEY;
                traits |= traits_below(&value->map.entries[i].value);
            }
            return traits;
    }
    return traits;
}

unsigned value_traits(const struct value *value) {
    return traits_below(value) | (value->kind == VALUE_MAP ? 0 : ROOT_IS_NO_MAP);
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
