// What the codecs of taoJSON share: driving an events consumer, being one, and its tree.
// https://github.com/taocpp/json/blob/main/doc/Events-Interface.md
#pragma once

#include "codec.hpp"

#ifdef CODEC_MISSING
#define TAOJSON_FORMAT(Format, scope) struct Format;
#else

#include <cstddef>
#include <tao/json.hpp>
#include <tao/json/cbor.hpp>
#include <tao/json/msgpack.hpp>
#include <tao/json/ubjson.hpp>

/// Declares a format by the namespace that the library has for it.
#define TAOJSON_FORMAT(Format, scope)                                                                \
  struct Format {                                                                                    \
    using Writer = scope::events::to_string;                                                         \
    static tao::json::value read(const std::string& encoded) { return scope::from_string(encoded); } \
    static void parse(auto& consumer, const std::string& encoded) {                                  \
      scope::events::from_string(consumer, encoded);                                                 \
    }                                                                                                \
    static std::string write(const tao::json::value& tree) { return scope::to_string(tree); }        \
  };
#endif

namespace weighbridge {
namespace {

#ifndef CODEC_MISSING

tao::binary_view binary(const Bytes& bytes) {
  return {reinterpret_cast<const std::byte*>(bytes.data.data()), bytes.data.size()};
}

/// Produces the events of a value, for a writer of the library's or for its tree.
template <class Consumer>
void produce(Consumer& consumer, const Value& value) {
  match(
      value, [&](std::nullptr_t) { consumer.null(); }, [&](bool b) { consumer.boolean(b); },
      [&](std::int64_t i) { consumer.number(i); }, [&](std::uint64_t u) { consumer.number(u); },
      [&](double d) { consumer.number(d); },
      [&](const std::string& text) { consumer.string(std::string_view(text)); },
      [&](const Bytes& bytes) { consumer.binary(binary(bytes)); },
      [&](const Array& array) {
        consumer.begin_array(array.size());
        for (const Value& element : array) {
          produce(consumer, element);
          consumer.element();
        }
        consumer.end_array(array.size());
      },
      [&](const Map& map) {
        consumer.begin_object(map.size());
        for (const Entry& entry : map) {
          consumer.key(std::string_view(entry.key));
          produce(consumer, entry.value);
          consumer.member();
        }
        consumer.end_object(map.size());
      });
}

/// Hands on the events of a producer of the library's.
template <class Visitor>
class Consumer {
 public:
  explicit Consumer(Visitor& visitor) : visitor_(visitor) {}

  void null() { visitor_.null(); }
  void boolean(bool b) { visitor_.boolean(b); }
  void number(std::int64_t i) { visitor_.integer(i); }
  void number(std::uint64_t u) { visitor_.unsigned_integer(u); }
  void number(double d) { visitor_.real(d); }
  void string(std::string_view text) { visitor_.string(text); }
  void binary(tao::binary_view data) {
    visitor_.bytes({reinterpret_cast<const char*>(data.data()), data.size()});
  }
  void begin_array(std::size_t = 0) { visitor_.begin_array(); }
  void element() {}
  void end_array(std::size_t = 0) { visitor_.end_array(); }
  void begin_object(std::size_t = 0) { visitor_.begin_map(); }
  void key(std::string_view text) { visitor_.key(text); }
  void member() {}
  void end_object(std::size_t = 0) { visitor_.end_map(); }

 private:
  Visitor& visitor_;
};

struct Versioned {
  /// The library's headers tell no version, the package that has them does.
  static std::string version() { return CODEC_PACKAGE_VERSION; }
};

/// A Format has `Writer` (an events consumer whose value() is the bytes), `read` (bytes to a tree), `parse`
/// (bytes to an events consumer) and `write` (a tree to bytes).
template <class Format>
struct Events : Versioned {
  void encode(const Value& value, auto&& use) {
    typename Format::Writer writer;
    produce(writer, value);
    const std::string encoded = writer.value();
    use(encoded.data(), encoded.size());
  }

  void decode(const std::string& encoded, auto&& use) { use(Format::read(encoded)); }

  static void visit(const tao::json::value& tree, auto& visitor) {
    Consumer consumer(visitor);
    tao::json::events::from_value(consumer, tree);
  }

  void scan(const std::string& encoded, auto& visitor) {
    Consumer consumer(visitor);
    Format::parse(consumer, encoded);
  }
};

template <class Format>
struct PrebuiltTree : Versioned {
  static tao::json::value prepare(const Value& value) {
    tao::json::events::to_value builder;
    produce(builder, value);
    return std::move(builder.value);
  }

  void encode(const tao::json::value& tree, auto&& use) {
    const std::string encoded = Format::write(tree);
    use(encoded.data(), encoded.size());
  }
};

#else

template <class Format>
struct Events;
template <class Format>
struct PrebuiltTree;

#endif

/// Adds the rows of a format.
template <class Format>
bool add_events(const std::string& codec, const std::string& format, const std::string& page,
                std::string_view path = __builtin_FILE()) {
  const Facts facts{.codec = codec,
                    .format = format,
                    .library = {"taoJSON", "https://github.com/taocpp/json", "MIT"},
                    .documentation = "https://github.com/taocpp/json/blob/main/doc/" + page,
                    .policies = {.map = "sorted"}};
  return add<Events<Format>>(facts.row("encode decode scan", "events, from_string"), path) &&
         add<PrebuiltTree<Format>>(facts.row("encode", "to_string", "prebuilt"), path);
}

}  // namespace
}  // namespace weighbridge
