#include "describe.h"

#include <gnu/libc-version.h>
#include <string.h>

#include "clocks.h"
#include "floor.h"
#include "registry.h"
#include "tare.h"

#define STRINGIFY(token) STRINGIFY_EXPANDED(token)
#define STRINGIFY_EXPANDED(token) #token

#ifdef __clang__
#define COMPILER "clang " STRINGIFY(__clang_major__) "." STRINGIFY(__clang_minor__) "." STRINGIFY(__clang_patchlevel__)
#else
#define COMPILER "gcc " STRINGIFY(__GNUC__) "." STRINGIFY(__GNUC_MINOR__) "." STRINGIFY(__GNUC_PATCHLEVEL__)
#endif

static void add_string(struct text *text, const char *string) {
    if (string) {
        text_add_json(text, string, strlen(string));
    } else {
        text_add(text, "null");
    }
}

static void add_member(struct text *text, const char *name, const char *string) {
    text_format(text, "\"%s\":", name);
    add_string(text, string);
    text_add(text, ",");
}

static void add_clock(struct text *text, const char *member, const char *name, clockid_t clock) {
    struct timespec resolution = {0};
    clock_getres(clock, &resolution);
    long long nanoseconds = (long long)resolution.tv_sec * 1000000000 + resolution.tv_nsec;
    text_format(text, "\"%s\":{\"name\":\"%s\",\"resolution_ns\":%lld}", member, name, nanoseconds);
}

/* The tares follow from what an operation starts from, by the rule of docs/protocol.md. */
static void add_operations(struct text *text, const struct codec *codec) {
    const struct {
        const char *name;
        bool offered;
        const char *tare;
    } operations[] = {{"encode", codec->encode.offered, codec->starts_from == FROM_EVENTS ? "visit" : "call"},
                      {"decode", codec->decode.offered, "call"},
                      {"scan", codec->scan.offered, "visit"}};
    const char *comma = "";
    text_add(text, "\"operations\":[");
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        if (!operations[i].offered) continue;
        text_format(text, "%s\"%s\"", comma, operations[i].name);
        comma = ",";
    }
    text_add(text, "],\"tare\":{");
    comma = "";
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        if (!operations[i].offered) continue;
        text_format(text, "%s\"%s\":\"%s\"", comma, operations[i].name, operations[i].tare);
        comma = ",";
    }
    text_add(text, "},");
}

static void add_codec(struct text *text, const struct codec *codec) {
    text_add(text, "{");
    add_member(text, "codec", codec->codec);
    add_member(text, "variant", codec->variant);
    add_member(text, "format", codec->format);
    add_member(text, "library", codec->library);
    add_operations(text, codec);
    if (codec->missing) {
        add_member(text, "reason", codec->missing);
    } else {
        add_member(text, "version", codec->version());
        text_add(text, "\"policies\":{");
        add_member(text, "buffers", codec->policies.buffers);
        add_member(text, "strings", codec->policies.strings);
        add_member(text, "utf8", codec->policies.utf8);
        add_member(text, "access", codec->policies.access);
        add_member(text, "map", codec->policies.map);
        add_member(text, "api", codec->policies.api);
        const char *starts_from = codec->starts_from == FROM_EVENTS ? "events" : "library";
        add_member(text, "starts_from", codec->encode.offered ? starts_from : NULL);
        text_add(text, "\"threads\":false},");
    }
    add_member(text, "homepage", codec->homepage);
    add_member(text, "licence", codec->licence);
    add_member(text, "documentation", codec->documentation);
    text_add(text, "\"source\":");
    add_string(text, codec->source);
    text_add(text, "}");
}

static void add_codecs(struct text *text, bool missing) {
    struct codecs codecs = registry_codecs();
    const char *comma = "";
    for (const struct codec *const *codec = codecs.begin; codec < codecs.end; codec++) {
        if (((*codec)->missing != NULL) != missing) continue;
        text_add(text, comma);
        add_codec(text, *codec);
        comma = ",";
    }
}

void describe(struct text *answer) {
    text_add(answer, "{\"answer\":\"ok\",\"protocol\":1,\"runner\":\"c\",\"language\":\"c\",");
    text_format(answer, "\"runtime\":\"glibc %s\",", gnu_get_libc_version());
    add_member(answer, "compiler", COMPILER);
    add_member(answer, "flags", COMPILER_FLAGS);
    text_add(answer, "\"clocks\":{");
    add_clock(answer, "wall", "CLOCK_MONOTONIC", CLOCK_MONOTONIC);
    text_add(answer, ",");
    add_clock(answer, "cpu", "CLOCK_THREAD_CPUTIME_ID", CLOCK_THREAD_CPUTIME_ID);
    text_add(answer, "},\"tares\":[");
    for (size_t i = 0; i < TARE_COUNT; i++) text_format(answer, "%s\"%s\"", i ? "," : "", tares[i].name);
    text_add(answer, "],\"floors\":[");
    for (size_t i = 0; i < FLOOR_COUNT; i++) text_format(answer, "%s\"%s\"", i ? "," : "", floors[i].name);
    text_add(answer, "],\"codecs\":[");
    add_codecs(answer, false);
    text_add(answer, "],\"missing\":[");
    add_codecs(answer, true);
    text_add(answer, "]}");
}
