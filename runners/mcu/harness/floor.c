#include "floor.h"

#include <string.h>

#include "payload.h"
#include "scratch.h"
#include "walk.h"

/* memcpy: every document's bytes, into memory that is there, and has been written to, before the clocks start. */

static void copy(struct batch *batch, char *const *copies) {
    TIMED(batch, i, {
        struct encoding bytes = {copies[i], batch->encoded[i].length};
        memcpy(copies[i], batch->encoded[i].data, bytes.size);
        USE(bytes);
    });
}

static bool run_memcpy(struct batch *batch) {
    struct region region = payloads_free();
    char **copies = scratch_take(&region, batch->count * sizeof *copies);
    for (size_t i = 0; i < batch->count; i++) copies[i] = scratch_take(&region, batch->encoded[i].length);
    copy(batch, copies);
    for (size_t i = 0; batch->recordings && i < batch->count; i++) {
        if (memcmp(copies[i], batch->encoded[i].data, batch->encoded[i].length) != 0) {
            return fail(&batch->failure, "document %zu was not copied as it is", i);
        }
        events_add_value(record_events(batch->recordings, i), &batch->values[i]);
    }
    return true;
}

const struct floor floors[FLOOR_COUNT] = {{"memcpy", true, run_memcpy}, {"walk", false, run_walk}};
