// taoJSON's CBOR: its events interface, and its tree.
// https://github.com/taocpp/json/blob/main/doc/Binary-Data.md
#ifdef CODEC_MISSING
#include "codec.hpp"
#else
#include <tao/json/cbor.hpp>

#include "taojson.hpp"
#endif

namespace weighbridge {
namespace {

#ifndef CODEC_MISSING

struct Cbor {
  using Writer = tao::json::cbor::events::to_string;
  static tao::json::value read(const std::string& encoded) { return tao::json::cbor::from_string(encoded); }
  static void parse(auto& consumer, const std::string& encoded) {
    tao::json::cbor::events::from_string(consumer, encoded);
  }
  static std::string write(const tao::json::value& tree) { return tao::json::cbor::to_string(tree); }
};

struct Plain : Events<Cbor> {};
struct Prebuilt : PrebuiltTree<Cbor> {};

#endif

const Library library{"taoJSON", "https://github.com/taocpp/json", "MIT"};

const bool added =
    add<struct Plain>({.codec = "taojson-cbor",
                       .format = "cbor",
                       .library = library,
                       .operations = {Operation::encode, Operation::decode, Operation::scan},
                       .policies = {.utf8 = "checked", .access = "tree", .api = "events, from_string"},
                       .documentation = "https://github.com/taocpp/json/blob/main/doc/Binary-Data.md"}) &&
    add<struct Prebuilt>({.codec = "taojson-cbor",
                          .variant = "prebuilt",
                          .format = "cbor",
                          .library = library,
                          .operations = {Operation::encode},
                          .policies = {.utf8 = "checked", .access = "tree", .api = "to_string"},
                          .documentation = "https://github.com/taocpp/json/blob/main/doc/Binary-Data.md"});

}  // namespace
}  // namespace weighbridge
