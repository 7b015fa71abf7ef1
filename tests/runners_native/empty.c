__attribute__((used, section(".init"))) static void *root(void) { return 0; }
