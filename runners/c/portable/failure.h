#pragma once

#include <stdbool.h>

/* How long a message may get. */
#ifndef FAILURE_SIZE
#define FAILURE_SIZE 512
#endif

/* Why something could not be done, in words. */
struct failure {
    bool by_nature; /* the library cannot do it, whatever it is given: `unsupported`, not `failed` */
    char message[FAILURE_SIZE];
};

/* Note why, and return false, so that callers can write `return fail(…)`. */
__attribute__((cold, format(printf, 2, 3))) bool fail(struct failure *failure, const char *format, ...);

/* The same, for what the library cannot do by its nature. */
__attribute__((cold, format(printf, 2, 3))) bool refuse(struct failure *failure, const char *format, ...);
