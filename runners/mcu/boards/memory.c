/* Memory as the linker script lays it out. */

#include <errno.h>
#include <string.h>

#include "allocations.h"
#include "attempt.h"
#include "board.h"

#ifdef __AVR__
/* The flash is an address space of its own. */
#include <avr/pgmspace.h>
#define copy_from_image(to, image, size) memcpy_PF(to, pgm_get_far_address(image), size)
#else
#define copy_from_image memcpy
#endif

extern char payloads_begin[], payloads_end[], heap_begin[], heap_end[], stack_begin[], stack_end[];
extern char library_data_begin[], library_data_end[], library_data_image[], library_bss_begin[], library_bss_end[];
extern void (*init_array_begin[])(void), (*init_array_end[])(void);

static char *heap_used_end;
static char *heap_start = heap_begin; /* behind what constructors allocated */

struct span board_payloads(void) { return (struct span){payloads_begin, payloads_end}; }
struct span board_heap(void) { return (struct span){heap_start, heap_end}; }
struct span board_stack(void) { return (struct span){stack_begin, stack_end}; }

/* Where the C library's allocator gets its memory from: newlib's calls it by the first name, picolibc's by the second.
 */
void *_sbrk(ptrdiff_t more);
void *sbrk(ptrdiff_t more) __attribute__((alias("_sbrk")));

/* What constructors allocate, operations find before the heap, and not in it: their own blocks lie as if there were
 * none.
 */
static void *take_for_good(size_t size) { return _sbrk((ptrdiff_t)((size + 7) & ~(size_t)7)); }

void board_refresh(void) {
    copy_from_image(library_data_begin, library_data_image, (size_t)(library_data_end - library_data_begin));
    memset(library_bss_begin, 0, (size_t)(library_bss_end - library_bss_begin));
    heap_used_end = heap_begin;
    allocations_redirect(take_for_good);
    for (void (**constructor)(void) = init_array_begin; constructor < init_array_end; constructor++) (*constructor)();
    allocations_redirect(NULL);
    heap_start = heap_used_end;
}

__attribute__((weak)) void board_watch_stack(bool watched) { (void)watched; }

void *_sbrk(ptrdiff_t more) {
    char *begin = heap_used_end;
    if (more > heap_end - begin) attempt_abandon(ATTEMPT_HEAP, (uint32_t)(begin - heap_start + more));
    heap_used_end += more;
    return begin;
}

void abort(void) { attempt_abandon(ATTEMPT_ABORTED, 0); }
