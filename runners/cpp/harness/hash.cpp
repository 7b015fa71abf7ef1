#include "hash.hpp"

#include <bit>
#include <cmath>
#include <cstring>

#include "errors.hpp"

namespace weighbridge {
namespace {

/// How deep checks follow a document, which may be a hostile one.
constexpr std::size_t deepest_checked = 10'000;
constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15;
constexpr std::uint64_t nan_bits = 0x7FF8000000000000;

static_assert(std::endian::native == std::endian::little, "strings are hashed by little-endian words");

std::uint64_t absorb(std::uint64_t state, std::uint64_t word) {
  const std::uint64_t mixed = (state ^ word) * multiplier;
  return mixed ^ (mixed >> 32);
}

std::uint64_t hash_bytes(char tag, std::string_view data) {
  std::uint64_t state = absorb(static_cast<unsigned char>(tag), data.size());
  while (!data.empty()) {
    const std::size_t size = std::min<std::size_t>(data.size(), sizeof(std::uint64_t));
    std::uint64_t word = 0;
    std::memcpy(&word, data.data(), size);
    state = absorb(state, word);
    data.remove_prefix(size);
  }
  return state;
}

void require_shallow(std::size_t open) {
  if (open == deepest_checked)
    throw Failed("the document is nested deeper than " + std::to_string(deepest_checked));
}

}  // namespace

void Hasher::fold(std::uint64_t hash) {
  if (open_.empty()) {
    root_ = hash;
    return;
  }
  Frame& frame = open_.back();
  if (frame.map) {
    frame.state += absorb(frame.key, hash);
  } else {
    frame.state = absorb(frame.state, hash);
  }
  ++frame.size;
}

void Hasher::null() { fold(absorb('n', 0)); }
void Hasher::boolean(bool b) { fold(absorb('b', b)); }
void Hasher::integer(std::int64_t i) { fold(absorb('i', static_cast<std::uint64_t>(i))); }
void Hasher::unsigned_integer(std::uint64_t u) { fold(absorb(u >> 63 ? 'u' : 'i', u)); }
void Hasher::real(double d) { fold(absorb('f', std::isnan(d) ? nan_bits : std::bit_cast<std::uint64_t>(d))); }
void Hasher::string(std::string_view text) { fold(hash_bytes('s', text)); }
void Hasher::bytes(std::string_view data) { fold(hash_bytes('y', data)); }
void Hasher::key(std::string_view text) { open_.back().key = absorb('e', hash_bytes('s', text)); }

void Hasher::begin_array(std::size_t) {
  require_shallow(open_.size());
  open_.push_back({.map = false, .state = 'a'});
}

void Hasher::begin_map(std::size_t) {
  require_shallow(open_.size());
  open_.push_back({.map = true, .state = 0});
}

void Hasher::end_array() {
  const Frame frame = open_.back();
  open_.pop_back();
  fold(absorb(frame.state, frame.size));
}

void Hasher::end_map() {
  const Frame frame = open_.back();
  open_.pop_back();
  fold(absorb(absorb('m', frame.state), frame.size));
}

std::string Hasher::text() const {
  std::string digits(16, '0');
  for (int i = 0; i < 16; ++i) digits[15 - i] = "0123456789abcdef"[root_ >> (4 * i) & 15];
  return digits;
}

}  // namespace weighbridge
