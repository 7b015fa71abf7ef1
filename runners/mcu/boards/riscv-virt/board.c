/* A RISC-V processor in QEMU's machine "virt", with the host at semihosting's console. */

#include "board.h"

#include <string.h>

#include "attempt.h"
#include "semihosting.h"

const struct counter board_counter = {"minstret, QEMU -icount", "instructions", true, 0};

extern char stack_begin[], stack_end[];
extern char harness_data_begin[], harness_data_end[], harness_data_image[], harness_bss_begin[], harness_bss_end[];

int main(void);
void reset(void);
void trap(void);

__attribute__((used)) static void start(void) {
    memcpy(harness_data_begin, harness_data_image, (size_t)(harness_data_end - harness_data_begin));
    memset(harness_bss_begin, 0, (size_t)(harness_bss_end - harness_bss_begin));
    main();
}

/* Protect what is below the stack from being written to, for this mode, too: all from 0 up to there is an area that may
   be read and executed, and that stays so. */
__attribute__((naked, section(".reset"), used)) void reset(void) {
    __asm__ volatile(
        ".option arch, +zicsr\n"
        "la sp, stack_end\n"
        "la tp, thread_data_begin\n"
        "la t0, trap\n"
        "csrw mtvec, t0\n"
        "la t0, stack_begin\n"
        "srli t0, t0, 2\n"
        "csrw pmpaddr0, t0\n"
        "li t0, 0x8D\n"
        "csrw pmpcfg0, t0\n"
        "j start\n");
}

enum { NEAR_THE_END = 128 };
static _Alignas(16) __attribute__((used)) char fault_stack[512];

/* On a stack of its own: that of the operation may be used up. */
__attribute__((used)) static void after_fault(const char *pointer) {
    bool overrun = pointer < stack_begin + NEAR_THE_END || pointer > stack_end;
    attempt_abandon(overrun ? ATTEMPT_STACK : ATTEMPT_FAULT, (uint32_t)(stack_end - pointer));
}

__attribute__((naked, aligned(4))) void trap(void) {
    __asm__ volatile(
        "mv a0, sp\n"
        "la sp, fault_stack + 512\n"
        "j after_fault\n");
}

/* The high half is right for a low one that is about to overflow if it was read before that, and for one that has just
   done so if it was read after. So nothing depends on where the counter stands, and reading it always takes as long. */
uint64_t board_count(void) {
    uint32_t before, low, after;
    __asm__ volatile(
        ".option push\n.option arch, +zicsr\n"
        "csrr %0, minstreth\ncsrr %1, minstret\ncsrr %2, minstreth\n"
        ".option pop"
        : "=&r"(before), "=&r"(low), "=&r"(after));
    uint32_t high = after + ((before - after) & -(low >> 31));
    return (uint64_t)high << 32 | low;
}

/* Two instructions a round. */
static __attribute__((noinline)) uint64_t count_loop(uint32_t rounds) {
    uint64_t start = board_count();
    __asm__ volatile("1: addi %0, %0, -1\nbnez %0, 1b" : "+r"(rounds));
    return board_count() - start;
}

void board_start(void) {
    enum { FEW = 1000, MANY = 9000 };
    if (count_loop(MANY) - count_loop(FEW) != 2 * (MANY - FEW)) {
        semihosting_complain("weighbridge: the emulator does not count instructions; start it with -icount shift=0\n");
        semihosting_exit(1);
    }
}

int board_read(void) { return semihosting_read(); }
void board_write(const char *data, size_t size) { semihosting_write(data, size); }
void board_end(void) { semihosting_exit(0); }
void board_interrupts(bool allowed) { (void)allowed; }
