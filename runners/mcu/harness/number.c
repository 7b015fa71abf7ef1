#include <float.h>
#include <math.h>
#include <string.h>

#include "text.h"

/* All digits of a double: it is a whole number of units of 2^-FRACTION_BITS. */

enum {
    FRACTION_WORDS = (DBL_MANT_DIG - DBL_MIN_EXP + 31) / 32,
    WHOLE_WORDS = (DBL_MAX_EXP + 31) / 32,
    GROUP_DIGITS = 9,
};
static const uint32_t GROUP = 1000000000;

/* Words of a large number, the least significant first. */

static uint32_t divide(uint32_t *words, size_t count) {
    uint64_t rest = 0;
    for (size_t i = count; i-- > 0;) {
        rest = rest << 32 | words[i];
        words[i] = (uint32_t)(rest / GROUP);
        rest %= GROUP;
    }
    return (uint32_t)rest;
}

static uint32_t multiply(uint32_t *words, size_t count) {
    uint64_t carry = 0;
    for (size_t i = 0; i < count; i++) {
        carry += (uint64_t)words[i] * GROUP;
        words[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return (uint32_t)carry;
}

static bool is_zero(const uint32_t *words, size_t count) {
    while (count && !words[count - 1]) count--;
    return !count;
}

static void add_group(struct text *text, uint32_t group) {
    char digits[GROUP_DIGITS];
    for (int i = GROUP_DIGITS - 1; i >= 0; i--) {
        digits[i] = (char)('0' + group % 10);
        group /= 10;
    }
    text_append(text, digits, sizeof digits);
}

void text_add_double(struct text *text, double real) {
    uint32_t words[FRACTION_WORDS + WHOLE_WORDS] = {0}, groups[WHOLE_WORDS * 32 / 29 + 1];
    int exponent;
    uint64_t digits = (uint64_t)ldexp(frexp(fabs(real), &exponent), DBL_MANT_DIG);
    int shift = FRACTION_WORDS * 32 + exponent - DBL_MANT_DIG;
    if (shift < 0) digits >>= -shift, shift = 0;
    for (int i = shift / 32; digits; i++) {
        words[i] |= (uint32_t)(digits << shift % 32);
        digits >>= 32 - shift % 32;
        shift = 0;
    }

    size_t count = 0;
    do {
        groups[count++] = divide(words + FRACTION_WORDS, WHOLE_WORDS);
    } while (!is_zero(words + FRACTION_WORDS, WHOLE_WORDS));
    if (signbit(real)) text_add(text, "-");
    text_add_natural(text, groups[--count]);
    while (count) add_group(text, groups[--count]);
    text_add(text, ".");
    do {
        add_group(text, multiply(words, FRACTION_WORDS));
    } while (!is_zero(words, FRACTION_WORDS));
}
