#pragma once

#include "payload.h"

/* What a request to check or to time names, found. */
struct job {
    struct payload *payload;
    batch_function *run;
    bool gives_bytes;
    struct batch batch;
};

/* Find out what to run. Return NULL, or the kind of answer that says why not, with the message in the batch. */
const char *job_plan(const char *label, const char *operation, struct payload *payload, struct job *job);
