#include "memory.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE = 64 * 1024 };

struct arena_block {
    struct arena_block *next;
    size_t used, capacity;
    alignas(max_align_t) char data[];
};

void *allocate(size_t size) { return reallocate(NULL, size); }

void *reallocate(void *memory, size_t size) {
    void *grown = realloc(memory, size ? size : 1);
    if (!grown) {
        fprintf(stderr, "out of memory: %zu bytes\n", size);
        exit(EXIT_FAILURE);
    }
    return grown;
}

void *arena_allocate(struct arena *arena, size_t size) {
    size_t rounded = (size + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
    struct arena_block *block = arena->blocks;
    if (!block || block->capacity - block->used < rounded) {
        size_t capacity = rounded > BLOCK_SIZE ? rounded : BLOCK_SIZE;
        block = allocate(sizeof *block + capacity);
        *block = (struct arena_block){.next = arena->blocks, .capacity = capacity};
        arena->blocks = block;
    }
    void *memory = block->data + block->used;
    block->used += rounded;
    return memory;
}

char *arena_copy(struct arena *arena, const void *data, size_t size) {
    char *copy = arena_allocate(arena, size + 1);
    if (size) memcpy(copy, data, size);
    copy[size] = '\0';
    return copy;
}

void arena_free(struct arena *arena) {
    while (arena->blocks) {
        struct arena_block *next = arena->blocks->next;
        free(arena->blocks);
        arena->blocks = next;
    }
}
