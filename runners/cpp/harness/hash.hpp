// The canonical hash of docs/protocol.md, folded over a stream of values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weighbridge {

/// A visitor that hashes one document. Its memory is a frame for each open container. It throws Failed where
/// one is too deep, so that a codec that recurses stops long before the stack is full.
class Hasher {
 public:
  void null();
  void boolean(bool b);
  void integer(std::int64_t i);
  void unsigned_integer(std::uint64_t u);
  void real(double d);
  void string(std::string_view text);
  void bytes(std::string_view data);
  void key(std::string_view text);
  void begin_array(std::size_t size = 0);
  void end_array();
  void begin_map(std::size_t size = 0);
  void end_map();

  /// The hash as 16 lower-case hexadecimal digits.
  std::string text() const;

 private:
  struct Frame {
    bool map;
    std::uint64_t state;
    std::uint64_t size = 0;
    std::uint64_t key = 0;
  };

  void fold(std::uint64_t hash);

  std::vector<Frame> open_;
  std::uint64_t root_ = 0;
};

}  // namespace weighbridge
