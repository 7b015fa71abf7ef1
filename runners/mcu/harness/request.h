#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "payload.h"

/* A request as it came. A text that is absent, no string, or longer than any that this runner answers to is empty. */
struct request {
    char kind[12], codec[64], operation[16], payload[96];
    int64_t iterations, untimed; /* -1 where they are no integers of at least 0; untimed is 0 where it is absent */
    bool values;
    bool has_documents;
    struct reading documents;
    const char *problem; /* what is wrong with the line, or NULL */
};

/* Read the line at hand as a request. Documents are read into the memory that is free, and not kept. */
void request_read(struct request *request);
