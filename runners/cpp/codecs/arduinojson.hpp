// What the codecs of ArduinoJson share: its document, which it fills from values and empties to a visitor.
// https://arduinojson.org/v7/api/
#pragma once

#include "codec.hpp"

#ifndef CODEC_MISSING
#include <ArduinoJson.h>
#endif

namespace weighbridge {
namespace {

#ifndef CODEC_MISSING

void fill(ArduinoJson::JsonVariant to, const Value& value) {
  match(
      value, [&](std::nullptr_t) { to.set(nullptr); }, [&](bool b) { to.set(b); },
      [&](std::int64_t i) { to.set(i); }, [&](std::uint64_t u) { to.set(u); }, [&](double d) { to.set(d); },
      [&](const std::string& text) { to.set(text); },
      [&](const Bytes& bytes) { to.set(ArduinoJson::MsgPackBinary(bytes.data.data(), bytes.data.size())); },
      [&](const Array& array) {
        const auto tree = to.to<ArduinoJson::JsonArray>();
        for (const Value& element : array) fill(tree.add<ArduinoJson::JsonVariant>(), element);
      },
      [&](const Map& map) {
        const auto tree = to.to<ArduinoJson::JsonObject>();
        for (const Entry& entry : map) fill(tree[entry.key].to<ArduinoJson::JsonVariant>(), entry.value);
      });
}

ArduinoJson::JsonDocument build(const Value& value) {
  ArduinoJson::JsonDocument tree;
  fill(tree.to<ArduinoJson::JsonVariant>(), value);
  if (tree.overflowed()) throw Failed("no memory, or a document beyond the library's limits");
  return tree;
}

struct Versioned {
  static std::string version() { return ARDUINOJSON_VERSION; }
};

/// A Format has `write` (a tree to a string) and `read` (bytes to a tree).
template <class Format>
struct Tree : Versioned {
  void encode(const Value& value, auto&& use) {
    const std::string encoded = Format::write(build(value));
    use(encoded.data(), encoded.size());
  }

  void decode(const std::string& encoded, auto&& use) {
    ArduinoJson::JsonDocument tree;
    // By default it takes 10 levels.
    const auto error = Format::read(tree, encoded, ArduinoJson::DeserializationOption::NestingLimit(255));
    if (error == ArduinoJson::DeserializationError::TooDeep) throw Unsupported(error.c_str());
    if (error) throw Failed(error.c_str());
    use(tree);
  }

  static void visit(const ArduinoJson::JsonDocument& tree, auto& visitor) {
    hand_on(tree.as<ArduinoJson::JsonVariantConst>(), visitor);
  }

 private:
  static void hand_on(ArduinoJson::JsonVariantConst value, auto& visitor) {
    if (value.isNull()) return visitor.null();
    if (value.is<bool>()) return visitor.boolean(value.as<bool>());
    if (value.is<std::int64_t>()) return visitor.integer(value.as<std::int64_t>());
    if (value.is<std::uint64_t>()) return visitor.unsigned_integer(value.as<std::uint64_t>());
    if (value.is<double>()) return visitor.real(value.as<double>());
    if (value.is<ArduinoJson::JsonString>()) {
      const auto text = value.as<ArduinoJson::JsonString>();
      return visitor.string({text.c_str(), text.size()});
    }
    if (value.is<ArduinoJson::MsgPackBinary>()) {
      const auto data = value.as<ArduinoJson::MsgPackBinary>();
      return visitor.bytes({static_cast<const char*>(data.data()), data.size()});
    }
    if (value.is<ArduinoJson::JsonArrayConst>()) {
      visitor.begin_array();
      for (const auto element : value.as<ArduinoJson::JsonArrayConst>()) hand_on(element, visitor);
      return visitor.end_array();
    }
    if (!value.is<ArduinoJson::JsonObjectConst>()) throw Failed("a type outside the value model");
    visitor.begin_map();
    for (const auto entry : value.as<ArduinoJson::JsonObjectConst>()) {
      visitor.key({entry.key().c_str(), entry.key().size()});
      hand_on(entry.value(), visitor);
    }
    visitor.end_map();
  }
};

template <class Format>
struct PrebuiltTree : Versioned {
  static ArduinoJson::JsonDocument prepare(const Value& value) { return build(value); }

  void encode(const ArduinoJson::JsonDocument& tree, auto&& use) {
    const std::string encoded = Format::write(tree);
    use(encoded.data(), encoded.size());
  }
};

#else

template <class Format>
struct Tree;
template <class Format>
struct PrebuiltTree;

#endif

/// Adds the rows of a format; `name` is how the library's functions end.
template <class Format>
bool add_tree(const std::string& format, const std::string& name, std::string_view path = __builtin_FILE()) {
  const Facts facts{.codec = "arduinojson-" + format,
                    .format = format,
                    .library = {"ArduinoJson", "https://arduinojson.org", "MIT"},
                    .documentation = "https://arduinojson.org/v7/api/" + format + "/",
                    .policies = {.utf8 = "unchecked", .map = "list"}};
  const std::string serialize = "serialize" + name;
  return add<Tree<Format>>(facts.row("encode decode", serialize + ", deserialize" + name), path) &&
         add<PrebuiltTree<Format>>(facts.row("encode", serialize, "prebuilt"), path);
}

}  // namespace
}  // namespace weighbridge
