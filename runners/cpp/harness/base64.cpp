#include "base64.hpp"

#include <array>
#include <cstdint>

#include "errors.hpp"

namespace weighbridge {
namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::int8_t, 256> digits = [] {
  std::array<std::int8_t, 256> table{};
  table.fill(-1);
  for (std::size_t i = 0; i < alphabet.size(); ++i) {
    table[static_cast<unsigned char>(alphabet[i])] = static_cast<std::int8_t>(i);
  }
  return table;
}();

}  // namespace

std::string to_base64(std::string_view data) {
  std::string text;
  text.reserve((data.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < data.size(); i += 3) {
    const auto byte = [&](std::size_t at) -> std::uint32_t {
      return at < data.size() ? static_cast<unsigned char>(data[at]) : 0;
    };
    const std::uint32_t group = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    for (int shift = 18; shift >= 0; shift -= 6) text += alphabet[group >> shift & 63];
  }
  const std::size_t padding = (3 - data.size() % 3) % 3;
  text.replace(text.size() - padding, padding, padding, '=');
  return text;
}

std::string from_base64(std::string_view text) {
  if (text.size() % 4 != 0) throw BadRequest("base64 whose length is no multiple of 4");
  std::size_t padding = 0;
  while (padding < 2 && text.ends_with('=')) {
    text.remove_suffix(1);
    ++padding;
  }
  std::string data;
  data.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t group = 0;
  int bits = 0;
  for (const char c : text) {
    const int digit = digits[static_cast<unsigned char>(c)];
    if (digit < 0) throw BadRequest("base64 with a character that is none of its digits");
    group = group << 6 | static_cast<std::uint32_t>(digit);
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      data += static_cast<char>(group >> bits & 255);
    }
  }
  if ((group & ((1U << bits) - 1)) != 0) throw BadRequest("base64 with stray bits before its padding");
  return data;
}

}  // namespace weighbridge
