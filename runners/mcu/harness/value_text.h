#pragma once

#include "json.h"
#include "region.h"
#include "value.h"

/* Read value text (docs/protocol.md, "Value text") into a tree in the region. Where it does not fit, the region says
   so, the text is read to its end all the same, and `value` is null. Return what is wrong with it, or NULL. */
const char *value_text_read(struct json *json, struct region *region, struct value *value);

/* Read the digits of an integer of JSON; false where it is out of range. */
bool value_text_integer(const char *digits, struct value *value);
