/* Calls of the allocator go from the program and every shared library through slots that the dynamic linker fills with
   the addresses of malloc and its like. To count, other functions are put there. While nobody counts, the process is
   just as it was linked: what is timed costs nothing more, and nothing is linked otherwise for being counted.

   The C++ runner compiles this file too. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "allocations.h"

#include <dlfcn.h>
#include <link.h>
#include <malloc.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct allocations counted;
static int64_t live;

static void change(int64_t bytes) {
    live += bytes;
    if (bytes > 0) counted.bytes += (uint64_t)bytes;
    if (live > (int64_t)counted.peak) counted.peak = (uint64_t)live;
}

static int64_t size_of(void *block) { return (int64_t)malloc_usable_size(block); }

static void *added(void *block) {
    if (!block) return NULL;
    counted.objects++;
    change(size_of(block));
    return block;
}

/* The allocator's own functions, which the program's calls do not reach while others stand in their place. */
static void *(*plain_malloc)(size_t);
static void *(*plain_calloc)(size_t, size_t);
static void *(*plain_realloc)(void *, size_t);
static void *(*plain_aligned_alloc)(size_t, size_t);
static void *(*plain_memalign)(size_t, size_t);
static int (*plain_posix_memalign)(void **, size_t, size_t);
static void (*plain_free)(void *);

static void *counting_malloc(size_t size) { return added(plain_malloc(size)); }
static void *counting_calloc(size_t count, size_t size) { return added(plain_calloc(count, size)); }
static void *counting_aligned_alloc(size_t alignment, size_t size) {
    return added(plain_aligned_alloc(alignment, size));
}
static void *counting_memalign(size_t alignment, size_t size) { return added(plain_memalign(alignment, size)); }

static int counting_posix_memalign(void **block, size_t alignment, size_t size) {
    int error = plain_posix_memalign(block, alignment, size);
    if (!error) added(*block);
    return error;
}

static void *counting_realloc(void *block, size_t size) {
    if (!block) return counting_malloc(size);
    int64_t before = size_of(block);
    void *grown = plain_realloc(block, size);
    if (grown || size == 0) change(size_of(grown) - before);
    return grown;
}

static void counting_free(void *block) {
    change(-size_of(block));
    plain_free(block);
}

/* C++'s own functions: libstdc++'s come down to those above, but other allocators bring theirs, which do not. What they
   are told besides the size, an order not to throw or the size again, changes nothing here. Their names tell what
   size_t is. */
#ifdef __LP64__
#define SIZE "m"
#else
#define SIZE "j"
#endif
static void *counting_new(size_t size) { return counting_malloc(size ? size : 1); }
static void *counting_new_aligned(size_t size, size_t alignment) {
    return counting_memalign(alignment, size ? size : 1);
}

static struct {
    const char *name;
    void *counting;
    void *pointer; /* to the pointer above, if there is one */
    void *plain;
} functions[] = {
    {"malloc", (void *)counting_malloc, &plain_malloc, NULL},
    {"calloc", (void *)counting_calloc, &plain_calloc, NULL},
    {"realloc", (void *)counting_realloc, &plain_realloc, NULL},
    {"aligned_alloc", (void *)counting_aligned_alloc, &plain_aligned_alloc, NULL},
    {"memalign", (void *)counting_memalign, &plain_memalign, NULL},
    {"posix_memalign", (void *)counting_posix_memalign, &plain_posix_memalign, NULL},
    {"free", (void *)counting_free, &plain_free, NULL},
    {"_Znw" SIZE, (void *)counting_new, NULL, NULL},
    {"_Zna" SIZE, (void *)counting_new, NULL, NULL},
    {"_Znw" SIZE "RKSt9nothrow_t", (void *)counting_new, NULL, NULL},
    {"_Zna" SIZE "RKSt9nothrow_t", (void *)counting_new, NULL, NULL},
    {"_Znw" SIZE "St11align_val_t", (void *)counting_new_aligned, NULL, NULL},
    {"_Zna" SIZE "St11align_val_t", (void *)counting_new_aligned, NULL, NULL},
    {"_Znw" SIZE "St11align_val_tRKSt9nothrow_t", (void *)counting_new_aligned, NULL, NULL},
    {"_Zna" SIZE "St11align_val_tRKSt9nothrow_t", (void *)counting_new_aligned, NULL, NULL},
    {"_ZdlPv", (void *)counting_free, NULL, NULL},
    {"_ZdaPv", (void *)counting_free, NULL, NULL},
    {"_ZdlPv" SIZE, (void *)counting_free, NULL, NULL},
    {"_ZdaPv" SIZE, (void *)counting_free, NULL, NULL},
    {"_ZdlPvRKSt9nothrow_t", (void *)counting_free, NULL, NULL},
    {"_ZdaPvRKSt9nothrow_t", (void *)counting_free, NULL, NULL},
    {"_ZdlPvSt11align_val_t", (void *)counting_free, NULL, NULL},
    {"_ZdaPvSt11align_val_t", (void *)counting_free, NULL, NULL},
    {"_ZdlPv" SIZE "St11align_val_t", (void *)counting_free, NULL, NULL},
    {"_ZdaPv" SIZE "St11align_val_t", (void *)counting_free, NULL, NULL},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

/* A place that holds a function's address, and what belongs there. */
struct slot {
    void **place;
    void *counting, *plain;
};

static struct slot slots[512];
static size_t slot_count;
static bool counting;

static void add_slot(void **place, void *stand_in) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    void *begin = (void *)((uintptr_t)place & ~(page - 1)); /* the dynamic linker may have protected it */
    if (slot_count == sizeof slots / sizeof *slots || mprotect(begin, page, PROT_READ | PROT_WRITE) != 0) return;
    slots[slot_count].place = place;
    slots[slot_count++].counting = stand_in;
}

