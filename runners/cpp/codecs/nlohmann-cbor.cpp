// nlohmann/json's CBOR: to_cbor and from_cbor over its tree, and its SAX interface.
// https://json.nlohmann.me/features/binary_formats/cbor/
#ifdef CODEC_MISSING
#include "codec.hpp"
#else
#include "nlohmann.hpp"
#endif

namespace weighbridge {
namespace {

#ifndef CODEC_MISSING

struct Cbor {
  static auto write(const json& tree) { return json::to_cbor(tree); }
  static json read(const std::string& encoded) { return json::from_cbor(encoded); }
  static constexpr auto format = json::input_format_t::cbor;
};

struct Plain : Tree<Cbor> {};
struct Prebuilt : PrebuiltTree<Cbor> {};

#endif

const Library library{"nlohmann/json", "https://json.nlohmann.me", "MIT"};

const bool added =
    add<struct Plain>(
        {.codec = "nlohmann-cbor",
         .format = "cbor",
         .library = library,
         .operations = {Operation::encode, Operation::decode, Operation::scan},
         .policies = {.utf8 = "unchecked", .access = "tree", .api = "to_cbor, from_cbor, sax_parse"},
         .documentation = "https://json.nlohmann.me/features/binary_formats/cbor/"}) &&
    add<struct Prebuilt>({.codec = "nlohmann-cbor",
                          .variant = "prebuilt",
                          .format = "cbor",
                          .library = library,
                          .operations = {Operation::encode},
                          .policies = {.utf8 = "unchecked", .access = "tree", .api = "to_cbor"},
                          .documentation = "https://json.nlohmann.me/features/binary_formats/cbor/"});

}  // namespace
}  // namespace weighbridge
