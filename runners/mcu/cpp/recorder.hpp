// The visitor of checks: hands every value to the harness's.
#pragma once

#include <cstdint>
#include <string_view>

#include "harness.hpp"

namespace weighbridge {

class Recorder {
 public:
  explicit Recorder(events* to) : to_(to) {}

  void null() { add(EVENT_NULL); }
  void boolean(bool b) {
    event told{EVENT_BOOL, {}};
    told.boolean = b;
    events_add(to_, told);
  }
  void integer(std::int64_t i) {
    event told{EVENT_INT, {}};
    told.integer = i;
    events_add(to_, told);
  }
  void unsigned_integer(std::uint64_t u) {
    event told{EVENT_UINT, {}};
    told.natural = u;
    events_add(to_, told);
  }
  void real(double d) {
    event told{EVENT_DOUBLE, {}};
    told.real = d;
    events_add(to_, told);
  }
  void string(std::string_view text) { add(EVENT_STRING, text); }
  void bytes(std::string_view data) { add(EVENT_BYTES, data); }
  void key(std::string_view text) { add(EVENT_KEY, text); }
  void begin_array(std::size_t = 0) { add(EVENT_BEGIN_ARRAY); }
  void end_array() { add(EVENT_END_ARRAY); }
  void begin_map(std::size_t = 0) { add(EVENT_BEGIN_MAP); }
  void end_map() { add(EVENT_END_MAP); }

 private:
  void add(event_kind kind, std::string_view text = {}) {
    event told{kind, {}};
    told.string = {text.data(), text.size()};
    events_add(to_, told);
  }

  events* to_;
};

}  // namespace weighbridge
