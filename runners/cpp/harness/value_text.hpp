// Value text: JSON text with rules that keep every value exact (docs/protocol.md, "Value text").
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "value.hpp"

namespace weighbridge {

/// Throws BadRequest where the text is not value text.
Value read_value_text(std::string_view text);

/// A visitor that writes value text.
class TextWriter {
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

  const std::string& text() const { return text_; }

 private:
  void separate();
  void quote(std::string_view text);

  std::string text_;
  bool first_ = true;
};

}  // namespace weighbridge
