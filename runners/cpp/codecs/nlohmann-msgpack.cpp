#include "nlohmann.hpp"

namespace weighbridge {
namespace {

NLOHMANN_FORMAT(MessagePack, msgpack)

const bool added =
    add_tree<MessagePack>(facts_of("msgpack", "binary_formats/messagepack/"), "to_msgpack", "from_msgpack");

}  // namespace
}  // namespace weighbridge
