#include "codec.hpp"

#ifndef CODEC_MISSING
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/src.hpp>
#include <boost/version.hpp>
#endif

namespace weighbridge {
namespace {

#ifndef CODEC_MISSING

namespace json = boost::json;
using ErrorCode = boost::system::error_code;
using Text = json::string_view;

std::string_view view(Text text) { return {text.data(), text.size()}; }

/// The library's default allows 32 levels.
json::parse_options options() {
  json::parse_options result;
  result.max_depth = 512;
  return result;
}

json::value build(const Value& value) {
  return match(
      value, [](std::nullptr_t) { return json::value(nullptr); }, [](bool b) { return json::value(b); },
      [](std::int64_t i) { return json::value(i); }, [](std::uint64_t u) { return json::value(u); },
      [](double d) { return json::value(d); },
      [](const std::string& text) { return json::value(Text(text.data(), text.size())); },
      [](const Bytes&) -> json::value { throw Unsupported("JSON cannot hold bytes"); },
      [](const Array& array) {
        json::array tree;
        tree.reserve(array.size());
        for (const Value& element : array) tree.push_back(build(element));
        return json::value(std::move(tree));
      },
      [](const Map& map) {
        json::object tree;
        tree.reserve(map.size());
        for (const Entry& entry : map) tree.emplace(entry.key, build(entry.value));
        return json::value(std::move(tree));
      });
}

/// Hands on what a basic_parser finds; only a string that holds an escape comes in parts.
template <class Visitor>
class Handler {
 public:
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);

  explicit Handler(Visitor& visitor) : visitor_(visitor) {}

  bool on_document_begin(ErrorCode&) { return true; }
  bool on_document_end(ErrorCode&) { return true; }
  bool on_object_begin(ErrorCode&) { return visitor_.begin_map(), true; }
  bool on_object_end(std::size_t, ErrorCode&) { return visitor_.end_map(), true; }
  bool on_array_begin(ErrorCode&) { return visitor_.begin_array(), true; }
  bool on_array_end(std::size_t, ErrorCode&) { return visitor_.end_array(), true; }
  bool on_key_part(Text part, std::size_t, ErrorCode&) { return keep(part); }
  bool on_key(Text last, std::size_t, ErrorCode&) {
    visitor_.key(whole(last));
    return parts_.clear(), true;
  }
  bool on_string_part(Text part, std::size_t, ErrorCode&) { return keep(part); }
  bool on_string(Text last, std::size_t, ErrorCode&) {
    visitor_.string(whole(last));
    return parts_.clear(), true;
  }
  bool on_number_part(Text, ErrorCode&) { return true; }
  bool on_int64(std::int64_t i, Text, ErrorCode&) { return visitor_.integer(i), true; }
  bool on_uint64(std::uint64_t u, Text, ErrorCode&) { return visitor_.unsigned_integer(u), true; }
  bool on_double(double d, Text, ErrorCode&) { return visitor_.real(d), true; }
  bool on_bool(bool b, ErrorCode&) { return visitor_.boolean(b), true; }
  bool on_null(ErrorCode&) { return visitor_.null(), true; }
  bool on_comment_part(Text, ErrorCode&) { return true; }
  bool on_comment(Text, ErrorCode&) { return true; }

 private:
  bool keep(Text part) { return parts_.append(part.data(), part.size()), true; }

  std::string_view whole(Text last) {
    if (parts_.empty()) return view(last);
    keep(last);
    return parts_;
  }

  Visitor& visitor_;
  std::string parts_;
};

struct Versioned {
  static std::string version() {
    return std::to_string(BOOST_VERSION / 100000) + '.' + std::to_string(BOOST_VERSION / 100 % 1000) + '.' +
           std::to_string(BOOST_VERSION % 100);
  }
};

struct Visiting : Versioned {
  static void visit(const json::value& tree, auto& visitor) {
    switch (tree.kind()) {
      case json::kind::null: return visitor.null();
      case json::kind::bool_: return visitor.boolean(tree.get_bool());
      case json::kind::int64: return visitor.integer(tree.get_int64());
      case json::kind::uint64: return visitor.unsigned_integer(tree.get_uint64());
      case json::kind::double_: return visitor.real(tree.get_double());
      case json::kind::string: return visitor.string(view(tree.get_string()));
      case json::kind::array:
        visitor.begin_array();
        for (const json::value& element : tree.get_array()) visit(element, visitor);
        return visitor.end_array();
      case json::kind::object:
        visitor.begin_map();
        for (const auto& entry : tree.get_object()) {
          visitor.key(view(entry.key()));
          visit(entry.value(), visitor);
        }
        return visitor.end_map();
    }
  }
};

struct Plain : Visiting {
  void encode(const Value& value, auto&& use) {
    const std::string text = json::serialize(build(value));
    use(text.data(), text.size());
  }

  void decode(const std::string& text, auto&& use) { use(json::parse(text, json::storage_ptr(), options())); }

  void scan(const std::string& text, auto& visitor) {
    json::basic_parser<Handler<std::remove_reference_t<decltype(visitor)>>> parser(options(), visitor);
    ErrorCode error;
    const std::size_t read = parser.write_some(false, text.data(), text.size(), error);
    if (!error && read < text.size()) error = json::error::extra_data;
    if (error) throw Failed(error.message());
  }
};

/// The tree takes its memory from one resource that frees it at once, as the library's page on allocators
/// advises for trees that are read and not changed.
struct Monotonic : Visiting {
  void decode(const std::string& text, auto&& use) {
    json::monotonic_resource memory;
    use(json::parse(text, &memory, options()));
  }
};

struct Prebuilt : Versioned {
  static json::value prepare(const Value& value) { return build(value); }

  void encode(const json::value& tree, auto&& use) {
    const std::string text = json::serialize(tree);
    use(text.data(), text.size());
  }
};

#endif

const Facts facts{.codec = "boost-json",
                  .format = "json",
                  .library = {"Boost.JSON", "https://www.boost.org/libs/json", "BSL-1.0"},
                  .documentation = "https://www.boost.org/doc/libs/release/libs/json/doc/html/index.html",
                  .policies = {.map = "hash"}};

const bool added =
    add<struct Plain>(facts.row("encode decode scan", "serialize, parse, basic_parser")) &&
    add<struct Monotonic>(facts.row("decode", "parse with a monotonic_resource", "monotonic")) &&
    add<struct Prebuilt>(facts.row("encode", "serialize", "prebuilt"));

}  // namespace
}  // namespace weighbridge
