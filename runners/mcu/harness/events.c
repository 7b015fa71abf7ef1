#include "events.h"

#include <math.h>
#include <string.h>

#include "attempt.h"
#include "base64.h"
#include "board.h"
#include "hash.h"
#include "json_text.h"

/* A container that has begun and not ended. */
static struct level {
    uint64_t state, key; /* key: the hash of that whose value is due */
    uint32_t count;
    bool is_map, has_key;
} levels[BOARD_NESTING];

size_t events_limit(void) { return sizeof levels; }

/* The bits of an IEEE double, also where the board's own has 32 bits. */
static uint64_t double_bits(double real) {
    if (isnan(real)) return UINT64_C(0x7FF8000000000000);
    if (sizeof real == 8) {
        uint64_t bits = 0;
        memcpy(&bits, &real, sizeof real);
        return bits;
    }
    uint32_t narrow = 0;
    memcpy(&narrow, &real, sizeof narrow);
    uint64_t sign = (uint64_t)(narrow >> 31) << 63, fraction = narrow & 0x7FFFFF;
    int exponent = narrow >> 23 & 0xFF;
    if (exponent == 0xFF) return sign | UINT64_C(0x7FF) << 52;
    if (exponent == 0) {
        if (!fraction) return sign;
        for (exponent = 1; !(fraction & 0x800000); exponent--) fraction <<= 1;
        fraction &= 0x7FFFFF;
    }
    return sign | (uint64_t)(exponent + 896) << 52 | fraction << 29;
}

static struct level *innermost(const struct events *events) {
    return events->depth ? &levels[events->depth - 1] : NULL;
}

static void add_hash(struct events *events, uint64_t hash) {
    struct level *level = innermost(events);
    if (!level) {
        events->hash = hash;
        events->state = EVENTS_COMPLETE;
        return;
    }
    level->state = level->is_map ? level->state + absorb(absorb('e', level->key), hash) : absorb(level->state, hash);
    level->has_key = false;
    level->count++;
}

static void begin(struct events *events, bool is_map) {
    if (events->depth == BOARD_NESTING) {
        attempt_abandon(ATTEMPT_NESTING, (uint32_t)(sizeof levels + sizeof *levels));
    }
    levels[events->depth++] = (struct level){.is_map = is_map, .state = is_map ? 0 : 'a'};
    if (events->text) text_add(events->text, is_map ? "{" : "[");
}

static void end(struct events *events, bool is_map) {
    struct level *level = innermost(events);
    if (!level || level->is_map != is_map || level->has_key) {
        events->state = EVENTS_BROKEN;
        return;
    }
    events->depth--;
    if (events->text) text_add(events->text, is_map ? "}" : "]");
    add_hash(events, absorb(is_map ? absorb('m', level->state) : level->state, level->count));
}

static void write_double(struct text *text, double real) {
    if (isfinite(real)) return text_add_double(text, real);
    text_add(text, "{\"\\u0000float\":\"");
    text_add(text, isnan(real) ? "nan" : real < 0 ? "-inf" : "inf");
    text_add(text, "\"}");
}

static void write_bytes(struct text *text, struct string bytes) {
    text_add(text, "{\"\\u0000bytes\":\"");
    base64_encode(text, bytes.data, bytes.length);
    text_add(text, "\"}");
}

static void write_scalar(struct text *text, const struct event *event) {
    switch (event->kind) {
        case EVENT_NULL: text_add(text, "null"); break;
        case EVENT_BOOL: text_add(text, event->boolean ? "true" : "false"); break;
        case EVENT_INT: text_add_integer(text, event->integer); break;
        case EVENT_UINT: text_add_natural(text, event->natural); break;
        case EVENT_DOUBLE: write_double(text, event->real); break;
        case EVENT_BYTES: write_bytes(text, event->string); break;
        default: text_add_json(text, event->string.data, event->string.length); break;
    }
}

static uint64_t hash_scalar(const struct event *event) {
    switch (event->kind) {
        case EVENT_NULL: return absorb('n', 0);
        case EVENT_BOOL: return absorb('b', event->boolean);
        case EVENT_INT: return absorb('i', (uint64_t)event->integer);
        case EVENT_UINT: return absorb(event->natural > INT64_MAX ? 'u' : 'i', event->natural);
        case EVENT_DOUBLE: return absorb('f', double_bits(event->real));
        case EVENT_BYTES: return hash_string('y', event->string);
        default: return hash_string('s', event->string);
    }
}

static void add_key(struct events *events, const struct event *event) {
    struct level *level = innermost(events);
    level->key = hash_scalar(event);
    level->has_key = true;
    if (!events->text) return;
    if (level->count) text_add(events->text, ",");
    write_scalar(events->text, event);
    text_add(events->text, ":");
}

/* Whether an event may come here: one value in all, and in a map a key before each. */
static bool is_due(struct events *events, enum event_kind kind) {
    if (events->state == EVENTS_COMPLETE || events->state == EVENTS_BROKEN) return false;
    struct level *level = innermost(events);
    if (kind == EVENT_KEY) return level && level->is_map && !level->has_key;
    return !level || !level->is_map || level->has_key;
}

static void add(struct events *events, struct event event) {
    if (event.kind == EVENT_END_ARRAY || event.kind == EVENT_END_MAP) return end(events, event.kind == EVENT_END_MAP);
    if (!is_due(events, event.kind)) {
        events->state = EVENTS_BROKEN;
        return;
    }
    events->state = EVENTS_BEGUN;
    if (event.kind == EVENT_KEY) return add_key(events, &event);
    struct level *level = innermost(events);
    if (events->text && level && !level->is_map && level->count) text_add(events->text, ",");
    if (event.kind == EVENT_BEGIN_ARRAY || event.kind == EVENT_BEGIN_MAP) {
        return begin(events, event.kind == EVENT_BEGIN_MAP);
    }
    if (events->text) write_scalar(events->text, &event);
    add_hash(events, hash_scalar(&event));
}

bool events_add(struct events *events, struct event event) {
    add(events, event);
    return true;
}
