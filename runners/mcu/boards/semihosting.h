#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Semihosting of Arm and RISC-V: an emulator reads, writes and ends for the program. Time stands still meanwhile, so
   that nothing depends on when the host answers. */

/* Standard input and output; reading returns -1 at its end. */
int semihosting_read(void);
void semihosting_write(const char *data, size_t size);

/* Write to standard error, which is for people. */
void semihosting_complain(const char *message);

__attribute__((noreturn)) void semihosting_exit(int status);

/* Whether the command line that the emulator passes is this text. */
bool semihosting_told(const char *text);
