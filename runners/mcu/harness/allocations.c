#include "allocations.h"

#include <stdbool.h>

#include "allocator.h"
#include "attempt.h"
#include "board.h"

/* The hooks are there in what is timed, too, where they only look at `hooks`. What that costs is known, and how often
   it is paid is counted, so that it can be taken off to the last instruction. */
static volatile enum { HOOKS_ASLEEP, HOOKS_COUNTING, HOOKS_NESTED, HOOKS_REDIRECTING } hooks;
static struct {
    uint32_t malloc, calloc, realloc, free;
} costs;

static struct allocations counted;
static int32_t held; /* bytes, above what was there before */
static uintptr_t stack_top;
static void *(*redirected)(size_t size);

void allocations_redirect(void *(*take)(size_t size)) {
    redirected = take;
    hooks = take ? HOOKS_REDIRECTING : HOOKS_ASLEEP;
}

static void hold(int32_t size) {
    held += size;
    if (held > (int32_t)counted.peak) counted.peak = (uint32_t)held;
}

/* Some allocators cannot end the attempt when memory is exhausted. */
static void expect(const void *block, size_t size) {
    if (!block && size) attempt_abandon(ATTEMPT_HEAP, (uint32_t)held + (uint32_t)size);
}

static void add_object(void *block, size_t size) {
    expect(block, size);
    if (!block) return;
    counted.objects++;
    counted.bytes += (uint32_t)block_size(block);
    hold((int32_t)block_size(block));
}

/* Only what the program or a library calls counts, not what the allocator's functions call of each other. */

static void *count_malloc(ALLOCATOR_CONTEXT size_t size) {
    if (hooks == HOOKS_REDIRECTING) return redirected(size);
    counted.hooks += costs.malloc;
    void *block = ALLOCATOR(__real_, malloc)(ALLOCATOR_PASSED size);
    if (hooks == HOOKS_COUNTING) add_object(block, size);
    return block;
}

static void *count_calloc(ALLOCATOR_CONTEXT size_t count, size_t size) {
    bool nested = hooks == HOOKS_NESTED;
    counted.hooks += costs.calloc;
    hooks = HOOKS_NESTED;
    void *block = ALLOCATOR(__real_, calloc)(ALLOCATOR_PASSED count, size);
    if (nested) return block;
    hooks = HOOKS_COUNTING;
    add_object(block, count * size);
    return block;
}

static void *count_realloc(ALLOCATOR_CONTEXT void *block, size_t size) {
    bool nested = hooks == HOOKS_NESTED;
    int32_t before = block ? (int32_t)block_size(block) : 0;
    counted.hooks += costs.realloc;
    hooks = HOOKS_NESTED;
    void *grown = ALLOCATOR(__real_, realloc)(ALLOCATOR_PASSED block, size);
    if (nested) return grown;
    hooks = HOOKS_COUNTING;
    expect(grown, size);
    if (!block) {
        add_object(grown, size);
    } else if (grown) {
        int32_t after = (int32_t)block_size(grown);
        if (after > before) counted.bytes += (uint32_t)(after - before);
        hold(grown == block ? after - before : after); /* both are there while one is copied to the other */
        if (grown != block) held -= before;
    } else if (!size) {
        held -= before;
    }
    return grown;
}

static void count_free(ALLOCATOR_CONTEXT void *block) {
    if (hooks == HOOKS_REDIRECTING) return;
    counted.hooks += costs.free;
    if (block && hooks == HOOKS_COUNTING) held -= (int32_t)block_size(block);
    ALLOCATOR(__real_, free)(ALLOCATOR_PASSED block);
}

#define RARELY(condition) __builtin_expect(condition, 0)

void *ALLOCATOR(__wrap_, malloc)(ALLOCATOR_CONTEXT size_t size) {
    if (RARELY(hooks)) return count_malloc(ALLOCATOR_PASSED size);
    return ALLOCATOR(__real_, malloc)(ALLOCATOR_PASSED size);
}

void *ALLOCATOR(__wrap_, calloc)(ALLOCATOR_CONTEXT size_t count, size_t size) {
    if (RARELY(hooks)) return count_calloc(ALLOCATOR_PASSED count, size);
    return ALLOCATOR(__real_, calloc)(ALLOCATOR_PASSED count, size);
}

