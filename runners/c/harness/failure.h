#pragma once

#include <stdbool.h>

/* Why something could not be done, in words. */
struct failure {
    char message[512];
};

/* Note why, and return false, so that callers can write `return fail(…)`. */
__attribute__((cold, format(printf, 2, 3))) bool fail(struct failure *failure, const char *format, ...);
