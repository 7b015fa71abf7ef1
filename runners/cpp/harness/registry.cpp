#include "codec.hpp"

namespace weighbridge {

std::vector<Registered>& registry() {
  static std::vector<Registered> codecs;
  return codecs;
}

}  // namespace weighbridge