/* Find slots among relocations. Those of the procedure linkage table may still be waiting for their first call. A
   variable is a slot if it points to the function. */
static void find_slots(const struct dl_phdr_info *object, const ElfW(Rela) * relocations, size_t size, bool linkage,
                       const ElfW(Sym) * symbols, const char *names) {
    for (const ElfW(Rela) *one = relocations; one < relocations + size / sizeof *one; one++) {
#ifdef __LP64__
        const char *name = names + symbols[ELF64_R_SYM(one->r_info)].st_name;
#else
        const char *name = names + symbols[ELF32_R_SYM(one->r_info)].st_name;
#endif
        void **place = (void **)(object->dlpi_addr + one->r_offset);
        for (size_t i = 0; i < FUNCTIONS; i++) {
            if (!functions[i].plain || strcmp(name, functions[i].name) != 0) continue;
            if (linkage || *place == functions[i].plain) add_slot(place, functions[i].counting);
        }
    }
}

static int find_slots_of(struct dl_phdr_info *object, size_t size, void *data) {
    (void)size, (void)data;
    const ElfW(Dyn) *entry = NULL;
    for (size_t i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &object->dlpi_phdr[i];
        if (header->p_type == PT_DYNAMIC) entry = (const ElfW(Dyn) *)(object->dlpi_addr + header->p_vaddr);
    }
    const ElfW(Sym) *symbols = NULL;
    const ElfW(Rela) *variables = NULL, *linkage = NULL;
    const char *names = NULL;
    size_t variables_size = 0, linkage_size = 0;
    for (; entry && entry->d_tag != DT_NULL; entry++) {
        uintptr_t address = entry->d_un.d_ptr;
        if (address < object->dlpi_addr) address += object->dlpi_addr; /* glibc has relocated it, but for the vDSO */
        switch (entry->d_tag) {
            case DT_SYMTAB: symbols = (const ElfW(Sym) *)address; break;
            case DT_STRTAB: names = (const char *)address; break;
            case DT_RELA: variables = (const ElfW(Rela) *)address; break;
            case DT_JMPREL: linkage = (const ElfW(Rela) *)address; break;
            case DT_RELASZ: variables_size = entry->d_un.d_val; break;
            case DT_PLTRELSZ: linkage_size = entry->d_un.d_val; break;
        }
    }
    find_slots(object, variables, variables_size, false, symbols, names);
    find_slots(object, linkage, linkage_size, true, symbols, names);
    return 0;
}

const char *allocator(void) {
    Dl_info library;
    void *function = dlsym(RTLD_DEFAULT, "malloc");
    if (!function || !dladdr(function, &library)) return NULL;
    const char *name = strrchr(library.dli_fname, '/');
    return name ? name + 1 : library.dli_fname;
}

void allocations_begin(void) {
    if (counting) return;
    if (slot_count == 0) {
        for (size_t i = 0; i < FUNCTIONS; i++) {
            functions[i].plain = dlsym(RTLD_DEFAULT, functions[i].name);
            if (functions[i].pointer) memcpy(functions[i].pointer, &functions[i].plain, sizeof functions[i].plain);
        }
        dl_iterate_phdr(find_slots_of, NULL);
    }
    memset(&counted, 0, sizeof counted);
    live = 0;
    counting = true;
    for (struct slot *slot = slots; slot < slots + slot_count; slot++) {
        slot->plain = *slot->place;
        *slot->place = slot->counting;
    }
}

bool allocations_known(void) { return slot_count > 0; }

struct allocations allocations_end(void) {
    if (counting) {
        for (struct slot *slot = slots; slot < slots + slot_count; slot++) *slot->place = slot->plain;
        counting = false;
    }
    return counted;
}
