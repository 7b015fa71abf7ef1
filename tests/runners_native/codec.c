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
