/* An ATmega2560 at 16 MHz: Arduino's Mega 2560, or simavr. The host is at UART 0. */

#include "board.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/setbaud.h>

#include "timer1.h"

#if EMULATED
const struct counter board_counter = {"Timer1, simavr", "cycles", true, 0};
#else
const struct counter board_counter = {"Timer1", "cycles", false, F_CPU};
#endif

/* What came while nobody was reading. Where it is full, receiving waits; a real line does not, but then it has to bring
   bytes faster than requests are read. */
static struct {
    volatile unsigned char bytes[64], begin, end;
} received;

enum { RECEIVED_SIZE = sizeof received.bytes };

static unsigned char after(unsigned char index) { return (unsigned char)((index + 1) % RECEIVED_SIZE); }

ISR(USART0_RX_vect) {
    received.bytes[received.end] = UDR0;
    received.end = after(received.end);
    if (after(received.end) == received.begin) UCSR0B &= (unsigned char)~_BV(RXCIE0);
}

void board_start(void) {
    UBRR0 = UBRR_VALUE;
    UCSR0A = USE_2X ? _BV(U2X0) : 0;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
    timer1_start();
    sei();
}

/* Asleep until something has come: the instruction behind sei() is executed before any interrupt. */
static void await_byte(void) {
    for (;;) {
        cli();
        if (received.begin != received.end) break;
        sleep_enable();
        sei();
        sleep_cpu();
        sleep_disable();
    }
    sei();
}

int board_read(void) {
    await_byte();
    unsigned char byte = received.bytes[received.begin];
    received.begin = after(received.begin);
    UCSR0B |= _BV(RXCIE0);
    return byte;
}

void board_write(const char *data, size_t size) {
    for (size_t i = 0; i < size; i++) {
        loop_until_bit_is_set(UCSR0A, UDRE0);
        UDR0 = (unsigned char)data[i];
    }
}

/* A board is reset by its watchdog; simavr ends at once when it sleeps without interrupts. */
void board_end(void) {
    cli();
    wdt_enable(WDTO_15MS);
    sleep_enable();
    sleep_cpu();
    for (;;) continue;
}
