#pragma once

#include "region.h"

/* Memory beside the payloads for what one request prepares. Where it does not fit, the attempt is abandoned. */
void *scratch_take(struct region *region, size_t size);
