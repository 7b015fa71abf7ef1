#include "arduinojson.hpp"

namespace weighbridge {
namespace {

struct Json {
#ifndef CODEC_MISSING
  static std::string write(const ArduinoJson::JsonDocument& tree) {
    std::string encoded;
    ArduinoJson::serializeJson(tree, encoded);
    return encoded;
  }
  static auto read(ArduinoJson::JsonDocument& tree, const std::string& encoded, auto limit) {
    return ArduinoJson::deserializeJson(tree, encoded.data(), encoded.size(), limit);
  }
#endif
};

const bool added = add_tree<Json>("json", "Json");

}  // namespace
}  // namespace weighbridge
