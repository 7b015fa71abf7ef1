#include "tare.hpp"

#include <algorithm>

namespace weighbridge {
namespace {

template <class Input, class Hand>
Checked record(const std::vector<const Input*>& inputs, bool with_values, Hand hand) {
  Checked checked;
  for (const Input* input : inputs) {
    Recorder recorder(with_values);
    hand(*input, recorder);
    checked.hashes.push_back(recorder.hash());
    if (with_values) checked.values.push_back(recorder.text());
  }
  return checked;
}

Checked check_walk(Payload& payload, bool with_values) {
  return record(values(payload), with_values, [](const Value& value, Recorder& to) { walk(value, to); });
}

[[gnu::noinline]] const Value& do_nothing(const Value& value) {
  use(value);
  return value;
}

Elapsed time_call(Payload& payload, std::uint64_t iterations) {
  return timed(values(payload), iterations, [](const Value& value) { use(do_nothing(value)); });
}

struct Event {
  enum class Kind : std::uint8_t {
    null,
    boolean,
    integer,
    unsigned_integer,
    real,
    string,
    bytes,
    key,
    begin_array,
    end_array,
    begin_map,
    end_map
  };
  union Content {
    std::string_view data = {};
    bool boolean;
    std::int64_t integer;
    std::uint64_t unsigned_integer;
    double real;
  };
  Kind kind;
  Content content = {};
};

using Events = std::vector<Event>;

/// A visitor that lists what it is handed; strings stay in the document's value.
class Lister {
 public:
  explicit Lister(Events& events) : events_(events) {}

  void null() { events_.push_back({.kind = Event::Kind::null}); }
  void boolean(bool b) { events_.push_back({.kind = Event::Kind::boolean, .content = {.boolean = b}}); }
  void integer(std::int64_t i) {
    events_.push_back({.kind = Event::Kind::integer, .content = {.integer = i}});
  }
  void unsigned_integer(std::uint64_t u) {
    events_.push_back({.kind = Event::Kind::unsigned_integer, .content = {.unsigned_integer = u}});
  }
  void real(double d) { events_.push_back({.kind = Event::Kind::real, .content = {.real = d}}); }
  void string(std::string_view text) {
    events_.push_back({.kind = Event::Kind::string, .content = {.data = text}});
  }
  void bytes(std::string_view data) {
    events_.push_back({.kind = Event::Kind::bytes, .content = {.data = data}});
  }
  void key(std::string_view text) {
    events_.push_back({.kind = Event::Kind::key, .content = {.data = text}});
  }
  void begin_array(std::size_t) { events_.push_back({.kind = Event::Kind::begin_array}); }
  void end_array() { events_.push_back({.kind = Event::Kind::end_array}); }
  void begin_map(std::size_t) { events_.push_back({.kind = Event::Kind::begin_map}); }
  void end_map() { events_.push_back({.kind = Event::Kind::end_map}); }

 private:
  Events& events_;
};

template <class Visitor>
void replay(const Events& events, Visitor& visitor) {
  for (const Event& event : events) {
    switch (event.kind) {
      case Event::Kind::null: visitor.null(); break;
      case Event::Kind::boolean: visitor.boolean(event.content.boolean); break;
      case Event::Kind::integer: visitor.integer(event.content.integer); break;
      case Event::Kind::unsigned_integer: visitor.unsigned_integer(event.content.unsigned_integer); break;
      case Event::Kind::real: visitor.real(event.content.real); break;
      case Event::Kind::string: visitor.string(event.content.data); break;
      case Event::Kind::bytes: visitor.bytes(event.content.data); break;
      case Event::Kind::key: visitor.key(event.content.data); break;
      case Event::Kind::begin_array: visitor.begin_array(); break;
      case Event::Kind::end_array: visitor.end_array(); break;
      case Event::Kind::begin_map: visitor.begin_map(); break;
      case Event::Kind::end_map: visitor.end_map(); break;
    }
  }
}

std::vector<const Events*> events(Payload& payload) {
  static const char owner = 0;
  return addresses(prepared<Events>(&owner, payload, values(payload), [](const Value& value) {
    Events list;
    Lister lister(list);
    walk(value, lister);
    return list;
  }));
}

/// The events sorted by kind, so that telling the kinds apart costs nothing that can be mistaken for the
/// visitor.
///
/// It is the tare of encoders that are driven value by value too. The walk over the application's tree,
/// measured by itself, would take off more than it adds: a processor does it while the library stores what
/// came before.
std::vector<const Events*> sorted_events(Payload& payload) {
  static const char owner = 0;
  return addresses(prepared<Events>(&owner, payload, values(payload), [](const Value& value) {
    Events list;
    Lister lister(list);
    walk(value, lister);
    std::ranges::stable_sort(list, {}, &Event::kind);
    return list;
  }));
}

Checked check_visit(Payload& payload, bool with_values) {
  return record(events(payload), with_values, [](const Events& list, Recorder& to) { replay(list, to); });
}

Elapsed time_visit(Payload& payload, std::uint64_t iterations) {
  return timed(sorted_events(payload), iterations, [](const Events& list) {
    Reader reader;
    replay(list, reader);
    use(reader.sum());
  });
}

}  // namespace

const std::vector<Tare>& tares() {
  static const std::vector<Tare> all = {{"call", check_walk, time_call}, {"visit", check_visit, time_visit}};
  return all;
}

}  // namespace weighbridge
