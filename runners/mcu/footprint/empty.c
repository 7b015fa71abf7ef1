/* The firmware without codecs, against which they are weighed: what starts a board and moves bytes. What a codec's file
   needs of the harness is here too, and does nothing, so that it counts for no codec. Everything else that a codec
   needs comes with it, the C library's allocator and its printf among it. */

#include "allocations.h"
#include "attempt.h"
#include "board.h"
#include "failure.h"
#include "memory.h"
#include "recording.h"

/* Not worth a warning: these are never called. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

bool fail(struct failure *failure, const char *format, ...) { return false; }
bool refuse(struct failure *failure, const char *format, ...) { return false; }
void *allocate(size_t size) { return NULL; }
void record_bytes(struct recording *recording, size_t document, const void *data, size_t size) {}
struct events *record_events(struct recording *recording, size_t document) { return NULL; }
bool events_add(struct events *events, struct event event) { return true; }
void allocations_begin(void) {}
void allocations_redirect(void *(*take)(size_t size)) {}
struct allocations allocations_end(void) { return (struct allocations){0}; }

void attempt_abandon(enum attempt_end end, uint32_t needed) {
    for (;;) continue;
}

typedef void function(void);
static function *volatile const kept[] = {
    (function *)fail,          (function *)refuse,     (function *)allocate,          (function *)record_bytes,
    (function *)record_events, (function *)events_add, (function *)allocations_begin, (function *)allocations_end,
    (function *)board_count,   (function *)board_read, (function *)board_write,       (function *)board_refresh,
};

int main(void) {
    board_start();
    (void)kept[0];
    board_end();
}
