// simdjson chooses by itself, while it runs, how its parser finds its way in a text; what its On-Demand
// interface and its builder do with the values is fixed when they are compiled. So this file is compiled once
// for each of the library's implementations of the architecture (isolate.cmake), and the best that the
// processor has is the plain row.
// https://github.com/simdjson/simdjson/blob/master/doc/implementation-selection.md
#include <array>

#include "codec.hpp"

#ifndef CODEC_MISSING
#include <simdjson.h>
#ifdef SIMDJSON_BUILTIN_BUILDER_H
#define HAS_BUILDER
#endif
#endif

namespace weighbridge {
namespace {

#ifndef CODEC_MISSING

namespace dom = simdjson::dom;
namespace ondemand = simdjson::ondemand;

#define NAME_OF(name) NAME_OF_(name)
#define NAME_OF_(name) #name

/// What this file's On-Demand interface and builder are compiled for. The library's builtin_implementation()
/// would tell that of its own file.
constexpr auto OWN_NAME = NAME_OF(SIMDJSON_BUILTIN_IMPLEMENTATION);

/// Parsers that are made from here on have this file's implementation.
class Chosen {
 public:
  Chosen() {
    static const simdjson::implementation* const own = simdjson::get_available_implementations()[OWN_NAME];
    simdjson::get_active_implementation() = own;
  }
};

#ifdef HAS_BUILDER
/// Drives the builder, which leaves the commas to its user.
class Driver {
 public:
  explicit Driver(simdjson::builder::string_builder& builder) : builder_(builder) {}

  void null() { begin(), builder_.append_null(); }
  void boolean(bool b) { begin(), builder_.append(b); }
  void integer(std::int64_t i) { begin(), builder_.append(i); }
  void unsigned_integer(std::uint64_t u) { begin(), builder_.append(u); }
  void real(double d) { begin(), builder_.append(d); }
  void string(std::string_view text) { begin(), builder_.escape_and_append_with_quotes(text); }
  void bytes(std::string_view) { throw Unsupported("JSON cannot hold bytes"); }
  void key(std::string_view text) {
    string(text);
    builder_.append_colon();
    is_first_ = true;
  }
  void begin_array(std::size_t) {
    begin(), builder_.start_array();
    is_first_ = true;
  }
  void end_array() { end(), builder_.end_array(); }
  void begin_map(std::size_t) {
    begin(), builder_.start_object();
    is_first_ = true;
  }
  void end_map() { end(), builder_.end_object(); }

 private:
  void begin() {
    if (!is_first_) builder_.append_comma();
    is_first_ = false;
  }
  void end() { is_first_ = false; }

  simdjson::builder::string_builder& builder_;
  bool is_first_ = true;
};
#endif

struct Base {
  static std::string version() {
    return std::to_string(simdjson::SIMDJSON_VERSION_MAJOR) + '.' +
           std::to_string(simdjson::SIMDJSON_VERSION_MINOR) + '.' +
           std::to_string(simdjson::SIMDJSON_VERSION_REVISION);
  }

  static void visit(const dom::element& element, auto& visitor) {
    switch (element.type()) {
      case dom::element_type::NULL_VALUE: return visitor.null();
      case dom::element_type::BOOL: return visitor.boolean(element.get_bool());
      case dom::element_type::INT64: return visitor.integer(element.get_int64());
      case dom::element_type::UINT64: return visitor.unsigned_integer(element.get_uint64());
      case dom::element_type::DOUBLE: return visitor.real(element.get_double());
      case dom::element_type::STRING: return visitor.string(element.get_string());
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
      default: throw Failed("a type outside the value model");
    }
  }

 protected:
#ifdef HAS_BUILDER
  static void write(simdjson::builder::string_builder& builder, const Value& value, auto&& use) {
    Driver driver(builder);
    walk(value, driver);
    if (!builder.validate_unicode()) throw Failed("a string that is no UTF-8");
    const std::string_view text = builder.view();
    use(text.data(), text.size());
  }
#endif

