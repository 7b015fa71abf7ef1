#include "jsoncons.hpp"

namespace weighbridge {
namespace {

JSONCONS_FORMAT(Plain, bson)

/// Bytes are generic ones: without a subtype the library calls them the user's own.
struct Bson : Plain {
  static constexpr std::uint64_t subtype = 0;
};

const bool added = add_events<Bson>("bson", "bson_bytes_encoder", "decode_bson");

}  // namespace
}  // namespace weighbridge
