// What the runner says of itself.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "codec.hpp"

namespace weighbridge {

std::string_view operation_name(Operation operation);

/// `codec` or `codec[variant]`, as requests name it.
std::string full_name(const Facts& facts);

/// The answer to `describe`.
nlohmann::json describe();

}  // namespace weighbridge
