#pragma once

#include <stddef.h>

/* malloc and realloc for the harness: they end the process, with a message, where memory is exhausted. */
void *allocate(size_t size);
void *reallocate(void *memory, size_t size);

/* Memory that is freed all at once: what one payload or one request needs. Starts as zeros. */
struct arena {
    struct arena_block *blocks;
};

void *arena_allocate(struct arena *arena, size_t size);

/* Copy bytes and put a NUL behind them. */
char *arena_copy(struct arena *arena, const void *data, size_t size);

void arena_free(struct arena *arena);
