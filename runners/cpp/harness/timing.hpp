// The timed loop, its clocks, and the use of a result that the compiler cannot remove.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace weighbridge {

struct Elapsed {
  std::int64_t wall_ns;
  std::int64_t cpu_ns;
};

/// CLOCK_MONOTONIC and CLOCK_THREAD_CPUTIME_ID, now.
Elapsed read_clocks();

/// Makes the compiler believe that the object, and all memory it can reach, is read here.
template <class T>
inline void use(const T& result) {
  asm volatile("" : : "r"(std::addressof(result)) : "memory");
}

inline void use(const void* data, std::size_t size) { asm volatile("" : : "r"(data), "r"(size) : "memory"); }

/// Calls the body on every input, in order, `iterations` times.
template <class Input, class Body>
Elapsed timed(const std::vector<const Input*>& inputs, std::uint64_t iterations, Body&& body) {
  const Elapsed start = read_clocks();
  for (std::uint64_t i = 0; i < iterations; ++i) {
    for (const Input* input : inputs) body(*input);
  }
  const Elapsed end = read_clocks();
  return {end.wall_ns - start.wall_ns, end.cpu_ns - start.cpu_ns};
}

}  // namespace weighbridge
