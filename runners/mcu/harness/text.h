#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An answer as it is written: it goes to the line at once. */
struct text {
    bool quoted; /* what is written stands in a string of JSON: its quotes and backslashes are escaped once more */
};

void text_append(struct text *text, const void *data, size_t length);
void text_add(struct text *text, const char *string);

void text_add_natural(struct text *text, uint64_t natural);
void text_add_integer(struct text *text, int64_t integer);
void text_add_hash(struct text *text, uint64_t hash);

/* A finite number, as value text that reads back to the same bits. */
void text_add_double(struct text *text, double real);
