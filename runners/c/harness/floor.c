#include "floor.h"

#include <stdlib.h>
#include <string.h>

#include "walk.h"

/* memcpy: every document's bytes, into memory that is there, and has been written to, before the clocks start. */

static void copy(struct batch *batch, char *const *copies) {
    TIMED(batch, i, {
        struct encoding bytes = {copies[i], batch->encoded[i].length};
        memcpy(copies[i], batch->encoded[i].data, bytes.size);
        USE(bytes);
    });
}

static bool record_copy(struct batch *batch, size_t i, const char *bytes) {
    if (memcmp(bytes, batch->encoded[i].data, batch->encoded[i].length) != 0) {
        return fail(&batch->failure, "document %zu was not copied as it is", i);
    }
    events_add_value(&batch->recordings[i].events, &batch->values[i]);
    return true;
}

static bool run_memcpy(struct batch *batch) {
    char **copies = allocate(batch->count * sizeof *copies);
    for (size_t i = 0; i < batch->count; i++) {
        copies[i] = allocate(batch->encoded[i].length);
        memset(copies[i], 0, batch->encoded[i].length);
    }
    copy(batch, copies);
    bool done = true;
    for (size_t i = 0; i < batch->count; i++) {
        if (batch->recordings) done = done && record_copy(batch, i, copies[i]);
        free(copies[i]);
    }
    free(copies);
    return done;
}

const struct floor floors[FLOOR_COUNT] = {{"memcpy", true, run_memcpy}, {"walk", false, run_walk}};
