// What a scan hands its values to.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace weighbridge {

/// The visitor of timed scans: reads every value, so that a lazy library has to produce it. It has the
/// interface of every visitor; one function more or less tells the compiler at once.
class Reader {
 public:
  void null() { ++sum_; }
  void boolean(bool b) { sum_ += b; }
  void integer(std::int64_t i) { sum_ += static_cast<std::uint64_t>(i); }
  /// An integer of an unsigned type; it may be small.
  void unsigned_integer(std::uint64_t u) { sum_ += u; }
  void real(double d) { sum_ += std::bit_cast<std::uint64_t>(d); }
  void string(std::string_view text) { touch(text); }
  void bytes(std::string_view data) { touch(data); }
  void key(std::string_view text) { touch(text); }
  /// A library that knows the number of elements in advance may tell it.
  void begin_array(std::size_t /*size*/ = 0) {}
  void end_array() { ++sum_; }
  void begin_map(std::size_t /*size*/ = 0) {}
  void end_map() { ++sum_; }

  std::uint64_t sum() const { return sum_; }

 private:
  void touch(std::string_view data) {
    sum_ += data.size();
    if (!data.empty()) sum_ += static_cast<unsigned char>(data.front());
  }

  std::uint64_t sum_ = 0;
};

}  // namespace weighbridge
