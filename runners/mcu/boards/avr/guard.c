/* Finding out that the stack is overrun, on a processor that does not care: timer 3 interrupts every so often to look.
   What was overwritten until then is of the heap, which nobody reads any more. */

#include <avr/interrupt.h>
#include <avr/io.h>

#include "attempt.h"
#include "board.h"

extern char stack_begin[], stack_end[];

enum { CYCLES_BETWEEN = 200 };

void board_watch_stack(bool watched) {
    TCCR3A = 0;
    TCCR3B = _BV(WGM32) | _BV(CS30);
    OCR3A = CYCLES_BETWEEN - 1;
    TIMSK3 = watched ? _BV(OCIE3A) : 0;
}

__attribute__((used)) static void after_interrupt(void) { attempt_abandon(ATTEMPT_STACK, (uint16_t)stack_end - SP); }

/* Return from the interrupt, but to somewhere else. */
__attribute__((naked, used)) static void leave_interrupt(void) {
    __asm__ volatile(
        "clr r1\n"
        "ldi r24, lo8(pm(after_interrupt))\n"
        "push r24\n"
        "ldi r24, hi8(pm(after_interrupt))\n"
        "push r24\n"
        "ldi r24, hh8(pm(after_interrupt))\n"
        "push r24\n"
        "reti\n");
}

ISR(TIMER3_COMPA_vect) {
    if (SP < (uint16_t)stack_begin) __asm__ volatile("jmp leave_interrupt");
}
