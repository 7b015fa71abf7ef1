// The clocks of this machine.
#pragma once

#include <cstdint>

namespace weighbridge {

struct Elapsed {
  std::int64_t wall_ns;
  std::int64_t cpu_ns;
};

/// Reads CLOCK_MONOTONIC and CLOCK_THREAD_CPUTIME_ID.
Elapsed read_clocks();

/// What they advanced by.
Elapsed between(const Elapsed& start, const Elapsed& end);

}  // namespace weighbridge
