/* An allocator that brings its own functions for C++, as jemalloc and its like do: they do not come down to a malloc that
   anybody can see. It takes its memory from the C library. */
#include <stddef.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

#define EXPORTED __attribute__((visibility("default")))
EXPORTED void *malloc(size_t size) { return __libc_malloc(size); }
EXPORTED void *calloc(size_t count, size_t size) { return __libc_calloc(count, size); }
EXPORTED void *realloc(void *block, size_t size) { return __libc_realloc(block, size); }
EXPORTED void *memalign(size_t alignment, size_t size) { return __libc_memalign(alignment, size); }
EXPORTED void *aligned_alloc(size_t alignment, size_t size) { return __libc_memalign(alignment, size); }
EXPORTED void free(void *block) { __libc_free(block); }

EXPORTED void *_Znwm(size_t size) { return __libc_malloc(size); }
EXPORTED void *_Znam(size_t size) { return __libc_malloc(size); }
EXPORTED void _ZdlPv(void *block) { __libc_free(block); }
EXPORTED void _ZdaPv(void *block) { __libc_free(block); }
EXPORTED void _ZdlPvm(void *block, size_t size) { (void)size, __libc_free(block); }
EXPORTED void _ZdaPvm(void *block, size_t size) { (void)size, __libc_free(block); }
