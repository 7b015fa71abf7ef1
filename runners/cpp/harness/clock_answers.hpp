// What answers say of clocks, whichever there are.
#pragma once

#include <nlohmann/json.hpp>

#include "clocks.hpp"

namespace weighbridge {

/// Which clocks there are.
nlohmann::json describe_clocks();

/// The members of an answer that say what elapsed.
nlohmann::json members_of(const Elapsed& elapsed);

}  // namespace weighbridge
