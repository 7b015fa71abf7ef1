#pragma once

#include "board.h"

struct times {
    uint64_t count;
};

static inline struct times clocks_start(void) { return (struct times){board_count()}; }

static inline struct times clocks_since(struct times start) { return (struct times){board_count() - start.count}; }
