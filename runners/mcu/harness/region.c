#include "region.h"

static bool has(struct region *region, size_t size) {
    if (!region->full && (size_t)(region->top - region->bottom) >= size) return true;
    region->full = true;
    region->needed += (uint32_t)size;
    return false;
}

void *region_take(struct region *region, size_t size) {
    region_align(region);
    if (!has(region, size)) return NULL;
    char *memory = region->bottom;
    region->bottom += size;
    return memory;
}

void *region_wait(struct region *region, size_t size) { return has(region, size) ? region->top -= size : NULL; }

void region_put(struct region *region, char byte) {
    if (has(region, 1)) *region->bottom++ = byte;
}

void region_align(struct region *region) {
    size_t gap = -(uintptr_t)region->bottom & (REGION_ALIGNMENT - 1);
    if (gap && has(region, gap)) region->bottom += gap;
}
