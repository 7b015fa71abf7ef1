#include "jsoncons.hpp"

namespace weighbridge {
namespace {

JSONCONS_FORMAT(MessagePack, msgpack)

const bool added = add_events<MessagePack>("msgpack", "msgpack_bytes_encoder", "decode_msgpack");

}  // namespace
}  // namespace weighbridge
