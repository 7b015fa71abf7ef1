#include "timing.hpp"

#include <ctime>

namespace weighbridge {
namespace {

std::int64_t nanoseconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return now.tv_sec * std::int64_t{1'000'000'000} + now.tv_nsec;
}

Elapsed read_clocks() { return {nanoseconds(CLOCK_MONOTONIC), nanoseconds(CLOCK_THREAD_CPUTIME_ID)}; }

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
  return {end.wall_ns - start.wall_ns, end.cpu_ns - start.cpu_ns};
}

allocations count_allocations(const std::function<void()>& run) {
  const Counting counting;
  run();
  return allocations_end();
}

}  // namespace weighbridge
