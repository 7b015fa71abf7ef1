// taoJSON's MessagePack: its events interface, and its tree.
// https://github.com/taocpp/json/blob/main/doc/Binary-Data.md
#ifdef CODEC_MISSING
#include "codec.hpp"
#else
#include <tao/json/msgpack.hpp>

#include "taojson.hpp"
#endif

namespace weighbridge {
namespace {

#ifndef CODEC_MISSING

struct MessagePack {
  using Writer = tao::json::msgpack::events::to_string;
  static tao::json::value read(const std::string& encoded) {
    return tao::json::msgpack::from_string(encoded);
  }
  static void parse(auto& consumer, const std::string& encoded) {
    tao::json::msgpack::events::from_string(consumer, encoded);
  }
  static std::string write(const tao::json::value& tree) { return tao::json::msgpack::to_string(tree); }
};

struct Plain : Events<MessagePack> {};
struct Prebuilt : PrebuiltTree<MessagePack> {};

#endif

const Library library{"taoJSON", "https://github.com/taocpp/json", "MIT"};

const bool added =
    add<struct Plain>({.codec = "taojson-msgpack",
                       .format = "msgpack",
                       .library = library,
                       .operations = {Operation::encode, Operation::decode, Operation::scan},
                       .policies = {.utf8 = "checked", .access = "tree", .api = "events, from_string"},
                       .documentation = "https://github.com/taocpp/json/blob/main/doc/Binary-Data.md"}) &&
    add<struct Prebuilt>({.codec = "taojson-msgpack",
                          .variant = "prebuilt",
                          .format = "msgpack",
                          .library = library,
                          .operations = {Operation::encode},
                          .policies = {.utf8 = "checked", .access = "tree", .api = "to_string"},
                          .documentation = "https://github.com/taocpp/json/blob/main/doc/Binary-Data.md"});

}  // namespace
}  // namespace weighbridge
