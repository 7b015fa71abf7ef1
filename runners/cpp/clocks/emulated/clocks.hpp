// What an emulator counts in the place of time.
#pragma once

#include <cstdint>

namespace weighbridge {

struct Elapsed {
  std::uint64_t count;
};

/// Reads the emulator's counter.
Elapsed read_clocks();

/// What it advanced by.
Elapsed between(const Elapsed& start, const Elapsed& end);

}  // namespace weighbridge
