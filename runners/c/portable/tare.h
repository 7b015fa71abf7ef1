#pragma once

#include "batch.h"

/* What the harness itself costs (docs/protocol.md, "Tares"). In a check, a tare records what it handed over. */
struct tare {
    const char *name;
    batch_function *run;
};

enum { TARE_COUNT = 2 };
extern const struct tare tares[TARE_COUNT];
