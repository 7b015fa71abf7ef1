#include "clocks.h"

#include <inttypes.h>

static void add_clock(struct text *text, const char *member, const char *name, clockid_t clock) {
    struct timespec resolution = {0};
    clock_getres(clock, &resolution);
    long long nanoseconds = (long long)resolution.tv_sec * 1000000000 + resolution.tv_nsec;
    text_format(text, "\"%s\":{\"name\":\"%s\",\"resolution_ns\":%lld}", member, name, nanoseconds);
}

void clocks_describe(struct text *answer) {
    text_add(answer, "\"clocks\":{");
    add_clock(answer, "wall", "CLOCK_MONOTONIC", CLOCK_MONOTONIC);
    text_add(answer, ",");
    add_clock(answer, "cpu", "CLOCK_THREAD_CPUTIME_ID", CLOCK_THREAD_CPUTIME_ID);
    text_add(answer, "}");
}

void clocks_answer(struct text *answer, struct times elapsed) {
    text_format(answer, ",\"wall_ns\":%" PRId64 ",\"cpu_ns\":%" PRId64, elapsed.wall_ns, elapsed.cpu_ns);
}
