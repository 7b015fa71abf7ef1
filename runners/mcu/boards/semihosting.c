#include "semihosting.h"

#include <stdint.h>
#include <string.h>

enum { SYS_OPEN = 0x01, SYS_WRITE = 0x05, SYS_READ = 0x06, SYS_GET_CMDLINE = 0x15, SYS_EXIT_EXTENDED = 0x20 };

static uintptr_t call(uintptr_t operation, const void *parameters) {
#ifdef __riscv
    register uintptr_t result __asm__("a0") = operation;
    register const void *second __asm__("a1") = parameters;
    /* The three instructions have to be as they are, and within one page. */
    __asm__ volatile(
        ".balign 16\n.option push\n.option norvc\nslli zero, zero, 0x1f\nebreak\nsrai zero, zero, 7\n.option pop"
        : "+r"(result)
        : "r"(second)
        : "memory");
#else
    register uintptr_t result __asm__("r0") = operation;
    register const void *second __asm__("r1") = parameters;
    __asm__ volatile("bkpt 0xAB" : "+r"(result) : "r"(second) : "memory");
#endif
    return result;
}

enum { MODE_READ = 0, MODE_WRITE = 4, MODE_APPEND = 8 };

/* The console, which has this name: its mode tells standard input, output and error apart. */
static uintptr_t open_console(uintptr_t mode) {
    static const char name[] = ":tt";
    const uintptr_t parameters[] = {(uintptr_t)name, mode, sizeof name - 1};
    return call(SYS_OPEN, parameters);
}

int semihosting_read(void) {
    static uintptr_t handle;
    static unsigned char bytes[128];
    static size_t next, count;
    if (!handle) handle = open_console(MODE_READ) + 1;
    if (next == count) {
        const uintptr_t parameters[] = {handle - 1, (uintptr_t)bytes, sizeof bytes};
        uintptr_t missing = call(SYS_READ, parameters);
        next = 0;
        count = missing < sizeof bytes ? sizeof bytes - missing : 0;
        if (!count) return -1;
    }
    return bytes[next++];
}

static void write_to(uintptr_t *handle, uintptr_t mode, const char *data, size_t size) {
    if (!*handle) *handle = open_console(mode) + 1;
    const uintptr_t parameters[] = {*handle - 1, (uintptr_t)data, size};
    call(SYS_WRITE, parameters);
}

void semihosting_write(const char *data, size_t size) {
    static uintptr_t handle;
    write_to(&handle, MODE_WRITE, data, size);
}

void semihosting_complain(const char *message) {
    static uintptr_t handle;
    write_to(&handle, MODE_APPEND, message, strlen(message));
}

void semihosting_exit(int status) {
    const uintptr_t application_exit = 0x20026, parameters[] = {application_exit, (uintptr_t)status};
    call(SYS_EXIT_EXTENDED, parameters);
    for (;;) continue;
}

bool semihosting_told(const char *text) {
    char line[32];
    uintptr_t parameters[] = {(uintptr_t)line, sizeof line};
    return call(SYS_GET_CMDLINE, parameters) == 0 && strcmp(line, text) == 0;
}
