#pragma once

#include "text.h"

/* Append what docs/protocol.md ("describe") asks for. */
void describe(struct text *answer);
