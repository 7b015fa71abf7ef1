#include "describe.h"

#include <gnu/libc-version.h>
#include <string.h>

#include "allocations.h"
#include "clocks.h"
#include "describe_codec.h"
#include "floor.h"
#include "footprint.h"
#include "heap.h"
#include "registry.h"
#include "tare.h"

#define STRINGIFY(token) STRINGIFY_EXPANDED(token)
#define STRINGIFY_EXPANDED(token) #token

#ifdef __clang__
#define COMPILER "clang " STRINGIFY(__clang_major__) "." STRINGIFY(__clang_minor__) "." STRINGIFY(__clang_patchlevel__)
#else
#define COMPILER "gcc " STRINGIFY(__GNUC__) "." STRINGIFY(__GNUC_MINOR__) "." STRINGIFY(__GNUC_PATCHLEVEL__)
#endif

static void add_natural(struct text *text, const char *name, uint64_t number) {
    add_string(text, name);
    text_add(text, ":");
    text_add_natural(text, number);
}

static void add_sizes(struct text *text, const struct footprint *footprint) {
    add_natural(text, "flash_bytes", footprint->flash);
    text_add(text, ",");
    add_natural(text, "ram_bytes", footprint->ram);
}

/* The whole row comes before its operations. */
static void add_footprint(struct text *text, const struct codec *codec) {
    const char *end = "", *operations_end = "";
    for (const struct footprint *footprint = footprints; footprint->source; footprint++) {
        if (strcmp(footprint->row, codec->row) != 0 || strcmp(footprint->source, codec->source) != 0) continue;
        if (!footprint->operation) {
            text_add(text, ",\"footprint\":{");
            add_sizes(text, footprint);
            end = "}";
            continue;
        }
        text_add(text, *operations_end ? "," : ",\"operations\":{");
        add_string(text, footprint->operation);
        text_add(text, ":{");
        add_sizes(text, footprint);
        text_add(text, "}");
        operations_end = "}";
    }
    text_add(text, operations_end);
    text_add(text, end);
}

static void add_codecs(struct text *text, bool missing) {
    struct codecs codecs = registry_codecs();
    const char *comma = "";
    for (const struct codec *const *codec = codecs.begin; codec < codecs.end; codec++) {
        if (((*codec)->missing != NULL) != missing) continue;
        text_add(text, comma);
        text_add(text, "{");
        add_codec_members(text, *codec);
        if (!missing) add_footprint(text, *codec);
        text_add(text, "}");
        comma = ",";
    }
}

void describe(struct text *answer) {
    text_add(answer, "{\"answer\":\"ok\",\"protocol\":1,\"runner\":\"c\",\"language\":\"c\",");
    text_format(answer, "\"runtime\":\"glibc %s\",", gnu_get_libc_version());
    add_member(answer, "compiler", COMPILER);
    add_member(answer, "flags", COMPILER_FLAGS);
    add_member(answer, "allocator", allocator());
    add_member(answer, "heap", heap_state());
    clocks_describe(answer);
    text_add(answer, ",\"tares\":[");
    for (size_t i = 0; i < TARE_COUNT; i++) text_format(answer, "%s\"%s\"", i ? "," : "", tares[i].name);
    text_add(answer, "],\"floors\":[");
    for (size_t i = 0; i < FLOOR_COUNT; i++) text_format(answer, "%s\"%s\"", i ? "," : "", floors[i].name);
    text_add(answer, "],\"codecs\":[");
    add_codecs(answer, false);
    text_add(answer, "],\"missing\":[");
    add_codecs(answer, true);
    text_add(answer, "]}");
}
