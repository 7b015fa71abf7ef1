// What the harness itself costs (docs/protocol.md, "Tares").
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "codec.hpp"

namespace weighbridge {

struct Tare {
  std::string_view name;
  Checked (*check)(Payload& payload, bool with_values);
  Elapsed (*time)(Payload& payload, std::uint64_t iterations);
};

const std::vector<Tare>& tares();

}  // namespace weighbridge
