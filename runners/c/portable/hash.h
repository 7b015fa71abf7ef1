#pragma once

#include "value.h"

/* The canonical hash's parts that are the same wherever C runs (docs/protocol.md, section "The canonical hash"). */

static inline uint64_t absorb(uint64_t state, uint64_t word) {
    uint64_t mixed = (state ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return mixed ^ mixed >> 32;
}

static inline uint64_t hash_string(uint64_t tag, struct string string) {
    uint64_t state = absorb(tag, string.length);
    for (size_t i = 0; i < string.length; i += 8) {
        uint64_t word = 0;
        for (size_t j = 0; j < 8 && i + j < string.length; j++) {
            word |= (uint64_t)(unsigned char)string.data[i + j] << 8 * j;
        }
        state = absorb(state, word);
    }
    return state;
}
