// What formats cannot hold by their nature.
#pragma once

#include <string_view>

namespace weighbridge {

/// Limits of a format; one that is not named below has none.
struct Limits {
  bool bytes = true;
  bool non_finite = true;
  bool unsigned_64 = true;
  bool nul_in_keys = true;
  bool scalar_root = true;
  /// Else the root is a map with the keys "0", "1", ….
  bool array_root = true;
};

inline Limits limits_of(std::string_view format) {
  if (format == "json") return {.bytes = false, .non_finite = false};
  if (format == "bson")
    return {.unsigned_64 = false, .nul_in_keys = false, .scalar_root = false, .array_root = false};
  if (format == "flexbuffers") return {.nul_in_keys = false};
  if (format == "ubjson") return {.non_finite = false};
  return {};
}

}  // namespace weighbridge
