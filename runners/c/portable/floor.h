#pragma once

#include "batch.h"

/* What no codec can go below (docs/protocol.md, "Floors"). In a check, a floor records what it handled. */
struct floor {
    const char *name;
    bool copies; /* works on encoded documents, as memcpy[json] does; else encodes, and is named without a format */
    batch_function *run;
};

enum { FLOOR_COUNT = 2 };
extern const struct floor floors[FLOOR_COUNT];
