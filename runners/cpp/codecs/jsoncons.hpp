// What the codecs of jsoncons share: driving an encoder, being a visitor, and its tree.
// https://danielaparker.github.io/jsoncons/
#pragma once

#include "codec.hpp"

#ifdef CODEC_MISSING
#define JSONCONS_FORMAT(Format, name) \
  struct Format {};
#else

#include <jsoncons/json.hpp>
#include <jsoncons_ext/bson/bson.hpp>
#include <jsoncons_ext/cbor/cbor.hpp>
#include <jsoncons_ext/msgpack/msgpack.hpp>
#include <jsoncons_ext/ubjson/ubjson.hpp>

/// Declares a binary format by the library's name for it.
#define JSONCONS_FORMAT(Format, name)                                                                      \
  struct Format {                                                                                          \
    using Output = std::vector<std::uint8_t>;                                                              \
    using Encoder = jsoncons::name::name##_bytes_encoder;                                                  \
    using Reader = jsoncons::name::name##_bytes_reader;                                                    \
    static auto input(const std::string& encoded) { return bytes_of(encoded); }                            \
    static jsoncons::json read(const std::string& encoded) {                                               \
      return jsoncons::name::decode_##name<jsoncons::json>(bytes_of(encoded));                             \
    }                                                                                                      \
    static void write(const jsoncons::json& tree, Output& to) { jsoncons::name::encode_##name(tree, to); } \
  };
#endif

namespace weighbridge {
namespace {

#ifndef CODEC_MISSING

jsoncons::span<const std::uint8_t> bytes_of(std::string_view data) {
  return {reinterpret_cast<const std::uint8_t*>(data.data()), data.size()};
}

/// Drives an encoder of the library's, or the one that makes its tree. Where a Format has a `subtype`, bytes
/// are of that.
template <class Format, class Encoder>
class Driver {
 public:
  explicit Driver(Encoder& encoder) : encoder_(encoder) {}

  void null() { encoder_.null_value(); }
  void boolean(bool b) { encoder_.bool_value(b); }
  void integer(std::int64_t i) { encoder_.int64_value(i); }
  void unsigned_integer(std::uint64_t u) { encoder_.uint64_value(u); }
  void real(double d) { encoder_.double_value(d); }
  void string(std::string_view text) { encoder_.string_value(text); }
  void bytes(std::string_view data) {
    if constexpr (requires { Format::subtype; }) {
      encoder_.byte_string_value(bytes_of(data), Format::subtype);
    } else {
      encoder_.byte_string_value(bytes_of(data));
    }
  }
  void key(std::string_view text) { encoder_.key(text); }
  void begin_array(std::size_t size) { encoder_.begin_array(size); }
  void end_array() { encoder_.end_array(); }
  void begin_map(std::size_t size) { encoder_.begin_object(size); }
  void end_map() { encoder_.end_object(); }

 private:
  Encoder& encoder_;
};

/// Hands on what a reader of the library's finds.
template <class Visitor>
class Handler final : public jsoncons::json_visitor {
 public:
  explicit Handler(Visitor& visitor) : visitor_(visitor) {}

 private:
  using Tag = jsoncons::semantic_tag;
  using Place = jsoncons::ser_context;
  using Error = std::error_code;

  void visit_flush() override {}
  JSONCONS_VISITOR_RETURN_TYPE visit_null(Tag, const Place&, Error&) override {
    visitor_.null();
    JSONCONS_VISITOR_RETURN;
  }
  JSONCONS_VISITOR_RETURN_TYPE visit_bool(bool b, Tag, const Place&, Error&) override {
    visitor_.boolean(b);
    JSONCONS_VISITOR_RETURN;
  }
  JSONCONS_VISITOR_RETURN_TYPE visit_int64(std::int64_t i, Tag, const Place&, Error&) override {
    visitor_.integer(i);
    JSONCONS_VISITOR_RETURN;
  }
  JSONCONS_VISITOR_RETURN_TYPE visit_uint64(std::uint64_t u, Tag, const Place&, Error&) override {
    visitor_.unsigned_integer(u);
    JSONCONS_VISITOR_RETURN;
  }
  JSONCONS_VISITOR_RETURN_TYPE visit_double(double d, Tag, const Place&, Error&) override {
    visitor_.real(d);
    JSONCONS_VISITOR_RETURN;
  }
  JSONCONS_VISITOR_RETURN_TYPE visit_string(const string_view_type& text, Tag, const Place&,
                                            Error&) override {
    visitor_.string(text);
    JSONCONS_VISITOR_RETURN;
  }
  JSONCONS_VISITOR_RETURN_TYPE visit_byte_string(const jsoncons::byte_string_view& data, Tag, const Place&,
                                                 Error&) override {
    visitor_.bytes({reinterpret_cast<const char*>(data.data()), data.size()});
    JSONCONS_VISITOR_RETURN;
  }
  JSONCONS_VISITOR_RETURN_TYPE visit_key(const string_view_type& text, const Place&, Error&) override {
    visitor_.key(text);
    JSONCONS_VISITOR_RETURN;
  }
  JSONCONS_VISITOR_RETURN_TYPE visit_begin_array(Tag, const Place&, Error&) override {
    visitor_.begin_array();
    JSONCONS_VISITOR_RETURN;
  }
  JSONCONS_VISITOR_RETURN_TYPE visit_end_array(const Place&, Error&) override {
    visitor_.end_array();
    JSONCONS_VISITOR_RETURN;
  }
  JSONCONS_VISITOR_RETURN_TYPE visit_begin_object(Tag, const Place&, Error&) override {
    visitor_.begin_map();
    JSONCONS_VISITOR_RETURN;
  }
  JSONCONS_VISITOR_RETURN_TYPE visit_end_object(const Place&, Error&) override {
    visitor_.end_map();
    JSONCONS_VISITOR_RETURN;
  }

  Visitor& visitor_;
};

struct Versioned {
  static std::string version() {
    return std::to_string(JSONCONS_VERSION_MAJOR) + '.' + std::to_string(JSONCONS_VERSION_MINOR) + '.' +
           std::to_string(JSONCONS_VERSION_PATCH);
  }
};

/// A Format has `Output`, an `Encoder` into one, a `Reader` of an `input`, `read` (bytes to a tree) and
/// `write` (a tree to an Output).
template <class Format>
struct Events : Versioned {
  void encode(const Value& value, auto&& use) {
    typename Format::Output output;
    typename Format::Encoder encoder(output);
    Driver<Format, typename Format::Encoder> driver(encoder);
    walk(value, driver);
    encoder.flush();
    use(output.data(), output.size());
  }

  void decode(const std::string& encoded, auto&& use) { use(Format::read(encoded)); }

  static void visit(const jsoncons::json& tree, auto& visitor) {
    Handler handler(visitor);
    tree.dump(handler);
  }

  void scan(const std::string& encoded, auto& visitor) {
    Handler handler(visitor);
    typename Format::Reader(Format::input(encoded), handler).read();
  }
};

template <class Format>
struct PrebuiltTree : Versioned {
  static jsoncons::json prepare(const Value& value) {
    jsoncons::json_decoder<jsoncons::json> decoder;
    Driver<Format, decltype(decoder)> driver(decoder);
    walk(value, driver);
    return decoder.get_result();
  }

  void encode(const jsoncons::json& tree, auto&& use) {
    typename Format::Output output;
    Format::write(tree, output);
    use(output.data(), output.size());
  }
};

#else

template <class Format>
struct Events;
template <class Format>
struct PrebuiltTree;

#endif

/// Adds the rows of a format: `encoder` and `decode` are the names of what is used.
template <class Format>
bool add_events(const std::string& format, const std::string& encoder, const std::string& decode,
                std::string_view path = __builtin_FILE()) {
  const std::string page = "https://github.com/danielaparker/jsoncons/blob/master/doc/ref/";
  const Facts facts{
      .codec = "jsoncons-" + format,
      .format = format,
      .library = {"jsoncons", "https://danielaparker.github.io/jsoncons/", "BSL-1.0"},
      .documentation = page + (format == "json" ? "corelib/basic_json.md" : format + "/" + format + ".md"),
      .policies = {.map = "sorted"}};
  return add<Events<Format>>(facts.row("encode decode scan", encoder + ", " + decode + ", reader"), path) &&
         add<PrebuiltTree<Format>>(facts.row("encode", "encode_" + format, "prebuilt"), path);
}

}  // namespace
}  // namespace weighbridge
