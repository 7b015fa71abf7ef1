#pragma once

#include <stddef.h>

/* malloc for what a batch prepares; where memory is exhausted, it does not return. */
void *allocate(size_t size);
