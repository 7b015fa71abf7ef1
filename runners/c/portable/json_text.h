#pragma once

#include <stddef.h>

#include "text.h"

/* Append a JSON string with its quotes. Bytes that are no UTF-8 become U+FFFD. */
void text_add_json(struct text *text, const char *data, size_t length);
