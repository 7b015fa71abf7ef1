#pragma once

#include <stdint.h>

/* The parts of the RP2040 that the firmware needs (RP2040 datasheet, sections 2.14 to 2.19 and 4.2). */

enum { CRYSTAL_HERTZ = 12000000, CLOCK_HERTZ = 125000000, BAUD = 115200 };

/* Bring clocks, pins and UART 0 from reset to work. */
void chip_start(void);

struct uart {
    volatile uint32_t data, unused[5], flags, unused_too[2], divider, divider_fraction, line, control, level,
        interrupt_mask;
};
static struct uart *const uart0 = (void *)0x40034000;

enum { /* flags */
       UART_BUSY = 1 << 3,
       UART_RECEIVE_EMPTY = 1 << 4,
       UART_TRANSMIT_FULL = 1 << 5,
};
enum { /* interrupts */
       UART_RECEIVED = 1 << 4,
       UART_RECEIVE_TIMEOUT = 1 << 6,
};
