#pragma once

#include <stddef.h>
#include <stdlib.h>

/* The functions of the C library's allocator that others come down to, its own among them. The build has the linker
   redirect each NAME to __wrap_NAME, and __real_NAME to it. */

#if defined(_NEWLIB_VERSION) && !defined(__PICOLIBC__)

#include <malloc.h>
#include <reent.h>

#define ALLOCATOR_CONTEXT struct _reent *reent,
#define ALLOCATOR_PASSED reent,
#define ALLOCATOR_OWN _REENT,
#define ALLOCATOR(prefix, name) prefix##_##name##_r
static inline size_t block_size(void *block) { return malloc_usable_size(block); }

#else

#define ALLOCATOR_CONTEXT
#define ALLOCATOR_PASSED
#define ALLOCATOR_OWN
#define ALLOCATOR(prefix, name) prefix##name

#ifdef __AVR__
/* avr-libc keeps a block's size before it. */
static inline size_t block_size(void *block) { return ((size_t *)block)[-1]; }
#else
#include <malloc.h>
static inline size_t block_size(void *block) { return malloc_usable_size(block); }
#endif

#endif

void *ALLOCATOR(__wrap_, malloc)(ALLOCATOR_CONTEXT size_t size);
void *ALLOCATOR(__wrap_, calloc)(ALLOCATOR_CONTEXT size_t count, size_t size);
void *ALLOCATOR(__wrap_, realloc)(ALLOCATOR_CONTEXT void *block, size_t size);
void ALLOCATOR(__wrap_, free)(ALLOCATOR_CONTEXT void *block);

void *ALLOCATOR(__real_, malloc)(ALLOCATOR_CONTEXT size_t size);
void *ALLOCATOR(__real_, calloc)(ALLOCATOR_CONTEXT size_t count, size_t size);
void *ALLOCATOR(__real_, realloc)(ALLOCATOR_CONTEXT void *block, size_t size);
void ALLOCATOR(__real_, free)(ALLOCATOR_CONTEXT void *block);
