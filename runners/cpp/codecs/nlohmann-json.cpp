#include "nlohmann.hpp"

namespace weighbridge {
namespace {

struct Json {
#ifndef CODEC_MISSING
  static auto write(const json& tree) { return tree.dump(); }
  static json read(const std::string& encoded) { return json::parse(encoded); }
  static constexpr auto format = json::input_format_t::json;
#endif
};

const bool added = add_tree<Json>(facts_of("json", "parsing/"), "dump", "parse");

}  // namespace
}  // namespace weighbridge
