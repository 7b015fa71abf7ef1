#include "timer1.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>
#include <util/delay_basic.h>

#include "board.h"

static const uint32_t PERIOD = 0x10000;

/* Cycles of the periods that are over, without those of the handler, which are known. */
static uint64_t past;
static uint32_t handler_cycles;

ISR(TIMER1_OVF_vect) { past += PERIOD - handler_cycles; }

/* A period that is over, and whose handler has not run yet, is pending, and the timer is low again. There are no
   branches here, so that reading it always takes as many cycles. */
uint64_t board_count(void) {
    uint64_t before;
    uint16_t now;
    uint8_t pending;
    ATOMIC_BLOCK(ATOMIC_FORCEON) {
        now = TCNT1;
        pending = TIFR1;
        before = past;
    }
    return before + now + ((uint32_t)(pending >> TOV1 & 1 & ~(now >> 15)) << 16);
}

/* A period that ended meanwhile is not counted later. */
void board_interrupts(bool allowed) {
    TIFR1 = _BV(TOV1);
    TIMSK1 = allowed ? _BV(TOIE1) : 0;
}

/* What the same code takes, from where the timer stands at `start`. */
static uint64_t count_from(uint16_t start) {
    enum { ROUNDS = 1000 };
    TCNT1 = start;
    uint64_t begin = board_count();
    _delay_loop_2(ROUNDS);
    return board_count() - begin;
}

void timer1_start(void) {
    TCCR1A = 0;
    TCCR1B = _BV(CS10);
    TIFR1 = _BV(TOV1);
    TIMSK1 = _BV(TOIE1);
    sei();
    uint64_t undisturbed = count_from(0);
    handler_cycles = (uint32_t)(count_from((uint16_t)(PERIOD - 1000)) - undisturbed);
}
