// nlohmann/json's UBJSON: to_ubjson and from_ubjson over its tree, and its SAX interface.
// https://json.nlohmann.me/features/binary_formats/ubjson/
#ifdef CODEC_MISSING
#include "codec.hpp"
#else
#include "nlohmann.hpp"
#endif

namespace weighbridge {
namespace {

#ifndef CODEC_MISSING

struct Ubjson {
  static auto write(const json& tree) { return json::to_ubjson(tree); }
  static json read(const std::string& encoded) { return json::from_ubjson(encoded); }
  static constexpr auto format = json::input_format_t::ubjson;
};

/// With counts and types of containers written before their content.
struct Optimised : Ubjson {
  static auto write(const json& tree) { return json::to_ubjson(tree, true, true); }
};

struct Plain : Tree<Ubjson> {};
struct Prebuilt : PrebuiltTree<Ubjson> {};

struct WithCounts : Versioned {
  void encode(const Value& value, auto&& use) { Tree<Optimised>().encode(value, use); }
};

#endif

const Library library{"nlohmann/json", "https://json.nlohmann.me", "MIT"};

const bool added =
    add<struct Plain>(
        {.codec = "nlohmann-ubjson",
         .format = "ubjson",
         .library = library,
         .operations = {Operation::encode, Operation::decode, Operation::scan},
         .policies = {.utf8 = "unchecked", .access = "tree", .api = "to_ubjson, from_ubjson, sax_parse"},
         .documentation = "https://json.nlohmann.me/features/binary_formats/ubjson/"}) &&
    add<struct Prebuilt>({.codec = "nlohmann-ubjson",
                          .variant = "prebuilt",
                          .format = "ubjson",
                          .library = library,
                          .operations = {Operation::encode},
                          .policies = {.utf8 = "unchecked", .access = "tree", .api = "to_ubjson"},
                          .documentation = "https://json.nlohmann.me/features/binary_formats/ubjson/"}) &&
    add<struct WithCounts>(
        {.codec = "nlohmann-ubjson",
         .variant = "optimised",
         .format = "ubjson",
         .library = library,
         .operations = {Operation::encode},
         .policies = {.utf8 = "unchecked", .access = "tree", .api = "to_ubjson with counts and types"},
         .documentation = "https://json.nlohmann.me/api/basic_json/to_ubjson/"});

}  // namespace
}  // namespace weighbridge
