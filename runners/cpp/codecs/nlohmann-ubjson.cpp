#include "nlohmann.hpp"

namespace weighbridge {
namespace {

NLOHMANN_FORMAT(Ubjson, ubjson)

#ifndef CODEC_MISSING
/// With counts and types of containers written before their content.
struct Optimised : Versioned {
  struct Format {
    static auto write(const json& tree) { return json::to_ubjson(tree, true, true); }
  };
  void encode(const Value& value, auto&& use) { Tree<Format>().encode(value, use); }
};
#endif

const Facts facts = facts_of("ubjson", "binary_formats/ubjson/");
const bool added = add_tree<Ubjson>(facts, "to_ubjson", "from_ubjson") &&
                   add<struct Optimised>(facts.row("encode", "to_ubjson with counts and types", "optimised"));

}  // namespace
}  // namespace weighbridge
