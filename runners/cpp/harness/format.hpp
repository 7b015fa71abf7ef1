// What formats cannot hold by their nature.
#pragma once

#include <string>

#include "value.hpp"

namespace weighbridge {

/// Throws Unsupported, saying why, where the format cannot hold the value.
void require_representable(const std::string& format, const Value& value);

}  // namespace weighbridge
