#include "systick.h"

#include "board.h"
#include "machine.h"

static struct {
    volatile uint32_t control, reload, current;
} *const systick = (void *)0xE000E010;
static volatile uint32_t *const interrupt_control = (volatile uint32_t *)0xE000ED04;

enum { ENABLE = 1, INTERRUPT = 2, OWN_CLOCK = 4, PENDING_BIT = 26, TOP_BIT = 23 };
static const uint32_t RELOAD = 0xFFFFFF;

/* How often it came to zero and the handler ran. */
static volatile uint32_t handled;

/* The handler's instructions are counted like all others, and known. */
#ifndef HANDLER_COST
#define HANDLER_COST 5
#endif

__attribute__((naked)) void SysTick_Handler(void) {
    __asm__ volatile(
        ".syntax unified\n"
        "ldr r0, =%c0\n"
        "ldr r1, [r0]\n"
        "adds r1, #1\n"
        "str r1, [r0]\n"
        "bx lr\n"
        :
        : "i"(&handled));
}

void board_interrupts(bool allowed) {
    if (allowed) {
        __asm__ volatile("cpsie i" ::: "memory");
    } else {
        __asm__ volatile("cpsid i" ::: "memory");
    }
}

void systick_start(void) {
    systick->control = 0;
    systick->reload = RELOAD;
    systick->current = 0;
    systick->control = ENABLE | INTERRUPT | OWN_CLOCK;
    /* What is read first after a reset is wrong. */
    board_count();
    board_count();
}

/* It counts down. Nothing here depends on where it stands, so that reading it always takes as many instructions: where
   it has come to zero and the handler has not run yet, that is pending, and the counter is high again. */
uint64_t board_count(void) {
    uint32_t masked;
    __asm__ volatile("mrs %0, primask\ncpsid i" : "=r"(masked)::"memory");
    uint32_t current = systick->current;
    uint32_t pending = *interrupt_control >> PENDING_BIT & 1;
    uint32_t ran = handled;
    __asm__ volatile("msr primask, %0" ::"r"(masked) : "memory");
    uint64_t ticks = ((uint64_t)(ran + (pending & current >> TOP_BIT)) << 24) + (RELOAD - current);
    return ticks_to_instructions(ticks) - ran * HANDLER_COST;
}

/* Two instructions a round. */
static void loop(uint32_t rounds) {
    __asm__ volatile(
        ".syntax unified\n"
        "1: subs %0, #1\n"
        "bne 1b\n"
        : "+l"(rounds)
        :
        : "cc");
}

static __attribute__((noinline)) uint64_t count_loop(uint32_t rounds) {
    uint64_t start = board_count();
    loop(rounds);
    return board_count() - start;
}

bool systick_is_exact(void) {
    enum { FEW = 1000, MANY = 9000 };
    return count_loop(MANY) - count_loop(FEW) == 2 * (MANY - FEW);
}
