#pragma once

#include "text.h"

/* Write the answer to `describe`. */
void describe(struct text *answer);
