#include "recording.h"

#include "base64.h"

static void begin_string(struct recording *recording, size_t document) {
    if (recording->what != RECORD_NOTHING) text_add(&recording->text, document ? ",\"" : "\"");
}

static void end_string(struct recording *recording) {
    if (recording->what != RECORD_NOTHING) text_add(&recording->text, "\"");
}

void record_bytes(struct recording *recording, size_t document, const void *data, size_t size) {
    begin_string(recording, document);
    if (recording->what == RECORD_BYTES) base64_encode(&recording->text, data, size);
    end_string(recording);
}

struct events *record_events(struct recording *recording, size_t document) {
    if (document) record_end(recording);
    begin_string(recording, document);
    recording->text.quoted = recording->what == RECORD_VALUES;
    recording->events = (struct events){.text = recording->text.quoted ? &recording->text : NULL};
    return &recording->events;
}

void record_end(struct recording *recording) {
    if (recording->events.state != EVENTS_COMPLETE) recording->incomplete = true;
    if (recording->what == RECORD_HASHES) text_add_hash(&recording->text, recording->events.hash);
    recording->text.quoted = false;
    end_string(recording);
}
