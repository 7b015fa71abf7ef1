// nlohmann/json's JSON: dump and parse over its tree, and its SAX interface.
// https://json.nlohmann.me/features/parsing/
#ifdef CODEC_MISSING
#include "codec.hpp"
#else
#include "nlohmann.hpp"
#endif

namespace weighbridge {
namespace {

#ifndef CODEC_MISSING

struct Json {
  static auto write(const json& tree) { return tree.dump(); }
  static json read(const std::string& encoded) { return json::parse(encoded); }
  static constexpr auto format = json::input_format_t::json;
};

struct Plain : Tree<Json> {};
struct Prebuilt : PrebuiltTree<Json> {};

#endif

const Library library{"nlohmann/json", "https://json.nlohmann.me", "MIT"};

const bool added =
    add<struct Plain>({.codec = "nlohmann-json",
                       .format = "json",
                       .library = library,
                       .operations = {Operation::encode, Operation::decode, Operation::scan},
                       .policies = {.utf8 = "checked", .access = "tree", .api = "dump, parse, sax_parse"},
                       .documentation = "https://json.nlohmann.me/features/parsing/"}) &&
    add<struct Prebuilt>({.codec = "nlohmann-json",
                          .variant = "prebuilt",
                          .format = "json",
                          .library = library,
                          .operations = {Operation::encode},
                          .policies = {.utf8 = "checked", .access = "tree", .api = "dump"},
                          .documentation = "https://json.nlohmann.me/features/parsing/"});

}  // namespace
}  // namespace weighbridge
