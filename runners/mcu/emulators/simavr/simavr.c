/* Runs the firmware of an AVR, the Intel HEX file that is flashed, with its UART0 on standard input and output.

   What happens when depends on what the host says, never on when it says it, so that cycles repeat: simulated time
   stands still until the rest of a line is there, and a line is begun only while the firmware sleeps, so that none
   arrives while something is counted. A byte is given to the UART once the one before it was read: none is lost.

   It ends where the firmware does (asleep with interrupts off), and at the end of the input. */

#include <avr_uart.h>
#include <sim_avr.h>
#include <sim_hex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Only the rate in words that simavr logs depends on it: what a program takes is counted in cycles. */
enum { HERTZ = 16000000 };

static struct {
    avr_irq_t *input; /* of the UART */
    bool idle;        /* the UART has no byte that the firmware has not read */
    bool within;      /* a line was begun, and not ended */
    bool ended;       /* there is no more input */
    unsigned char bytes[65536], *next, *end;
} host;

static void log_to_stderr(avr_t *avr, const int level, const char *format, va_list arguments) {
    if (level <= (avr ? avr->log : LOG_ERROR)) vfprintf(stderr, format, arguments);
}

static void send(avr_irq_t *irq, uint32_t byte, void *unused) {
    (void)irq, (void)unused;
    putchar((int)byte);
}

/* simavr signals this whenever the last byte was read. */
static void take_next(avr_irq_t *irq, uint32_t on, void *unused) {
    (void)irq, (void)unused;
    if (on) host.idle = true;
}

static void feed(void) {
    if (!host.idle) return;
    if (host.next == host.end) {
        fflush(stdout);
        ssize_t got = read(STDIN_FILENO, host.bytes, sizeof host.bytes);
        host.ended = got <= 0;
        if (host.ended) return;
        host.next = host.bytes;
        host.end = host.bytes + got;
    }
    host.idle = false;
    host.within = *host.next != '\n';
    avr_raise_irq(host.input, *host.next++);
}

static void fall_asleep(avr_t *avr, avr_cycle_count_t cycles) {
    (void)avr, (void)cycles;
    feed();
}

static avr_t *start(const char *mcu, const char *path) {
    avr_t *avr = avr_make_mcu_by_name(mcu);
    if (!avr) {
        fprintf(stderr, "simavr knows no %s; `simavr --list-cores` shows what it knows\n", mcu);
        exit(1);
    }
    avr_init(avr);
    avr->log = LOG_ERROR;
    avr->frequency = HERTZ;
    avr->sleep = fall_asleep;
    ihex_chunk_p chunks;
    int count = read_ihex_chunks(path, &chunks);
    if (count <= 0) {
        fprintf(stderr, "%s is no Intel HEX file: build the firmware (runners/mcu/README.md)\n", path);
        exit(1);
    }
    for (int i = 0; i < count; i++) avr_loadcode(avr, chunks[i].data, chunks[i].size, chunks[i].baseaddr);
    free_ihex_chunks(chunks);
    avr->codeend = avr->flashend;
    return avr;
}

static void connect_uart(avr_t *avr) {
    uint32_t flags = 0; /* neither sleeps of its own nor text on the console */
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    host.input = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), send, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), take_next, NULL);
}

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: %s MCU FIRMWARE.hex\n", arguments[0]);
        return 2;
    }
    avr_global_logger_set(log_to_stderr);
    avr_t *avr = start(arguments[1], arguments[2]);
    connect_uart(avr);
    int state = cpu_Running;
    while (!host.ended && state != cpu_Done && state != cpu_Crashed) {
        state = avr_run(avr);
        if (host.within) feed();
    }
    fflush(stdout);
    if (state != cpu_Crashed) return 0;
    fprintf(stderr, "the firmware crashed at %#x, with its stack at %#x\n", avr->pc,
            avr->data[R_SPL] | avr->data[R_SPH] << 8);
    return 1;
}
