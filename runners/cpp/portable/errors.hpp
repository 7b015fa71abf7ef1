// The three ways in which a request is refused. Any other exception is the library's own: `failed`.
#pragma once

#include <stdexcept>

namespace weighbridge {

/// The request is malformed or names what does not exist.
struct BadRequest : std::runtime_error {
  using runtime_error::runtime_error;
};

/// The codec cannot do this by its nature.
struct Unsupported : std::runtime_error {
  using runtime_error::runtime_error;
};

/// The library refused, by a result and not by an exception of its own.
struct Failed : std::runtime_error {
  using runtime_error::runtime_error;
};

}  // namespace weighbridge
