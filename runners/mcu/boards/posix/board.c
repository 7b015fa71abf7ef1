/* A process of this host, where the harness is tested with sanitizers. */

#include "board.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

const struct counter board_counter = {"CLOCK_MONOTONIC", "cycles", false, 1000000000};

static char payloads[64 << 20];

void board_start(void) {}

int board_read(void) { return getchar(); }

void board_write(const char *data, size_t size) {
    fwrite(data, 1, size, stdout);
    fflush(stdout);
}

uint64_t board_count(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

void board_end(void) { exit(EXIT_SUCCESS); }

struct span board_payloads(void) { return (struct span){payloads, payloads + sizeof payloads}; }

/* The host's C library keeps its own heap and stack, and cannot be brought back to where it started. */
struct span board_heap(void) { return (struct span){0}; }
struct span board_stack(void) { return (struct span){0}; }
void board_refresh(void) {}
void board_interrupts(bool allowed) { (void)allowed; }
void board_watch_stack(bool watched) { (void)watched; }
