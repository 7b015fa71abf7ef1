#pragma once

#include <stdint.h>

/* The UART of Arm's Cortex-M System Design Kit. */
struct cmsdk_uart {
    volatile uint32_t data, state, control, interrupt, divider;
};

enum { CMSDK_TRANSMIT_FULL = 1, CMSDK_RECEIVE_FULL = 2, CMSDK_ENABLE_BOTH = 3, CMSDK_LEAST_DIVIDER = 16 };

static inline void cmsdk_start(struct cmsdk_uart *uart) {
    uart->divider = CMSDK_LEAST_DIVIDER;
    uart->control = CMSDK_ENABLE_BOTH;
}

static inline int cmsdk_read(struct cmsdk_uart *uart) {
    while (!(uart->state & CMSDK_RECEIVE_FULL)) continue;
    return (int)uart->data;
}

static inline void cmsdk_write(struct cmsdk_uart *uart, char byte) {
    while (uart->state & CMSDK_TRANSMIT_FULL) continue;
    uart->data = (unsigned char)byte;
}
