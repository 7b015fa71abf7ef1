/* The system's clocks, in nanoseconds: OCaml's own library has none of such a resolution. */

#include <time.h>

#include <caml/mlvalues.h>

static clockid_t chosen(intnat clock) {
    return clock ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC;
}

static intnat nanoseconds(struct timespec time) {
    return (intnat)time.tv_sec * 1000000000 + time.tv_nsec;
}

intnat weighbridge_now(intnat clock) {
    struct timespec now;
    clock_gettime(chosen(clock), &now);
    return nanoseconds(now);
}

value weighbridge_now_bytecode(value clock) {
    return Val_long(weighbridge_now(Long_val(clock)));
}

intnat weighbridge_resolution(intnat clock) {
    struct timespec resolution;
    clock_getres(chosen(clock), &resolution);
    return nanoseconds(resolution);
}

value weighbridge_resolution_bytecode(value clock) {
    return Val_long(weighbridge_resolution(Long_val(clock)));
}
