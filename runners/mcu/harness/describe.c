#include "describe.h"

#include <string.h>

#include "board.h"
#include "describe_codec.h"
#include "floor.h"
#include "footprint.h"
#include "registry.h"
#include "runtime.h"
#include "tare.h"

static void add_number(struct text *text, const char *name, uint64_t number) {
    add_string(text, name);
    text_add(text, ":");
    text_add_natural(text, number);
}

static void add_size(struct text *text, const char *name, struct span span) {
    if (span.begin) {
        add_number(text, name, (uint64_t)(span.end - span.begin));
    } else {
        add_string(text, name);
        text_add(text, ":null");
    }
}

/* An emulator counts; a real board's counter is a clock. */
static void add_clocks(struct text *text) {
    text_add(text, "\"clocks\":{\"wall\":");
    if (board_counter.emulated) {
        text_add(text, "null,\"cpu\":null,\"counter\":{");
        add_member(text, "name", board_counter.name);
        add_member(text, "unit", board_counter.unit);
        text_add(text, "\"emulated\":true}},");
    } else {
        text_add(text, "{");
        add_member(text, "name", board_counter.name);
        add_number(text, "resolution_ns", (1000000000 + board_counter.hertz - 1) / board_counter.hertz);
        text_add(text, "},\"cpu\":null},");
    }
}

static void add_memory(struct text *text) {
    text_add(text, "\"memory\":{");
    add_size(text, "payload_bytes", board_payloads());
    text_add(text, ",");
    add_size(text, "heap_bytes", board_heap());
    text_add(text, ",");
    add_size(text, "stack_bytes", board_stack());
    text_add(text, "},");
}

static void add_footprint(struct text *text, const char *source, uint8_t row) {
    for (const struct footprint *footprint = footprints; footprint->source; footprint++) {
        if (strcmp(footprint->source, source) != 0 || footprint->row != row) continue;
        text_add(text, ",\"footprint\":{");
        add_number(text, "flash_bytes", footprint->flash);
        text_add(text, ",");
        add_number(text, "ram_bytes", footprint->ram);
        text_add(text, "}");
    }
}

/* What is missing that could not even be compiled to say so; a build writes it (cpp/missing.cmake). */
__attribute__((weak)) extern const char *const cpp_missing;

static void add_codecs(struct text *text, bool missing) {
    struct codecs codecs = registry_codecs();
    const char *comma = "";
    uint8_t row = 0;
    for (const struct codec *const *codec = codecs.begin; codec < codecs.end; codec++) {
        row = codec > codecs.begin && strcmp(codec[-1]->source, (*codec)->source) == 0 ? row + 1 : 0;
        if (((*codec)->missing != NULL) != missing) continue;
        text_add(text, comma);
        text_add(text, "{");
        add_codec_members(text, *codec);
        if (!missing) add_footprint(text, (*codec)->source, row);
        text_add(text, "}");
        comma = ",";
    }
    if (missing && &cpp_missing) {
        text_add(text, comma);
        text_add(text, cpp_missing);
    }
}

void describe(struct text *answer) {
    text_add(answer, "{\"answer\":\"ok\",\"protocol\":1,\"runner\":\"mcu\",\"language\":\"c\",");
    add_member(answer, "runtime", RUNTIME);
    add_member(answer, "compiler", COMPILER);
    add_member(answer, "flags", COMPILER_FLAGS);
    add_clocks(answer);
    add_memory(answer);
    text_add(answer, "\"tares\":[");
    for (size_t i = 0; i < TARE_COUNT; i++) {
        if (i) text_add(answer, ",");
        add_string(answer, tares[i].name);
    }
    text_add(answer, "],\"floors\":[");
    for (size_t i = 0; i < FLOOR_COUNT; i++) {
        if (i) text_add(answer, ",");
        add_string(answer, floors[i].name);
    }
    text_add(answer, "],\"codecs\":[");
    add_codecs(answer, false);
    text_add(answer, "],\"missing\":[");
    add_codecs(answer, true);
    text_add(answer, "]}");
}
