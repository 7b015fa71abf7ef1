// What the codecs of nlohmann/json share: its tree, its SAX interface, and the adapters over them.
// https://json.nlohmann.me/api/basic_json/
#pragma once

#include "codec.hpp"

#ifdef CODEC_MISSING
#define NLOHMANN_FORMAT(Format, name) struct Format;
#else

#include <nlohmann/json.hpp>

/// Declares a binary format by the library's name for it.
#define NLOHMANN_FORMAT(Format, name)                                                   \
  struct Format {                                                                       \
    static auto write(const json& tree) { return json::to_##name(tree); }               \
    static json read(const std::string& encoded) { return json::from_##name(encoded); } \
    static constexpr auto format = json::input_format_t::name;                          \
  };
#endif

namespace weighbridge {
namespace {

#ifndef CODEC_MISSING

using nlohmann::json;

json build(const Value& value) {
  return match(
      value, [](std::nullptr_t) { return json(nullptr); }, [](bool b) { return json(b); },
      [](std::int64_t i) { return json(i); }, [](std::uint64_t u) { return json(u); },
      [](double d) { return json(d); }, [](const std::string& text) { return json(text); },
      [](const Bytes& bytes) { return json::binary({bytes.data.begin(), bytes.data.end()}); },
      [](const Array& array) {
        json tree = json::array();
        tree.get_ref<json::array_t&>().reserve(array.size());
        for (const Value& element : array) tree.push_back(build(element));
        return tree;
      },
      [](const Map& map) {
        json tree = json::object();
        for (const Entry& entry : map) tree.emplace(entry.key, build(entry.value));
        return tree;
      });
}

std::string_view view(const json::binary_t& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Hands on what a parser of the library's finds.
template <class Visitor>
class Handler {
 public:
  explicit Handler(Visitor& visitor) : visitor_(visitor) {}

  bool null() { return visitor_.null(), true; }
  bool boolean(bool b) { return visitor_.boolean(b), true; }
  bool number_integer(std::int64_t i) { return visitor_.integer(i), true; }
  bool number_unsigned(std::uint64_t u) { return visitor_.unsigned_integer(u), true; }
  bool number_float(double d, const std::string&) { return visitor_.real(d), true; }
  bool string(const std::string& text) { return visitor_.string(text), true; }
  bool binary(const json::binary_t& bytes) { return visitor_.bytes(view(bytes)), true; }
  bool start_object(std::size_t) { return visitor_.begin_map(), true; }
  bool key(const std::string& text) { return visitor_.key(text), true; }
  bool end_object() { return visitor_.end_map(), true; }
  bool start_array(std::size_t) { return visitor_.begin_array(), true; }
  bool end_array() { return visitor_.end_array(), true; }
  bool parse_error(std::size_t, const std::string&, const json::exception& error) {
    throw Failed(error.what());
  }

 private:
  Visitor& visitor_;
};

struct Versioned {
  static std::string version() {
    const json version = json::meta()["version"];
    return version["string"];
  }
};

/// A Format has `write` (a tree to bytes), `read` (bytes to a tree) and `format` (the library's name for it).
template <class Format>
struct Tree : Versioned {
  void encode(const Value& value, auto&& use) {
    const auto encoded = Format::write(build(value));
    use(encoded.data(), encoded.size());
  }

  void decode(const std::string& encoded, auto&& use) { use(Format::read(encoded)); }

  static void visit(const json& tree, auto& visitor) {
    switch (tree.type()) {
      case json::value_t::null: return visitor.null();
      case json::value_t::boolean: return visitor.boolean(tree.get<bool>());
      case json::value_t::number_integer: return visitor.integer(tree.get<std::int64_t>());
      case json::value_t::number_unsigned: return visitor.unsigned_integer(tree.get<std::uint64_t>());
      case json::value_t::number_float: return visitor.real(tree.get<double>());
      case json::value_t::string: return visitor.string(tree.get_ref<const std::string&>());
      case json::value_t::binary: return visitor.bytes(view(tree.get_binary()));
      case json::value_t::discarded: throw Failed("a discarded value");
      case json::value_t::array:
        visitor.begin_array();
        for (const json& element : tree) visit(element, visitor);
        return visitor.end_array();
      case json::value_t::object:
        visitor.begin_map();
        for (const auto& [key, value] : tree.items()) {
          visitor.key(key);
          visit(value, visitor);
        }
        return visitor.end_map();
    }
  }

  void scan(const std::string& encoded, auto& visitor) {
    Handler handler(visitor);
    json::sax_parse(encoded, &handler, Format::format);
  }
};

template <class Format>
struct PrebuiltTree : Versioned {
  static json prepare(const Value& value) { return build(value); }

  void encode(const json& tree, auto&& use) {
    const auto encoded = Format::write(tree);
    use(encoded.data(), encoded.size());
  }
};

#else

template <class Format>
struct Tree;
template <class Format>
struct PrebuiltTree;

#endif

/// The facts of the codec of a format; its reader checks UTF-8 in JSON only.
Facts facts_of(const std::string& format, const std::string& page) {
  return {.codec = "nlohmann-" + format,
          .format = format,
          .library = {"nlohmann/json", "https://json.nlohmann.me", "MIT"},
          .documentation = "https://json.nlohmann.me/features/" + page,
          .policies = {.utf8 = format == "json" ? "checked" : "unchecked", .map = "sorted"}};
}

/// Adds the rows that every format has: `encode` and `decode` are the functions' names.
template <class Format>
bool add_tree(const Facts& facts, const std::string& encode, const std::string& decode,
              std::string_view path = __builtin_FILE()) {
  return add<Tree<Format>>(facts.row("encode decode scan", encode + ", " + decode + ", sax_parse"), path) &&
         add<PrebuiltTree<Format>>(facts.row("encode", encode, "prebuilt"), path);
}

}  // namespace
}  // namespace weighbridge
