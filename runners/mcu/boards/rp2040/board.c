/* The RP2040 of a Raspberry Pi Pico, at 125 MHz, or rp2040js. The host is at UART 0, on GPIO 0 and 1. */

#include "board.h"

#include "chip.h"
#include "systick.h"

#if EMULATED
const struct counter board_counter = {"SysTick, rp2040js, approximate", "cycles", true, 0};
#else
const struct counter board_counter = {"SysTick", "cycles", false, CLOCK_HERTZ};
#endif

static volatile uint32_t *const interrupt_enable = (volatile uint32_t *)0xE000E100;
static volatile uint32_t *const reset_control = (volatile uint32_t *)0xE000ED0C;
enum { UART0_INTERRUPT = 20 };
static const uint32_t RESET = 0x05FA0004;

/* That there is something to read wakes the processor; it is read where it is wanted. */
static void UART0_Handler(void) { uart0->interrupt_mask = 0; }

/* Behind the processor's own vectors. */
__attribute__((section(".vectors.chip"), used)) static void (*const vectors[32])(void) = {
    [UART0_INTERRUPT] = UART0_Handler,
};

void board_start(void) {
    chip_start();
    *interrupt_enable = 1u << UART0_INTERRUPT;
    systick_start();
}

/* An interrupt between the look and the wait is an event, too, so that none is slept through. */
int board_read(void) {
    while (uart0->flags & UART_RECEIVE_EMPTY) {
        uart0->interrupt_mask = UART_RECEIVED | UART_RECEIVE_TIMEOUT;
        __asm__ volatile("wfe");
    }
    return (int)(uart0->data & 0xFF);
}

void board_write(const char *data, size_t size) {
    for (size_t i = 0; i < size; i++) {
        while (uart0->flags & UART_TRANSMIT_FULL) continue;
        uart0->data = (unsigned char)data[i];
    }
}

void board_end(void) {
    while (uart0->flags & UART_BUSY) continue;
    *reset_control = RESET;
    for (;;) continue;
}
