#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

/* Base64 of RFC 4648, section 4, with padding. */
void base64_encode(struct text *text, const void *data, size_t size);

/* Return false where `data` is not Base64. `bytes` has room for length / 4 * 3 bytes. */
bool base64_decode(const char *data, size_t length, unsigned char *bytes, size_t *size);
