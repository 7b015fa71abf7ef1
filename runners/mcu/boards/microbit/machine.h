#pragma once

#include <stdint.h>

/* The processor's clock has 16 MHz, a tick of 62.5 ns, and with -icount shift=8 an instruction takes 256 ns: ticks
   times 125 / 512. The Cortex-M0 multiplies 64 bits by a function that takes longer for some numbers, so this one does
   not. */
static inline uint64_t ticks_to_instructions(uint64_t ticks) {
    return ((ticks << 7) - (ticks << 1) - ticks + 256) >> 9;
}

/* The UART of the nRF51. */

static inline volatile uint32_t *uart_register(uint32_t offset) { return (volatile uint32_t *)(0x40002000 + offset); }

enum {
    UART_START_RECEIVE = 0x000,
    UART_START_TRANSMIT = 0x008,
    UART_RECEIVED = 0x108,
    UART_TRANSMITTED = 0x11C,
    UART_ENABLE = 0x500,
    UART_RECEIVE = 0x518,
    UART_TRANSMIT = 0x51C,
    UART_ENABLED = 4,
};

static inline void uart_start(void) {
    *uart_register(UART_ENABLE) = UART_ENABLED;
    *uart_register(UART_START_RECEIVE) = 1;
    *uart_register(UART_START_TRANSMIT) = 1;
}

static inline int uart_read(void) {
    while (!*uart_register(UART_RECEIVED)) continue;
    *uart_register(UART_RECEIVED) = 0;
    return (int)*uart_register(UART_RECEIVE);
}

static inline void uart_write(char byte) {
    *uart_register(UART_TRANSMITTED) = 0;
    *uart_register(UART_TRANSMIT) = (unsigned char)byte;
    while (!*uart_register(UART_TRANSMITTED)) continue;
}
