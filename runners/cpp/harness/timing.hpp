// The timed loop, its clocks, and the use of a result that the compiler cannot remove.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "allocations.h"
#include "clocks.hpp"

namespace weighbridge {

/// Reads the clocks, where the timed loop begins.
Elapsed start_clocks();

/// What they advanced by, where it ends.
Elapsed elapsed_since(const Elapsed& start);

/// What the timed loop allocates in `run`, and nothing around that loop.
allocations count_allocations(const std::function<void()>& run);

/// Makes the compiler believe that the object, and all memory it can reach, is read here.
template <class T>
inline void use(const T& result) {
  asm volatile("" : : "r"(std::addressof(result)) : "memory");
}

inline void use(const void* data, std::size_t size) { asm volatile("" : : "r"(data), "r"(size) : "memory"); }

/// Calls the body on every input, in order, `iterations` times.
template <class Input, class Body>
Elapsed timed(const std::vector<const Input*>& inputs, std::uint64_t iterations, Body&& body) {
  const Elapsed start = start_clocks();
  for (std::uint64_t i = 0; i < iterations; ++i) {
    for (const Input* input : inputs) body(*input);
  }
  return elapsed_since(start);
}

}  // namespace weighbridge
