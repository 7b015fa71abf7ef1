#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "failure.h"
#include "memory.h"
#include "value.h"

/* Read value text (docs/protocol.md, "Value text") into a tree that lives in the arena. Requests are value text too. */
bool parse_value(const char *text, size_t length, struct arena *arena, struct value *value, struct failure *failure);
