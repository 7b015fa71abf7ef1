#include "timing.hpp"

namespace weighbridge {
namespace {

bool counts = false;

/// Stops counting, be it by an exception.
struct Counting {
  Counting() { counts = true; }
  ~Counting() {
    counts = false;
    allocations_end();
  }
  Counting(const Counting&) = delete;
  Counting& operator=(const Counting&) = delete;
};

}  // namespace

Elapsed start_clocks() {
  if (counts) allocations_begin();
  return read_clocks();
}

Elapsed elapsed_since(const Elapsed& start) {
  const Elapsed end = read_clocks();
  allocations_end();
  return between(start, end);
}

allocations count_allocations(const std::function<void()>& run) {
  const Counting counting;
  run();
  return allocations_end();
}

}  // namespace weighbridge
