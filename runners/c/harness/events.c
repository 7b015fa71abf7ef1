#include "events.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base64.h"
#include "hash.h"
#include "json_text.h"

/* Go into a container or out of it; false where that is too deep. */
static bool follow(struct events *events, enum event_kind kind) {
    if (kind == EVENT_END_ARRAY || kind == EVENT_END_MAP) events->depth--;
    if (kind != EVENT_BEGIN_ARRAY && kind != EVENT_BEGIN_MAP) return true;
    events->too_deep = events->depth++ == DEEPEST_CHECKED;
    return !events->too_deep;
}

bool events_add(struct events *events, struct event event) {
    if (events->too_deep || !follow(events, event.kind)) return false;
    if (events->count == events->capacity) {
        events->capacity = events->capacity ? 2 * events->capacity : 64;
        events->list = reallocate(events->list, events->capacity * sizeof *events->list);
    }
    if (event.kind == EVENT_STRING || event.kind == EVENT_BYTES || event.kind == EVENT_KEY) {
        event.string.data = arena_copy(&events->strings, event.string.data, event.string.length);
    }
    events->list[events->count++] = event;
    return true;
}

/* Move the cursor behind one value; false where there is none. */
static bool skip_value(const struct event **cursor, const struct event *end) {
    if (*cursor == end) return false;
    enum event_kind kind = (*cursor)++->kind;
    if (kind == EVENT_KEY || kind == EVENT_END_ARRAY || kind == EVENT_END_MAP) return false;
    if (kind != EVENT_BEGIN_ARRAY && kind != EVENT_BEGIN_MAP) return true;
    enum event_kind closing = kind == EVENT_BEGIN_MAP ? EVENT_END_MAP : EVENT_END_ARRAY;
    while (*cursor < end && (*cursor)->kind != closing) {
        if (kind == EVENT_BEGIN_MAP && (*cursor)++->kind != EVENT_KEY) return false;
        if (!skip_value(cursor, end)) return false;
    }
    if (*cursor == end) return false;
    ++*cursor;
    return true;
}

bool events_complete(const struct events *events) {
    const struct event *cursor = events->list, *end = events->list + events->count;
    return skip_value(&cursor, end) && cursor == end;
}

static uint64_t hash_double(double real) {
    uint64_t bits;
    memcpy(&bits, &real, sizeof bits);
    return absorb('f', isnan(real) ? UINT64_C(0x7FF8000000000000) : bits);
}

/* Hash the value that starts at the cursor, and move the cursor behind it. */
static uint64_t hash_next(const struct event **cursor) {
    const struct event *event = (*cursor)++;
    uint64_t state, count = 0;
    switch (event->kind) {
        case EVENT_NULL: return absorb('n', 0);
        case EVENT_BOOL: return absorb('b', event->boolean);
        case EVENT_INT: return absorb('i', (uint64_t)event->integer);
        case EVENT_UINT: return absorb(event->natural > INT64_MAX ? 'u' : 'i', event->natural);
        case EVENT_DOUBLE: return hash_double(event->real);
        case EVENT_STRING:
        case EVENT_KEY: return hash_string('s', event->string);
        case EVENT_BYTES: return hash_string('y', event->string);
        case EVENT_BEGIN_ARRAY:
            for (state = 'a'; (*cursor)->kind != EVENT_END_ARRAY; count++) state = absorb(state, hash_next(cursor));
            break;
        default:
            for (state = 0; (*cursor)->kind != EVENT_END_MAP; count++) {
                uint64_t key = hash_next(cursor);
                state += absorb(absorb('e', key), hash_next(cursor));
            }
            state = absorb('m', state);
            break;
    }
    ++*cursor;
    return absorb(state, count);
}

uint64_t events_hash(const struct events *events) {
    const struct event *cursor = events->list;
    return hash_next(&cursor);
}

static void write_double(double real, struct text *text) {
    if (!isfinite(real)) {
        text_format(text, "{\"\\u0000float\":\"%s\"}", isnan(real) ? "nan" : real < 0 ? "-inf" : "inf");
        return;
    }
    char digits[40];
    for (int precision = 15; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, real);
        if (strtod(digits, NULL) == real) break;
    }
    text_add(text, digits);
    if (!strpbrk(digits, ".e")) text_add(text, ".0");
}

static void write_next(const struct event **cursor, struct text *text) {
    const struct event *event = (*cursor)++;
    switch (event->kind) {
        case EVENT_NULL: text_add(text, "null"); return;
        case EVENT_BOOL: text_add(text, event->boolean ? "true" : "false"); return;
        case EVENT_INT: text_format(text, "%lld", (long long)event->integer); return;
        case EVENT_UINT: text_format(text, "%llu", (unsigned long long)event->natural); return;
        case EVENT_DOUBLE: write_double(event->real, text); return;
        case EVENT_STRING:
        case EVENT_KEY: text_add_json(text, event->string.data, event->string.length); return;
        case EVENT_BYTES:
            text_add(text, "{\"\\u0000bytes\":\"");
            base64_encode(text, event->string.data, event->string.length);
            text_add(text, "\"}");
            return;
        case EVENT_BEGIN_ARRAY:
            text_add(text, "[");
            for (const char *comma = ""; (*cursor)->kind != EVENT_END_ARRAY; comma = ",") {
                text_add(text, comma);
                write_next(cursor, text);
            }
            text_add(text, "]");
            break;
        default:
            text_add(text, "{");
            for (const char *comma = ""; (*cursor)->kind != EVENT_END_MAP; comma = ",") {
                text_add(text, comma);
                write_next(cursor, text);
                text_add(text, ":");
                write_next(cursor, text);
            }
            text_add(text, "}");
            break;
    }
    ++*cursor;
}

void events_write(const struct events *events, struct text *text) {
    const struct event *cursor = events->list;
    write_next(&cursor, text);
}

void events_free(struct events *events) {
    arena_free(&events->strings);
    free(events->list);
    *events = (struct events){0};
}
