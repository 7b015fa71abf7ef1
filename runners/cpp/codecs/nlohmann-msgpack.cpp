// nlohmann/json's MessagePack: to_msgpack and from_msgpack over its tree, and its SAX interface.
// https://json.nlohmann.me/features/binary_formats/messagepack/
#ifdef CODEC_MISSING
#include "codec.hpp"
#else
#include "nlohmann.hpp"
#endif

namespace weighbridge {
namespace {

#ifndef CODEC_MISSING

struct MessagePack {
  static auto write(const json& tree) { return json::to_msgpack(tree); }
  static json read(const std::string& encoded) { return json::from_msgpack(encoded); }
  static constexpr auto format = json::input_format_t::msgpack;
};

struct Plain : Tree<MessagePack> {};
struct Prebuilt : PrebuiltTree<MessagePack> {};

#endif

const Library library{"nlohmann/json", "https://json.nlohmann.me", "MIT"};

const bool added =
    add<struct Plain>(
        {.codec = "nlohmann-msgpack",
         .format = "msgpack",
         .library = library,
         .operations = {Operation::encode, Operation::decode, Operation::scan},
         .policies = {.utf8 = "unchecked", .access = "tree", .api = "to_msgpack, from_msgpack, sax_parse"},
         .documentation = "https://json.nlohmann.me/features/binary_formats/messagepack/"}) &&
    add<struct Prebuilt>({.codec = "nlohmann-msgpack",
                          .variant = "prebuilt",
                          .format = "msgpack",
                          .library = library,
                          .operations = {Operation::encode},
                          .policies = {.utf8 = "unchecked", .access = "tree", .api = "to_msgpack"},
                          .documentation = "https://json.nlohmann.me/features/binary_formats/messagepack/"});

}  // namespace
}  // namespace weighbridge
