/* A Cortex-M in QEMU. The host is at semihosting's console, or, if the emulator is told so, at the board's UART. */

#include "board.h"
#include "machine.h"
#include "semihosting.h"
#include "systick.h"

const struct counter board_counter = {"SysTick, QEMU -icount", "instructions", true, 0};

static bool uses_uart;

void board_start(void) {
    systick_start();
    if (!systick_is_exact()) {
        semihosting_complain("weighbridge: the emulator does not count instructions; start it with -icount shift=8\n");
        semihosting_exit(1);
    }
    uses_uart = semihosting_told("uart");
    if (uses_uart) uart_start();
}

int board_read(void) { return uses_uart ? uart_read() : semihosting_read(); }

void board_write(const char *data, size_t size) {
    if (!uses_uart) return semihosting_write(data, size);
    for (size_t i = 0; i < size; i++) uart_write(data[i]);
}

void board_end(void) { semihosting_exit(0); }
