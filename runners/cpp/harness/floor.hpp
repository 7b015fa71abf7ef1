// What no codec can go below (docs/protocol.md, "Floors").
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec.hpp"

namespace weighbridge {

struct Floor {
  Checked (*check)(Payload& payload, const std::string& format, bool with_values);
  Elapsed (*time)(Payload& payload, const std::string& format, std::uint64_t iterations);
  std::string format;  // of which it copies; empty if it copies nothing
};

std::vector<std::string_view> floor_names();

/// Finds what a request names: `floor:walk`, `floor:memcpy[json]`.
std::optional<Floor> find_floor(const std::string& name);

}  // namespace weighbridge
