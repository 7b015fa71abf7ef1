#include "registry.h"

#include <string.h>

#ifdef ARDUINO

static const struct codec *added[64];
static size_t count;

void registry_add(const struct codec *codec) {
    if (count < sizeof added / sizeof *added) added[count++] = codec;
}

struct codecs registry_codecs(void) { return (struct codecs){added, added + count}; }

#else

/* Made by the linker around the section that CODEC fills. */
extern const struct codec *const __start_codecs[], *const __stop_codecs[];

/* Where codecs come in another way too, another function takes the place of this one. */
__attribute__((weak)) struct codecs registry_codecs(void) { return (struct codecs){__start_codecs, __stop_codecs}; }

#endif

static bool is_label(const char *label, const struct codec *codec) {
    size_t length = strlen(codec->codec);
    if (strncmp(label, codec->codec, length) != 0) return false;
    label += length;
    if (!codec->variant) return *label == '\0';
    length = strlen(codec->variant);
    return label[0] == '[' && strncmp(label + 1, codec->variant, length) == 0 && strcmp(label + 1 + length, "]") == 0;
}

const struct codec *registry_find(const char *label) {
    struct codecs codecs = registry_codecs();
    for (const struct codec *const *codec = codecs.begin; codec < codecs.end; codec++) {
        if (is_label(label, *codec)) return *codec;
    }
    return NULL;
}
