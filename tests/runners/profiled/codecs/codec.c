#include <stdlib.h>

#include "../third_party/library.h"

__attribute__((noinline)) void fill(char *bytes, int size) {
    for (int i = 0; i < size; i++) {
        __asm__ volatile("" : : "r"(bytes));
        bytes[i] = (char)i;
    }
}

__attribute__((noinline)) int work(int count) {
    char *bytes = malloc(100);
    fill(bytes, 100);
    int sum = inlined(1000) + bytes[count];
    free(bytes);
    return sum;
}

int main(int count, char **arguments) {
    (void)arguments;
    free(malloc(100));
    return work(count) == 0;
}
