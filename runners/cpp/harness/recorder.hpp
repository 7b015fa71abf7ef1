// The visitor of checks: the hash of what it is handed and, where asked for, its value text.
#pragma once

#include <optional>
#include <utility>

#include "hash.hpp"
#include "value_text.hpp"

namespace weighbridge {

class Recorder {
 public:
  explicit Recorder(bool with_text) {
    if (with_text) writer_.emplace();
  }

  void null() {
    each([](auto& to) { to.null(); });
  }
  void boolean(bool b) {
    each([=](auto& to) { to.boolean(b); });
  }
  void integer(std::int64_t i) {
    each([=](auto& to) { to.integer(i); });
  }
  void unsigned_integer(std::uint64_t u) {
    each([=](auto& to) { to.unsigned_integer(u); });
  }
  void real(double d) {
    each([=](auto& to) { to.real(d); });
  }
  void string(std::string_view text) {
    each([=](auto& to) { to.string(text); });
  }
  void bytes(std::string_view data) {
    each([=](auto& to) { to.bytes(data); });
  }
  void key(std::string_view text) {
    each([=](auto& to) { to.key(text); });
  }
  void begin_array(std::size_t = 0) {
    each([](auto& to) { to.begin_array(); });
  }
  void end_array() {
    each([](auto& to) { to.end_array(); });
  }
  void begin_map(std::size_t = 0) {
    each([](auto& to) { to.begin_map(); });
  }
  void end_map() {
    each([](auto& to) { to.end_map(); });
  }

  std::string hash() const { return hasher_.text(); }
  std::string text() const { return writer_ ? writer_->text() : ""; }

 private:
  template <class Function>
  void each(Function function) {
    function(hasher_);
    if (writer_) function(*writer_);
  }

  Hasher hasher_;
  std::optional<TextWriter> writer_;
};

}  // namespace weighbridge
