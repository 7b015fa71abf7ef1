/* What a program has that runs in the emulator. The C++ runner compiles this file too. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "instructions.h"
#include "shared.h"

const volatile uint32_t *instructions_counted;

__attribute__((constructor)) static void find_counter(void) {
    char name[SHARED_NAME_SIZE];
    snprintf(name, sizeof name, SHARED_NAME, (long)getpid());
    int file = shm_open(name, O_RDONLY, 0);
    void *memory = file < 0 ? MAP_FAILED : mmap(NULL, SHARED_SIZE, PROT_READ, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) {
        fputs("This program counts what it does in an emulator: start it by QEMU with -plugin (runner.toml).\n",
              stderr);
        _exit(1);
    }
    close(file);
    shm_unlink(name);
    instructions_counted = (const volatile uint32_t *)memory;
}

#ifdef __cplusplus
extern "C" {
#endif
uint32_t arc4random(void);
#ifdef __cplusplus
}
#endif

/* Libraries that seed a hash function by chance do it alike in every process, or no count would repeat. Those that read
   /dev/urandom get the file of that name in root/. */
uint32_t arc4random(void) { return 4; }
