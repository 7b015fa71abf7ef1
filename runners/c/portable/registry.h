#pragma once

#include "row.h"

/* Every codec that was linked, also those whose library is missing. */
struct codecs {
    const struct codec *const *begin, *const *end;
};

struct codecs registry_codecs(void);

/* Find a codec by `name` or `name[variant]`; NULL where there is none. */
const struct codec *registry_find(const char *label);
