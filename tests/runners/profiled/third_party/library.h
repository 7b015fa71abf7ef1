static inline __attribute__((always_inline)) int inlined(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        __asm__ volatile("" : "+r"(sum));
        sum += i;
    }
    return sum;
}
