#pragma once

#include "cmsdk_uart.h"

/* The system's clock has 20 MHz, a tick of 50 ns, and with -icount shift=8 an instruction takes 256 ns. */
static inline uint64_t ticks_to_instructions(uint64_t ticks) { return (ticks * 50 + 128) >> 8; }

static struct cmsdk_uart *const uart = (void *)0x50200000;

static inline void uart_start(void) { cmsdk_start(uart); }
static inline int uart_read(void) { return cmsdk_read(uart); }
static inline void uart_write(char byte) { cmsdk_write(uart, byte); }
