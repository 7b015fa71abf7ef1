/* From reset to main, and what to do when the processor faults. Operations run on the process stack, handlers on the
   main stack, so that a fault can be handled whose cause is that there was no stack left. */

#include <stdint.h>
#include <string.h>

#include "attempt.h"
#include "systick.h"

extern char stack_begin[], stack_end[], handler_stack_end[];
extern char harness_data_begin[], harness_data_end[], harness_data_image[], harness_bss_begin[], harness_bss_end[];

int main(void);
void Reset_Handler(void);
void Fault_Handler(void);

/* The floating point unit, where the code that the compiler made uses one. Handlers do not: its registers are not
   stacked for them (ASPEN), least of all later (LSPEN), when a stack that was used up would be written to. */
static void enable_floating_point(void) {
#ifdef __ARM_FP
    volatile uint32_t *const coprocessor_access = (volatile uint32_t *)0xE000ED88;
    volatile uint32_t *const context_control = (volatile uint32_t *)0xE000EF34;
    *coprocessor_access |= 0xFu << 20;
    *context_control &= ~(3u << 30);
    __asm__ volatile("dsb\nisb");
#endif
}

__attribute__((used)) static void start(void) {
    memcpy(harness_data_begin, harness_data_image, (size_t)(harness_data_end - harness_data_begin));
    memset(harness_bss_begin, 0, (size_t)(harness_bss_end - harness_bss_begin));
    enable_floating_point();
    main();
}

__attribute__((naked)) void Reset_Handler(void) {
    __asm__ volatile(
        "ldr r0, =stack_end\n"
        "msr psp, r0\n"
        "movs r0, #2\n"
        "msr control, r0\n"
        "isb\n"
        "bl start\n"
        "b .\n");
}

/* The registers that the processor stacks for a handler, and takes back when that returns. */
struct frame {
    uint32_t r0, r1, r2, r3, r12, lr, pc, xpsr;
};

/* Where the code that was interrupted is sent instead of back, on a stack of its own: its stack may be used up. */
static void after_fault(uint32_t end, uint32_t needed) { attempt_abandon((enum attempt_end)end, needed); }

enum { NEAR_THE_END = 128 };
static _Alignas(8) char fault_stack[512];

/* Returns the process stack pointer to go on with. */
__attribute__((used)) static uint32_t redirect(const char *pointer) {
    struct frame *frame = (struct frame *)(fault_stack + sizeof fault_stack) - 1;
    bool overrun = pointer < stack_begin + NEAR_THE_END || pointer > stack_end;
    frame->r0 = overrun ? ATTEMPT_STACK : ATTEMPT_FAULT;
    frame->r1 = (uint32_t)(stack_end - pointer);
    frame->pc = (uint32_t)(uintptr_t)after_fault & ~1u;
    frame->xpsr = 1u << 24; /* Thumb */
    return (uint32_t)(uintptr_t)frame;
}

__attribute__((naked)) void Fault_Handler(void) {
    __asm__ volatile(
        "mrs r0, psp\n"
        "bl redirect\n"
        "msr psp, r0\n"
        "ldr r0, =0xFFFFFFFD\n" /* to thread mode, the process stack, a frame without floating point */
        "bx r0\n");
}

__attribute__((section(".vectors"), used)) static void *const vectors[16] = {
    handler_stack_end, Reset_Handler, Fault_Handler, Fault_Handler,
    Fault_Handler,     Fault_Handler, Fault_Handler, [15] = SysTick_Handler,
};
