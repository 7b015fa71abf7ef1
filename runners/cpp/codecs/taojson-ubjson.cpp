// taoJSON's UBJSON: its events interface, and its tree.
// https://github.com/taocpp/json/blob/main/doc/Binary-Data.md
#ifdef CODEC_MISSING
#include "codec.hpp"
#else
#include <tao/json/ubjson.hpp>

#include "taojson.hpp"
#endif

namespace weighbridge {
namespace {

#ifndef CODEC_MISSING

struct Ubjson {
  using Writer = tao::json::ubjson::events::to_string;
  static tao::json::value read(const std::string& encoded) { return tao::json::ubjson::from_string(encoded); }
  static void parse(auto& consumer, const std::string& encoded) {
    tao::json::ubjson::events::from_string(consumer, encoded);
  }
  static std::string write(const tao::json::value& tree) { return tao::json::ubjson::to_string(tree); }
};

struct Plain : Events<Ubjson> {};
struct Prebuilt : PrebuiltTree<Ubjson> {};

#endif

const Library library{"taoJSON", "https://github.com/taocpp/json", "MIT"};

const bool added =
    add<struct Plain>({.codec = "taojson-ubjson",
                       .format = "ubjson",
                       .library = library,
                       .operations = {Operation::encode, Operation::decode, Operation::scan},
                       .policies = {.utf8 = "checked", .access = "tree", .api = "events, from_string"},
                       .documentation = "https://github.com/taocpp/json/blob/main/doc/Binary-Data.md"}) &&
    add<struct Prebuilt>({.codec = "taojson-ubjson",
                          .variant = "prebuilt",
                          .format = "ubjson",
                          .library = library,
                          .operations = {Operation::encode},
                          .policies = {.utf8 = "checked", .access = "tree", .api = "to_string"},
                          .documentation = "https://github.com/taocpp/json/blob/main/doc/Binary-Data.md"});

}  // namespace
}  // namespace weighbridge
