// simdjson: its DOM and its On-Demand interface. Both want padding behind the text, and pay for the padded
// copy. https://github.com/simdjson/simdjson/blob/master/doc/basics.md
#include "codec.hpp"

#ifndef CODEC_MISSING
#include <simdjson.h>
#endif

namespace weighbridge {
namespace {

#ifndef CODEC_MISSING

namespace dom = simdjson::dom;
namespace ondemand = simdjson::ondemand;

struct Visiting {
  static std::string version() {
    return std::to_string(simdjson::SIMDJSON_VERSION_MAJOR) + '.' +
           std::to_string(simdjson::SIMDJSON_VERSION_MINOR) + '.' +
           std::to_string(simdjson::SIMDJSON_VERSION_REVISION);
  }

  static void visit(const dom::element& element, auto& visitor) {
    switch (element.type()) {
      case dom::element_type::NULL_VALUE:
        return visitor.null();
      case dom::element_type::BOOL:
        return visitor.boolean(element.get_bool());
      case dom::element_type::INT64:
        return visitor.integer(element.get_int64());
      case dom::element_type::UINT64:
        return visitor.unsigned_integer(element.get_uint64());
      case dom::element_type::DOUBLE:
        return visitor.real(element.get_double());
      case dom::element_type::STRING:
        return visitor.string(element.get_string());
      case dom::element_type::ARRAY:
        visitor.begin_array();
        for (const dom::element child : dom::array(element)) visit(child, visitor);
        return visitor.end_array();
      case dom::element_type::OBJECT:
        visitor.begin_map();
        for (const auto& [key, value] : dom::object(element)) {
          visitor.key(key);
          visit(value, visitor);
        }
        return visitor.end_map();
    }
  }

 protected:
  /// Hands on an On-Demand document or value, reading it for good.
  static void hand_on(auto&& element, auto& visitor) {
    switch (ondemand::json_type(element.type())) {
      case ondemand::json_type::null:
        if (!element.is_null()) throw Failed("a value that is no null");
        return visitor.null();
      case ondemand::json_type::boolean:
        return visitor.boolean(element.get_bool());
      case ondemand::json_type::string:
        return visitor.string(element.get_string());
      case ondemand::json_type::number: {
        ondemand::number number = element.get_number();
        switch (number.get_number_type()) {
          case ondemand::number_type::signed_integer:
            return visitor.integer(number.get_int64());
          case ondemand::number_type::unsigned_integer:
            return visitor.unsigned_integer(number.get_uint64());
          case ondemand::number_type::floating_point_number:
            return visitor.real(number.get_double());
        }
        return;
      }
      case ondemand::json_type::array:
        visitor.begin_array();
        for (ondemand::value child : ondemand::array(element.get_array())) hand_on(child, visitor);
        return visitor.end_array();
      case ondemand::json_type::object:
        visitor.begin_map();
        for (ondemand::field field : ondemand::object(element.get_object())) {
          visitor.key(std::string_view(field.unescaped_key()));
          hand_on(field.value(), visitor);
        }
        return visitor.end_map();
    }
  }
};

struct Plain : Visiting {
  void decode(const std::string& text, auto&& use) {
    dom::parser parser;
    use(dom::element(parser.parse(text)));
  }

  void scan(const std::string& text, auto& visitor) {
    const simdjson::padded_string padded(text);
    ondemand::parser parser;
    ondemand::document document = parser.iterate(padded);
    hand_on(document, visitor);
  }
};

/// The parsers and the padded buffer keep their memory from one document to the next, as the library's page
/// on performance advises.
class Reuse : public Visiting {
 public:
  void decode(const std::string& text, auto&& use) {
    pad(text);
    use(dom::element(dom_.parse(padded_.data(), text.size(), false)));
  }

  void scan(const std::string& text, auto& visitor) {
    pad(text);
    ondemand::document document = ondemand_.iterate(padded_.data(), text.size(), padded_.capacity());
    hand_on(document, visitor);
  }

 private:
  void pad(const std::string& text) {
    padded_.reserve(text.size() + simdjson::SIMDJSON_PADDING);
    padded_.assign(text);
  }

  std::string padded_;
  dom::parser dom_;
  ondemand::parser ondemand_;
};

#endif

const Library library{"simdjson", "https://simdjson.org", "Apache-2.0"};

const bool added =
    add<struct Plain>({.codec = "simdjson",
                       .format = "json",
                       .library = library,
                       .operations = {Operation::decode, Operation::scan},
                       .policies = {.utf8 = "checked", .access = "tree", .api = "DOM, On-Demand"},
                       .documentation = "https://github.com/simdjson/simdjson/blob/master/doc/basics.md"}) &&
    add<class Reuse>(
        {.codec = "simdjson",
         .variant = "reuse",
         .format = "json",
         .library = library,
         .operations = {Operation::decode, Operation::scan},
         .policies = {.buffers = "reuse", .utf8 = "checked", .access = "tree", .api = "DOM, On-Demand"},
         .documentation = "https://github.com/simdjson/simdjson/blob/master/doc/performance.md"});

}  // namespace
}  // namespace weighbridge
