// The application's own value, from which encoders start.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace weighbridge {

struct Value;
struct Entry;

struct Bytes {
  std::string data;
};
using Array = std::vector<Value>;
/// Entries in the payload's order; keys are distinct.
using Map = std::vector<Entry>;

/// A value of the runner protocol. An unsigned integer is one above INT64_MAX; every other one is signed.
struct Value {
  std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, Bytes, Array, Map>
      data;
};

struct Entry {
  std::string key;
  Value value;
};

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};

template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

/// Calls the function that takes what the value holds.
template <class... Functions>
decltype(auto) match(const Value& value, Functions&&... functions) {
  return std::visit(Overloaded{std::forward<Functions>(functions)...}, value.data);
}

/// Hands every value to a sink, in order, as an encoder's adapter does. A sink is a visitor (visitor.hpp)
/// whose begin_array and begin_map take the number of elements and of entries.
template <class Sink>
void walk(const Value& value, Sink& sink) {
  match(
      value, [&](std::nullptr_t) { sink.null(); }, [&](bool b) { sink.boolean(b); },
      [&](std::int64_t i) { sink.integer(i); }, [&](std::uint64_t u) { sink.unsigned_integer(u); },
      [&](double d) { sink.real(d); }, [&](const std::string& s) { sink.string(s); },
      [&](const Bytes& b) { sink.bytes(b.data); },
      [&](const Array& array) {
        sink.begin_array(array.size());
        for (const Value& element : array) walk(element, sink);
        sink.end_array();
      },
      [&](const Map& map) {
        sink.begin_map(map.size());
        for (const Entry& entry : map) {
          sink.key(entry.key);
          walk(entry.value, sink);
        }
        sink.end_map();
      });
}

}  // namespace weighbridge
