/* A codec as the C runner's are compiled: what holds on to each of its operations lies in a section of its own. */
int needed(int number);
int not_needed(int number);

static int encode(int number) { return needed(number); }
static int decode(int number) { return not_needed(number); }

typedef int operation(int number);
#define ROOT(name) \
    __attribute__((used, section("operations.0." #name))) static operation *root_##name(void) { return name; }
ROOT(encode)
ROOT(decode)

/* As in the C++ runner, what registers a codec refers to all of it. */
operation *volatile registered[2];
__attribute__((constructor)) static void enter(void) {
    registered[0] = root_encode();
    registered[1] = root_decode();
}
