// What the runner says of itself.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "codec.hpp"

namespace weighbridge {

/// `codec` or `codec[variant]`, as requests name it.
std::string full_name(const Facts& facts);

/// The answer to `describe`.
nlohmann::json describe();

}  // namespace weighbridge
