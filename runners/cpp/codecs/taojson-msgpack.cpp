#include "taojson.hpp"

namespace weighbridge {
namespace {

TAOJSON_FORMAT(MessagePack, tao::json::msgpack)

const bool added = add_events<MessagePack>("taojson-msgpack", "msgpack", "Binary-Data.md");

}  // namespace
}  // namespace weighbridge
