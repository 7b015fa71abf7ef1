// What formats cannot hold by their nature, and what they write instead.
#pragma once

#include <string>
#include <vector>

#include "payload.hpp"

namespace weighbridge {

/// What encoders of a format start from, document by document; throws Unsupported, saying why, where the
/// format cannot hold one.
std::vector<const Value*> documents_for(const std::string& format, Payload& payload);

}  // namespace weighbridge
