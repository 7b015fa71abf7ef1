#pragma once

#include "instructions.h"
#include "text.h"

struct times {
    uint64_t count;
};

static inline struct times clocks_start(void) { return (struct times){instructions()}; }

static inline struct times clocks_since(struct times start) { return (struct times){instructions() - start.count}; }

/* Add to an answer what is counted, as a member of an object. */
void clocks_describe(struct text *answer);

/* Add to an answer the count, as a member of an object that has others before. */
void clocks_answer(struct text *answer, struct times elapsed);
