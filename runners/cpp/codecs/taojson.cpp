// taoJSON's JSON: its events interface, and its tree.
// https://github.com/taocpp/json/blob/main/doc/Events-Interface.md
#ifdef CODEC_MISSING
#include "codec.hpp"
#else
#include "taojson.hpp"
#endif

namespace weighbridge {
namespace {

#ifndef CODEC_MISSING

struct Json {
  using Writer = tao::json::events::to_string;
  static tao::json::value read(const std::string& encoded) { return tao::json::from_string(encoded); }
  static void parse(auto& consumer, const std::string& encoded) {
    tao::json::events::from_string(consumer, encoded);
  }
  static std::string write(const tao::json::value& tree) { return tao::json::to_string(tree); }
};

struct Plain : Events<Json> {};
struct Prebuilt : PrebuiltTree<Json> {};

#endif

const Library library{"taoJSON", "https://github.com/taocpp/json", "MIT"};

const bool added =
    add<struct Plain>(
        {.codec = "taojson",
         .format = "json",
         .library = library,
         .operations = {Operation::encode, Operation::decode, Operation::scan},
         .policies = {.utf8 = "checked", .access = "tree", .api = "events, from_string"},
         .documentation = "https://github.com/taocpp/json/blob/main/doc/Events-Interface.md"}) &&
    add<struct Prebuilt>(
        {.codec = "taojson",
         .variant = "prebuilt",
         .format = "json",
         .library = library,
         .operations = {Operation::encode},
         .policies = {.utf8 = "checked", .access = "tree", .api = "to_string"},
         .documentation = "https://github.com/taocpp/json/blob/main/doc/Events-Interface.md"});

}  // namespace
}  // namespace weighbridge