void *ALLOCATOR(__wrap_, realloc)(ALLOCATOR_CONTEXT void *block, size_t size) {
    if (RARELY(hooks)) return count_realloc(ALLOCATOR_PASSED block, size);
    return ALLOCATOR(__real_, realloc)(ALLOCATOR_PASSED block, size);
}

void ALLOCATOR(__wrap_, free)(ALLOCATOR_CONTEXT void *block) {
    if (RARELY(hooks)) {
        count_free(ALLOCATOR_PASSED block);
    } else {
        ALLOCATOR(__real_, free)(ALLOCATOR_PASSED block);
    }
}

/* What a call takes. The functions are called through pointers, so that the hook and what it hides are called alike. */

typedef void *malloc_function(ALLOCATOR_CONTEXT size_t size);
typedef void *calloc_function(ALLOCATOR_CONTEXT size_t count, size_t size);
typedef void *realloc_function(ALLOCATOR_CONTEXT void *block, size_t size);
typedef void free_function(ALLOCATOR_CONTEXT void *block);

static uint32_t price_malloc(malloc_function *function) {
    uint64_t start = board_count();
    void *block = function(ALLOCATOR_OWN 8);
    uint64_t price = board_count() - start;
    ALLOCATOR(__real_, free)(ALLOCATOR_OWN block);
    return (uint32_t)price;
}

static uint32_t price_calloc(calloc_function *function) {
    uint64_t start = board_count();
    void *block = function(ALLOCATOR_OWN 1, 8);
    uint64_t price = board_count() - start;
    ALLOCATOR(__real_, free)(ALLOCATOR_OWN block);
    return (uint32_t)price;
}

static uint32_t price_realloc(realloc_function *function) {
    uint64_t start = board_count();
    void *block = function(ALLOCATOR_OWN NULL, 8);
    uint64_t price = board_count() - start;
    ALLOCATOR(__real_, free)(ALLOCATOR_OWN block);
    return (uint32_t)price;
}

static uint32_t price_free(free_function *function) {
    uint64_t start = board_count();
    function(ALLOCATOR_OWN NULL);
    return (uint32_t)(board_count() - start);
}

/* The least difference of a few, since a real board's counter may be disturbed. */
#define PRICE_OF_HOOK(name)                                                                \
    do {                                                                                   \
        uint32_t hooked = UINT32_MAX, bare = UINT32_MAX, price;                            \
        for (int i = 0; i < 8; i++) {                                                      \
            if ((price = price_##name(ALLOCATOR(__wrap_, name))) < hooked) hooked = price; \
            if ((price = price_##name(ALLOCATOR(__real_, name))) < bare) bare = price;     \
        }                                                                                  \
        costs.name = hooked > bare ? hooked - bare : 0;                                    \
    } while (0)

void allocations_start(void) {
    PRICE_OF_HOOK(free);
    PRICE_OF_HOOK(malloc);
    /* Of what these two call of the others, the hooks are paid on both sides. */
    PRICE_OF_HOOK(calloc);
    PRICE_OF_HOOK(realloc);
}

enum { STACK_MARGIN = 64 }; /* what the function that paints may need itself */
/* A word, since a byte of what a function leaves there may be the same by chance. */
static const uint32_t PAINT = 0x5AC3A53Cu;

static const uint32_t *painted_end(void) { return (const uint32_t *)(stack_top - STACK_MARGIN) - 1; }

void allocations_begin(void) {
    struct span stack = board_stack();
    counted = (struct allocations){.known = true};
    held = 0;
    stack_top = (uintptr_t)__builtin_frame_address(0);
    board_interrupts(false);
    if (stack.begin) {
        for (volatile uint32_t *word = (uint32_t *)stack.begin; word < painted_end(); word++) *word = PAINT;
    }
    hooks = HOOKS_COUNTING;
}

struct allocations allocations_end(void) {
    const uint32_t *word = (const uint32_t *)board_stack().begin;
    hooks = HOOKS_ASLEEP;
    board_interrupts(true);
    if (word) {
        while (word < painted_end() && *word == PAINT) word++;
        counted.stack = (uint32_t)(stack_top - (uintptr_t)word);
    }
    return counted;
}
