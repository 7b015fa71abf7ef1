/* Any board that Arduino's core runs on: its serial port, and its clock. */

#include "board.h"

#include "core.h"

#ifndef WEIGHBRIDGE_BAUD
#define WEIGHBRIDGE_BAUD 115200
#endif

#ifdef __AVR__
enum { PAYLOAD_BYTES = 1024, STEP_US = 4 };
#else
enum { PAYLOAD_BYTES = 16384, STEP_US = 1 };
#endif

const struct counter board_counter = {"micros()", "cycles", false, 1000000 / STEP_US};

static _Alignas(8) char payloads[PAYLOAD_BYTES];

void board_start(void) { core_start(WEIGHBRIDGE_BAUD); }

int board_read(void) { return core_read(); }

void board_write(const char *data, size_t size) { core_write(data, size); }

uint64_t board_count(void) {
    static uint32_t last;
    static uint64_t turns;
    const uint32_t now = core_microseconds();
    if (now < last) turns += (uint64_t)1 << 32;
    last = now;
    return (turns + now) / STEP_US;
}

void board_end(void) {
    core_reset();
    for (;;) continue;
}

/* The core keeps its own heap and stack, and cannot be brought back to where it started. */
struct span board_payloads(void) { return (struct span){payloads, payloads + sizeof payloads}; }
struct span board_heap(void) { return (struct span){0}; }
struct span board_stack(void) { return (struct span){0}; }
void board_refresh(void) {}
void board_interrupts(bool allowed) { (void)allowed; }
void board_watch_stack(bool watched) { (void)watched; }
