#include "arduinojson.hpp"

namespace weighbridge {
namespace {

struct MessagePack {
#ifndef CODEC_MISSING
  static std::string write(const ArduinoJson::JsonDocument& tree) {
    std::string encoded;
    ArduinoJson::serializeMsgPack(tree, encoded);
    return encoded;
  }
  static auto read(ArduinoJson::JsonDocument& tree, const std::string& encoded, auto limit) {
    return ArduinoJson::deserializeMsgPack(tree, encoded.data(), encoded.size(), limit);
  }
#endif
};

const bool added = add_tree<MessagePack>("msgpack", "MsgPack");

}  // namespace
}  // namespace weighbridge
