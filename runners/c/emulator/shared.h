#pragma once

/* The shared memory in which the emulator counts for the program that it runs, by the number of the process: emulator
   and program are the same. */
#define SHARED_NAME "/weighbridge-%ld"
enum { SHARED_SIZE = 4096, SHARED_NAME_SIZE = 64 };
