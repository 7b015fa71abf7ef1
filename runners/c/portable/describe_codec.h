#pragma once

#include "row.h"
#include "text.h"

/* What docs/protocol.md ("describe") has of a codec, in a harness's answer. */

/* Append a JSON string, or null. */
void add_string(struct text *text, const char *string);

/* Append a member with its comma. */
void add_member(struct text *text, const char *name, const char *string);

/* Append the members of a codec's object, without its braces. */
void add_codec_members(struct text *text, const struct codec *codec);
