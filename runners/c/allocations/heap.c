/* A library is a part of a program that has allocated and freed much before: free blocks of all sizes lie about, in no
   order, and what is asked for next is found among them. The C++ runner compiles this file too. */
#include "heap.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* As schemaless-benchmarks does it: so many blocks of up to 2 KB, small ones as often as large ones, of which every
   second is freed, in an order of chance that is the same in every process. */
enum { BLOCKS = 65536, SIZES = 12, SEED = 34986 };

static const char *state = "fresh";

/* Donald Knuth's MMIX generator, of which the upper bits are used. */
static uint32_t below(uint64_t *random, uint32_t limit) {
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*random >> 33) % limit);
}

void heap_prepare(void) {
    static void *blocks[BLOCKS]; /* those that are kept are freed by nobody */
    const char *wanted = getenv("WEIGHBRIDGE_HEAP");
    if (!wanted || strcmp(wanted, "fragmented") != 0) return;
    uint64_t random = SEED;
    for (uint32_t i = 0; i < BLOCKS; i++) blocks[i] = malloc((1u << below(&random, SIZES)) + below(&random, 8));
    for (uint32_t i = 0; i < BLOCKS / 2; i++) {
        uint32_t chosen = i + below(&random, BLOCKS - i);
        void *block = blocks[chosen];
        blocks[chosen] = blocks[i];
        free(block);
    }
    state = "fragmented";
}

const char *heap_state(void) { return state; }
