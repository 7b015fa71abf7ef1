#include "attempt.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>

#include "board.h"

static jmp_buf start;
static struct attempt running;
static bool is_running;

struct attempt attempt(void (*function)(void *), void *context) {
    running = (struct attempt){ATTEMPT_RETURNED, 0};
    is_running = true;
    if (!setjmp(start)) function(context);
    is_running = false;
    return running;
}

void attempt_abandon(enum attempt_end end, uint32_t needed) {
    if (!is_running) board_end(); /* there is nowhere to go on, and the host sees the end */
    running = (struct attempt){end, needed};
    longjmp(start, 1);
}
