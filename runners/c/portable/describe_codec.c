#include "describe_codec.h"

#include <string.h>

#include "json_text.h"

void add_string(struct text *text, const char *string) {
    if (string) {
        text_add_json(text, string, strlen(string));
    } else {
        text_add(text, "null");
    }
}

void add_member(struct text *text, const char *name, const char *string) {
    add_string(text, name);
    text_add(text, ":");
    add_string(text, string);
    text_add(text, ",");
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
        text_add(text, comma);
        add_string(text, operations[i].name);
        comma = ",";
    }
    text_add(text, "],\"tare\":{");
    comma = "";
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        if (!operations[i].offered) continue;
        text_add(text, comma);
        add_string(text, operations[i].name);
        text_add(text, ":");
        add_string(text, operations[i].tare);
        comma = ",";
    }
    text_add(text, "},");
}

void add_codec_members(struct text *text, const struct codec *codec) {
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
}
