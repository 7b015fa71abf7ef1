/* A library of which a program needs one function, and not the other. */

int needed(int number) { return number * 3 + 1; }

static const char table[20000] = {1, 2, 3};

int not_needed(int number) { return table[number % 20000] + table[(number + 7) % 20000]; }
