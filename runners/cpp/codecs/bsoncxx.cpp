#include "codec.hpp"

#ifndef CODEC_MISSING
#include <bsoncxx/array/view.hpp>
#include <bsoncxx/builder/core.hpp>
#include <bsoncxx/config/version.hpp>
#include <bsoncxx/document/value.hpp>
#include <bsoncxx/document/view.hpp>
#include <bsoncxx/types.hpp>
#endif

namespace weighbridge {
namespace {

#ifndef CODEC_MISSING

namespace types = bsoncxx::types;

bsoncxx::stdx::string_view view(std::string_view text) { return {text.data(), text.size()}; }

/// Drives the builder, to which the root is open from the beginning.
class Driver {
 public:
  explicit Driver(bsoncxx::builder::core& builder) : builder_(builder) {}

  void null() { builder_.append(types::b_null{}); }
  void boolean(bool b) { builder_.append(types::b_bool{b}); }
  void integer(std::int64_t i) {
    if (i == static_cast<std::int32_t>(i)) {
      builder_.append(types::b_int32{static_cast<std::int32_t>(i)});
    } else {
      builder_.append(types::b_int64{i});
    }
  }
  void unsigned_integer(std::uint64_t) { throw Unsupported("BSON cannot hold an integer above 2^63-1"); }
  void real(double d) { builder_.append(types::b_double{d}); }
  void string(std::string_view text) { builder_.append(types::b_string{view(text)}); }
  void bytes(std::string_view data) {
    builder_.append(types::b_binary{bsoncxx::binary_sub_type::k_binary,
                                    static_cast<std::uint32_t>(data.size()),
                                    reinterpret_cast<const std::uint8_t*>(data.data())});
  }
  void key(std::string_view text) { builder_.key_view(view(text)); }
  void begin_array(std::size_t) { builder_.open_array(); }
  void end_array() { builder_.close_array(); }
  void begin_map(std::size_t) {
    if (depth_++ > 0) builder_.open_document();
  }
  void end_map() {
    if (--depth_ > 0) builder_.close_document();
  }

 private:
  bsoncxx::builder::core& builder_;
  int depth_ = 0;
};

struct Plain {
  static std::string version() {
    return std::to_string(BSONCXX_VERSION_MAJOR) + '.' + std::to_string(BSONCXX_VERSION_MINOR) + '.' +
           std::to_string(BSONCXX_VERSION_PATCH);
  }

  void encode(const Value& value, auto&& use) {
    bsoncxx::builder::core builder(false);
    Driver driver(builder);
    walk(value, driver);
    const bsoncxx::document::value document = builder.extract_document();
    use(document.view().data(), document.view().length());
  }

  void scan(const std::string& encoded, auto& visitor) {
    const bsoncxx::document::view document(reinterpret_cast<const std::uint8_t*>(encoded.data()),
                                           encoded.size());
    hand_on_document(document, visitor);
  }

 private:
  static void hand_on_document(const bsoncxx::document::view& document, auto& visitor) {
    visitor.begin_map();
    for (const auto& element : document) {
      visitor.key({element.key().data(), element.key().size()});
      hand_on(element, visitor);
    }
    visitor.end_map();
  }

  static void hand_on(const auto& element, auto& visitor) {
    switch (element.type()) {
      case bsoncxx::type::k_null: return visitor.null();
      case bsoncxx::type::k_bool: return visitor.boolean(element.get_bool().value);
      case bsoncxx::type::k_int32: return visitor.integer(element.get_int32().value);
      case bsoncxx::type::k_int64: return visitor.integer(element.get_int64().value);
      case bsoncxx::type::k_double: return visitor.real(element.get_double().value);
      case bsoncxx::type::k_string: {
        const auto text = element.get_string().value;
        return visitor.string({text.data(), text.size()});
      }
      case bsoncxx::type::k_binary: {
        const auto data = element.get_binary();
        return visitor.bytes({reinterpret_cast<const char*>(data.bytes), data.size});
      }
      case bsoncxx::type::k_array:
        visitor.begin_array();
        for (const auto& child : element.get_array().value) hand_on(child, visitor);
        return visitor.end_array();
      case bsoncxx::type::k_document: return hand_on_document(element.get_document().value, visitor);
      default: throw Failed("a type outside the value model");
    }
  }
};

#endif

const Facts facts{
    .codec = "bsoncxx",
    .format = "bson",
    .library = {"bsoncxx", "https://www.mongodb.com/docs/languages/cpp/cpp-driver/current/", "Apache-2.0"},
    .documentation = "https://www.mongodb.com/docs/languages/cpp/cpp-driver/current/bson/",
    .policies = {.strings = "borrowed", .utf8 = "unchecked", .access = "lazy"}};

const bool added = add<struct Plain>(facts.row("encode scan", "builder::core, document::view"));

}  // namespace
}  // namespace weighbridge
