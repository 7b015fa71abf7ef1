// Base64, RFC 4648 section 4, with padding.
#pragma once

#include <string>
#include <string_view>

namespace weighbridge {

std::string to_base64(std::string_view data);

/// Throws BadRequest where the text is not base64.
std::string from_base64(std::string_view text);

}  // namespace weighbridge
