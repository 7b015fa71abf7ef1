#include "job.h"

#include <string.h>

#include "floor.h"
#include "registry.h"
#include "tare.h"

static const char *plan_tare(const char *name, struct job *job) {
    for (size_t i = 0; i < TARE_COUNT; i++) {
        if (strcmp(tares[i].name, name) != 0) continue;
        job->run = tares[i].run;
        return NULL;
    }
    fail(&job->batch.failure, "there is no tare %.100s", name);
    return "bad-request";
}

/* Have the batch work on the payload's bytes in a format. */
static const char *plan_encoded(const char *format, const struct payload *payload, struct batch *batch) {
    batch->encoded = payload_encoded(payload, format);
    if (batch->encoded) return NULL;
    fail(&batch->failure, "the payload is not there in %.100s", format);
    return "unsupported";
}

static const char *plan_floor(const char *name, const char *operation, const struct payload *payload, struct job *job) {
    char format[64] = "";
    size_t length = strcspn(name, "["), size = strcspn(name + length, "]");
    bool formatted = size > 1 && size <= sizeof format && strcmp(name + length + size, "]") == 0;
    if (formatted) memcpy(format, name + length + 1, size - 1);
    for (const struct floor *floor = floors; floor < floors + FLOOR_COUNT; floor++) {
        if (strlen(floor->name) != length || strncmp(floor->name, name, length) != 0) continue;
        if (floor->copies ? !formatted : name[length] != '\0') break;
        job->run = floor->run;
        if (floor->copies) return plan_encoded(format, payload, &job->batch);
        if (strcmp(operation, "encode") == 0) return NULL;
        fail(&job->batch.failure, "the floor %s is one of encoding", floor->name);
        return "unsupported";
    }
    fail(&job->batch.failure, "there is no floor %.100s", name);
    return "bad-request";
}

static const char *plan_codec(const char *label, const char *operation, struct payload *payload, struct job *job) {
    struct failure *failure = &job->batch.failure;
    const struct codec *codec = registry_find(label);
    if (!codec || codec->missing) {
        fail(failure, "codec %.100s: %s", label, codec ? codec->missing : "there is none of this name");
        return "bad-request";
    }
    bool encodes = strcmp(operation, "encode") == 0, decodes = strcmp(operation, "decode") == 0;
    job->run = (encodes ? codec->encode : decodes ? codec->decode : codec->scan).run;
    job->gives_bytes = encodes;
    if (!job->run) {
        fail(failure, "%s does not offer %s", label, operation);
        return "unsupported";
    }
    if (encodes && codec->cannot_encode & payload->traits) {
        fail(failure, "%s %s", codec->library, value_traits_words(codec->cannot_encode & payload->traits));
        return "unsupported";
    }
    if (encodes && codec->root_is_map) job->batch.values = payload_with_map_roots(payload);
    if (!encodes) {
        const char *refusal = plan_encoded(codec->format, payload, &job->batch);
        if (refusal) return refusal;
        for (size_t i = 0; codec->trust && i < payload->count; i++) {
            struct string bytes = job->batch.encoded[i];
            if (!codec->trust(bytes.data, bytes.length, failure)) return "failed";
        }
    }
    return NULL;
}

const char *job_plan(const char *label, const char *operation, struct payload *payload, struct job *job) {
    if (strcmp(operation, "encode") != 0 && strcmp(operation, "decode") != 0 && strcmp(operation, "scan") != 0) {
        fail(&job->batch.failure, "there is no operation %.100s", operation);
        return "bad-request";
    }
    job->payload = payload;
    job->batch.count = payload->count;
    job->batch.values = payload->values;
    if (strncmp(label, "tare:", 5) == 0) return plan_tare(label + 5, job);
    if (strncmp(label, "floor:", 6) == 0) return plan_floor(label + 6, operation, payload, job);
    return plan_codec(label, operation, payload, job);
}
