/* A bare loop around a library's call, for C and C++.

   A program is started with an operation and a file that holds the encoded document. For each line of standard input, a
   number of iterations, it answers the CPU time they took, in nanoseconds. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BARE_USE(object) __asm__ volatile("" : : "r"(&(object)) : "memory")

static char *bare_data; /* the file, with a NUL behind it */
static size_t bare_size;

static int bare_read(const char *name) {
    FILE *file = fopen(name, "rb");
    if (!file) return 0;
    fseek(file, 0, SEEK_END);
    bare_size = (size_t)ftell(file);
    rewind(file);
    bare_data = (char *)calloc(bare_size + 1, 1);
    size_t got = fread(bare_data, 1, bare_size, file);
    fclose(file);
    return got == bare_size;
}

static long long bare_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

/* Answer the lines of standard input with the time of so many executions of the statement. */
#define BARE_SERVE(...)                                      \
    do {                                                     \
        long long iterations_;                               \
        while (scanf("%lld", &iterations_) == 1) {           \
            long long start_ = bare_now();                   \
            for (long long i_ = 0; i_ < iterations_; i_++) { \
                __VA_ARGS__                                  \
            }                                                \
            printf("%lld\n", bare_now() - start_);           \
            fflush(stdout);                                  \
        }                                                    \
        return 0;                                            \
    } while (0)

/* Whether the program was started for this operation. */
#define BARE_IS(operation) (strcmp(arguments[1], operation) == 0)

#define BARE_MAIN                           \
    int main(int count, char **arguments) { \
        if (count != 3 || !bare_read(arguments[2])) return 2;
#define BARE_END \
    return 2;    \
    }
