#include "attempt.h"

#include <setjmp.h>
#include <stddef.h>

#include "board.h"

static jmp_buf start;
static struct attempt running;

struct attempt attempt(void (*function)(void *), void *context) {
    running = (struct attempt){ATTEMPT_RETURNED, 0};
    if (!setjmp(start)) function(context);
    return running;
}

void attempt_abandon(enum attempt_end end, uint32_t needed) {
    running = (struct attempt){end, needed};
    longjmp(start, 1);
}
