// nlohmann/json's BSON: to_bson and from_bson over its tree, and its SAX interface.
// https://json.nlohmann.me/features/binary_formats/bson/
#ifdef CODEC_MISSING
#include "codec.hpp"
#else
#include "nlohmann.hpp"
#endif

namespace weighbridge {
namespace {

#ifndef CODEC_MISSING

struct Bson {
  static auto write(const json& tree) { return json::to_bson(tree); }
  static json read(const std::string& encoded) { return json::from_bson(encoded); }
  static constexpr auto format = json::input_format_t::bson;
};

struct Plain : Tree<Bson> {};
struct Prebuilt : PrebuiltTree<Bson> {};

#endif

const Library library{"nlohmann/json", "https://json.nlohmann.me", "MIT"};

const bool added =
    add<struct Plain>(
        {.codec = "nlohmann-bson",
         .format = "bson",
         .library = library,
         .operations = {Operation::encode, Operation::decode, Operation::scan},
         .policies = {.utf8 = "unchecked", .access = "tree", .api = "to_bson, from_bson, sax_parse"},
         .documentation = "https://json.nlohmann.me/features/binary_formats/bson/"}) &&
    add<struct Prebuilt>({.codec = "nlohmann-bson",
                          .variant = "prebuilt",
                          .format = "bson",
                          .library = library,
                          .operations = {Operation::encode},
                          .policies = {.utf8 = "unchecked", .access = "tree", .api = "to_bson"},
                          .documentation = "https://json.nlohmann.me/features/binary_formats/bson/"});

}  // namespace
}  // namespace weighbridge
