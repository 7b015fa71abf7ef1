#include "value_text.hpp"

#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base64.hpp"
#include "errors.hpp"

namespace weighbridge {
namespace {

constexpr std::string_view float_key{"\0float", 6};
constexpr std::string_view bytes_key{"\0bytes", 6};
constexpr std::size_t max_depth = 512;

/// A map with one of the two reserved keys stands for a float or for bytes.
Value untag(Map map) {
  if (map.size() != 1 || (map[0].key != float_key && map[0].key != bytes_key)) return {std::move(map)};
  const auto* text = std::get_if<std::string>(&map[0].value.data);
  if (text == nullptr) throw BadRequest("value text with a reserved key whose value is no string");
  if (map[0].key == bytes_key) return {Bytes{from_base64(*text)}};
  if (*text == "nan") return {std::numeric_limits<double>::quiet_NaN()};
  if (*text == "inf") return {std::numeric_limits<double>::infinity()};
  if (*text == "-inf") return {-std::numeric_limits<double>::infinity()};
  throw BadRequest("value text with an unknown float: " + *text);
}

class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return add({nullptr}); }
  bool boolean(bool b) override { return add({b}); }
  bool number_integer(std::int64_t i) override { return add({i}); }
  bool number_unsigned(std::uint64_t u) override {
    return u >> 63 ? add({u}) : add({static_cast<std::int64_t>(u)});
  }
  bool number_float(double d, const std::string& text) override {
    if (text.find_first_of(".eE") == std::string::npos) {
      throw BadRequest("value text with an integer beyond 64 bits: " + text);
    }
    return add({d});
  }
  bool string(std::string& text) override { return add({std::move(text)}); }
  bool binary(nlohmann::json::binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open({Map{}}); }
  bool start_array(std::size_t) override { return open({Array{}}); }
  bool key(std::string& text) override {
    std::get<Map>(open_.back().data).push_back({std::move(text), {}});
    return true;
  }
  bool end_object() override {
    Map map = std::get<Map>(std::move(open_.back().data));
    open_.pop_back();
    return add(untag(std::move(map)));
  }
  bool end_array() override {
    Value array = std::move(open_.back());
    open_.pop_back();
    return add(std::move(array));
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& error) override {
    throw BadRequest(std::string("value text: ") + error.what());
  }

  Value take() { return std::move(root_); }

 private:
  bool open(Value container) {
    if (open_.size() == max_depth) throw BadRequest("value text nested more than 512 deep");
    open_.push_back(std::move(container));
    return true;
  }
  bool add(Value value) {
    if (open_.empty()) {
      root_ = std::move(value);
    } else if (auto* array = std::get_if<Array>(&open_.back().data)) {
      array->push_back(std::move(value));
    } else {
      std::get<Map>(open_.back().data).back().value = std::move(value);
    }
    return true;
  }

  std::vector<Value> open_;
  Value root_;
};

}  // namespace

Value read_value_text(std::string_view text) {
  Builder builder;
  nlohmann::json::sax_parse(text, &builder);
  return builder.take();
}

void TextWriter::separate() {
  if (!first_) text_ += ',';
  first_ = false;
}

void TextWriter::quote(std::string_view text) {
  constexpr std::string_view hex = "0123456789abcdef";
  text_ += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      text_ += '\\';
      text_ += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      text_ += "\\u00";
      text_ += hex[static_cast<unsigned char>(c) >> 4];
      text_ += hex[c & 15];
    } else {
      text_ += c;
    }
  }
  text_ += '"';
}

void TextWriter::null() {
  separate();
  text_ += "null";
}

void TextWriter::boolean(bool b) {
  separate();
  text_ += b ? "true" : "false";
}

void TextWriter::integer(std::int64_t i) {
  separate();
  text_ += std::to_string(i);
}

void TextWriter::unsigned_integer(std::uint64_t u) {
  separate();
  text_ += std::to_string(u);
}

void TextWriter::real(double d) {
  separate();
  if (!std::isfinite(d)) {
    text_ += "{\"\\u0000float\":\"";
    text_ += std::isnan(d) ? "nan" : d > 0 ? "inf" : "-inf";
    text_ += "\"}";
    return;
  }
  std::array<char, 32> digits;
  const char* end = std::to_chars(digits.begin(), digits.end(), d).ptr;
  const std::string_view shortest(digits.data(), end);
  text_ += shortest;
  if (shortest.find_first_of(".e") == std::string_view::npos) text_ += ".0";
}

void TextWriter::string(std::string_view text) {
  separate();
  quote(text);
}

void TextWriter::bytes(std::string_view data) {
  separate();
  text_ += "{\"\\u0000bytes\":\"" + to_base64(data) + "\"}";
}

void TextWriter::key(std::string_view text) {
  separate();
  quote(text);
  text_ += ':';
  first_ = true;
}

void TextWriter::begin_array(std::size_t) {
  separate();
  text_ += '[';
  first_ = true;
}

void TextWriter::end_array() {
  text_ += ']';
  first_ = false;
}

void TextWriter::begin_map(std::size_t) {
  separate();
  text_ += '{';
  first_ = true;
}

void TextWriter::end_map() {
  text_ += '}';
  first_ = false;
}

}  // namespace weighbridge
