#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the harness needs of a machine. Each folder beside this file is one machine's. */

/* Clocks, the line to the host, the counter. Says why and ends where the machine is not what the firmware is for. */
void board_start(void);

/* The next byte from the host; waits for it. -1 at the end of input, where that can be known. */
int board_read(void);

void board_write(const char *data, size_t size);

/* Instructions or cycles since the start. Never goes back; takes the same number of instructions each time. */
uint64_t board_count(void);

/* Whether the counter may interrupt the program to keep count; not while its stack is watched. */
void board_interrupts(bool allowed);

/* Where overrunning the stack is no fault of the processor's: have it end the attempt all the same. What runs meanwhile
   takes longer. */
void board_watch_stack(bool watched);

/* End the emulation with status 0; on a real board, reset. */
__attribute__((noreturn)) void board_end(void);

struct counter {
    const char *name, *unit; /* unit: "instructions" or "cycles" */
    bool emulated;
    uint32_t hertz; /* of a real board's counter; 0 if emulated */
};
extern const struct counter board_counter;

/* Memory from `begin` up to `end`; both NULL where nobody knows. */
struct span {
    char *begin, *end;
};

struct span board_payloads(void); /* where payloads live */
struct span board_heap(void);     /* what malloc has */
struct span board_stack(void);    /* what operations run on; it grows towards `begin` */

/* Bring everything but the harness to the state in which it started: the libraries' variables, and an empty heap. So
   what an operation costs does not depend on what was done before. */
void board_refresh(void);

/* How deep documents may nest in checks, by what a board can spare for it. */
#ifndef BOARD_NESTING
#define BOARD_NESTING 512
#endif
