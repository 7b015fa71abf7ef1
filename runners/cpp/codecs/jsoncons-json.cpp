#include "jsoncons.hpp"

namespace weighbridge {
namespace {

struct Json {
#ifndef CODEC_MISSING
  using Output = std::string;
  using Encoder = jsoncons::compact_json_string_encoder;
  using Reader = jsoncons::json_string_reader;
  static const std::string& input(const std::string& text) { return text; }
  static jsoncons::json read(const std::string& text) { return jsoncons::json::parse(text); }
  static void write(const jsoncons::json& tree, Output& to) { jsoncons::encode_json(tree, to); }
#endif
};

const bool added = add_events<Json>("json", "compact_json_string_encoder", "parse");

}  // namespace
}  // namespace weighbridge
