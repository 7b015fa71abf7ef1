#include "chip.h"

static volatile uint32_t *at(uint32_t address) { return (volatile uint32_t *)address; }

/* Where writing clears the bits that are set, and nothing else. */
static volatile uint32_t *clear_at(uint32_t address) { return at(address + 0x3000); }

enum {
    RESETS = 0x4000C000,
    RESETS_DONE = RESETS + 8,
    RESET_IO_BANK0 = 1 << 5,
    RESET_PADS_BANK0 = 1 << 8,
    RESET_PLL_SYS = 1 << 12,
    RESET_UART0 = 1 << 22,
};

static void release(uint32_t parts) {
    *clear_at(RESETS) = parts;
    while ((*at(RESETS_DONE) & parts) != parts) continue;
}

enum {
    XOSC = 0x40024000,
    XOSC_STATUS = XOSC + 4,
    XOSC_STARTUP = XOSC + 12,
    XOSC_1_TO_15_MHZ = 0xAA0,
    XOSC_ENABLE = 0xFAB << 12,
    XOSC_STARTUP_DELAY = 47, /* a millisecond of a crystal of 12 MHz */
};
static const uint32_t XOSC_STABLE = 1u << 31;

static void start_crystal(void) {
    *at(XOSC) = XOSC_1_TO_15_MHZ;
    *at(XOSC_STARTUP) = XOSC_STARTUP_DELAY;
    *at(XOSC) = XOSC_ENABLE | XOSC_1_TO_15_MHZ;
    while (!(*at(XOSC_STATUS) & XOSC_STABLE)) continue;
}

enum {
    PLL = 0x40028000,
    PLL_POWER = PLL + 4,
    PLL_FEEDBACK = PLL + 8,
    PLL_DIVIDERS = PLL + 12,
    PLL_POWER_MAIN = 1 << 0,
    PLL_POWER_DIVIDERS = 1 << 3,
    PLL_POWER_VCO = 1 << 5,
    FEEDBACK = 125, /* 12 MHz times 125, divided by 6 and by 2 */
    DIVIDER_1 = 6,
    DIVIDER_2 = 2,
};
static const uint32_t PLL_LOCKED = 1u << 31;

static void start_pll(void) {
    release(RESET_PLL_SYS);
    *at(PLL) = 1;
    *at(PLL_FEEDBACK) = FEEDBACK;
    *clear_at(PLL_POWER) = PLL_POWER_MAIN | PLL_POWER_VCO;
    while (!(*at(PLL) & PLL_LOCKED)) continue;
    *at(PLL_DIVIDERS) = DIVIDER_1 << 16 | DIVIDER_2 << 12;
    *clear_at(PLL_POWER) = PLL_POWER_DIVIDERS;
}

enum {
    CLOCKS = 0x40008000,
    REFERENCE = CLOCKS + 0x30,
    REFERENCE_SELECTED = CLOCKS + 0x38,
    SYSTEM = CLOCKS + 0x3C,
    SYSTEM_SELECTED = CLOCKS + 0x44,
    PERIPHERALS = CLOCKS + 0x48,
    REFERENCE_CRYSTAL = 2,
    SYSTEM_PLL = 1, /* from the auxiliary source 0 */
    PERIPHERALS_SYSTEM = 1 << 11,
};

static void start_clocks(void) {
    start_crystal();
    *at(REFERENCE) = REFERENCE_CRYSTAL;
    while (*at(REFERENCE_SELECTED) != 1 << REFERENCE_CRYSTAL) continue;
    start_pll();
    *at(SYSTEM) = SYSTEM_PLL;
    while (*at(SYSTEM_SELECTED) != 1 << SYSTEM_PLL) continue;
    *at(PERIPHERALS) = PERIPHERALS_SYSTEM;
}

enum {
    IO_BANK0 = 0x40014000,
    FUNCTION_UART = 2,
    UART_DIVIDER_64 = (CLOCK_HERTZ / 16 * 64 + BAUD / 2) / BAUD, /* in 64ths */
    UART_8_BITS = 3 << 5,
    UART_FIFOS = 1 << 4,
    UART_ENABLE = 1 << 0,
    UART_TRANSMIT = 1 << 8,
    UART_RECEIVE = 1 << 9,
};

static void start_uart(void) {
    release(RESET_IO_BANK0 | RESET_PADS_BANK0 | RESET_UART0);
    for (uint32_t pin = 0; pin < 2; pin++) *at(IO_BANK0 + 8 * pin + 4) = FUNCTION_UART;
    uart0->divider = UART_DIVIDER_64 / 64;
    uart0->divider_fraction = UART_DIVIDER_64 % 64;
    uart0->line = UART_8_BITS | UART_FIFOS;
    uart0->control = UART_ENABLE | UART_TRANSMIT | UART_RECEIVE;
}

void chip_start(void) {
    start_clocks();
    start_uart();
}
