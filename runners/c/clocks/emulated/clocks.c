#include "clocks.h"

#include <inttypes.h>

void clocks_describe(struct text *answer) {
    text_add(answer, "\"clocks\":{\"wall\":null,\"cpu\":null,\"counter\":{\"name\":\"" INSTRUCTIONS_NAME "\",");
    text_add(answer, "\"unit\":\"instructions\",\"emulated\":true}}");
}

void clocks_answer(struct text *answer, struct times elapsed) {
    text_format(answer, ",\"count\":%" PRIu64, elapsed.count - instructions_cost());
}