  /// Hands on an On-Demand document or value, reading it for good.
  static void hand_on(auto&& element, auto& visitor) {
    switch (ondemand::json_type(element.type())) {
      case ondemand::json_type::null:
        if (!element.is_null()) throw Failed("a value that is no null");
        return visitor.null();
      case ondemand::json_type::boolean: return visitor.boolean(element.get_bool());
      case ondemand::json_type::string: return visitor.string(element.get_string());
      case ondemand::json_type::number: return hand_on_number(element.get_number(), visitor);
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
      default: throw Failed("a type outside the value model");
    }
  }

 private:
  static void hand_on_number(ondemand::number number, auto& visitor) {
    switch (number.get_number_type()) {
      case ondemand::number_type::signed_integer: return visitor.integer(number.get_int64());
      case ondemand::number_type::unsigned_integer: return visitor.unsigned_integer(number.get_uint64());
      case ondemand::number_type::floating_point_number: return visitor.real(number.get_double());
      default: throw Failed("a number outside the value model");
    }
  }
};

/// The parsers want padding behind the text, and pay for the padded copy.
struct Plain : Base {
#ifdef HAS_BUILDER
  void encode(const Value& value, auto&& use) {
    simdjson::builder::string_builder builder;
    write(builder, value, use);
  }
#endif

  void decode(const std::string& text, auto&& use) {
    const Chosen chosen;
    dom::parser parser;
    use(dom::element(parser.parse(text)));
  }

  void scan(const std::string& text, auto& visitor) {
    const Chosen chosen;
    const simdjson::padded_string padded(text);
    ondemand::parser parser;
    ondemand::document document = parser.iterate(padded);
    hand_on(document, visitor);
  }
};

/// The parsers, the padded buffer and the builder keep their memory from one document to the next, as the
/// library's page on performance advises.
class Reuse : public Base {
 public:
#ifdef HAS_BUILDER
  void encode(const Value& value, auto&& use) {
    builder_.clear();
    write(builder_, value, use);
  }
#endif

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

  const Chosen chosen_;
  std::string padded_;
  dom::parser dom_;
  ondemand::parser ondemand_;
#ifdef HAS_BUILDER
  simdjson::builder::string_builder builder_;
#endif
};

#endif

const Facts& facts() {
  static const Facts known{.codec = "simdjson",
                           .format = "json",
                           .library = {"simdjson", "https://simdjson.org", "Apache-2.0"},
                           .documentation = "https://github.com/simdjson/simdjson/blob/master/doc/basics.md",
                           .policies = {.map = "list"}};
  return known;
}

#if defined(HAS_BUILDER) || defined(CODEC_MISSING)
constexpr auto OPERATIONS = "encode decode scan";
#else
constexpr auto OPERATIONS = "decode scan";
#endif

/// Adds the rows of this file's implementation: the plain ones, or those that have its name.
bool add_rows(const std::string& name, bool is_plain) {
  const std::string api = "DOM, On-Demand, builder of " + name;
  if (!is_plain) return add<struct Plain>(facts().row(OPERATIONS, api, name));
  return add<struct Plain>(facts().row(OPERATIONS, api)) &&
         add<class Reuse>(
             facts()
                 .row(OPERATIONS, api, "reuse")
                 .reusing()
                 .documented("https://github.com/simdjson/simdjson/blob/master/doc/performance.md"));
}

}  // namespace

#if defined(CODEC_MISSING)

const bool added = add_rows("its best implementation", true);

#elif defined(ISOLATED)

extern "C" [[gnu::externally_visible]] void ISOLATED(bool is_plain) { add_rows(OWN_NAME, is_plain); }

#else

#ifdef WITH_OTHERS
extern "C" void simdjson_haswell(bool is_plain);
extern "C" void simdjson_icelake(bool is_plain);
const std::pair<const char*, void (*)(bool)> others[] = {{"haswell", simdjson_haswell},
                                                         {"icelake", simdjson_icelake}};
#else
const std::array<std::pair<const char*, void (*)(bool)>, 0> others;
#endif

const bool added = [] {
  const auto& implementations = simdjson::get_available_implementations();
  const std::string best = implementations.detect_best_supported()->name();
  bool has_plain = false;
  for (const auto& [name, add_others] : others) {
    const auto* other = implementations[name];
    if (other == nullptr || !other->supported_by_runtime_system()) continue;
    add_others(best == name);
    has_plain = has_plain || best == name;
  }
  return add_rows(OWN_NAME, !has_plain);
}();

#endif

}  // namespace weighbridge
