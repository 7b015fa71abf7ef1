#include "format.hpp"

#include <cmath>

#include "errors.hpp"
#include "limits.hpp"

namespace weighbridge {
namespace {

Value numbered(const Array& array) {
  Map map;
  for (const Value& element : array) map.push_back({std::to_string(map.size()), element});
  return {std::move(map)};
}

class Inspector {
 public:
  explicit Inspector(const std::string& format) : format_(format), limits_(limits_of(format)) {}

  void null() {}
  void boolean(bool) {}
  void integer(std::int64_t) {}
  void unsigned_integer(std::uint64_t) { require(limits_.unsigned_64, "an integer above 2^63-1"); }
  void real(double d) { require(limits_.non_finite || std::isfinite(d), "a float that is not finite"); }
  void string(const std::string&) {}
  void bytes(const std::string&) { require(limits_.bytes, "bytes"); }
  void key(const std::string& text) {
    require(limits_.nul_in_keys || text.find('\0') == std::string::npos, "a key with U+0000");
  }
  void begin_array(std::size_t) {}
  void end_array() {}
  void begin_map(std::size_t) {}
  void end_map() {}

  /// The value, or the map that stands for it.
  const Value& root(Document& document) const {
    const bool is_array = std::holds_alternative<Array>(document.value.data);
    const bool is_scalar = !is_array && !std::holds_alternative<Map>(document.value.data);
    require(limits_.scalar_root || !is_scalar, "a scalar at its root");
    if (limits_.array_root || !is_array) return document.value;
    if (!document.numbered) document.numbered = numbered(std::get<Array>(document.value.data));
    return *document.numbered;
  }

 private:
  void require(bool holds, const char* what) const {
    if (!holds) throw Unsupported(format_ + " cannot hold " + what);
  }

  const std::string& format_;
  Limits limits_;
};

}  // namespace

std::vector<const Value*> documents_for(const std::string& format, Payload& payload) {
  Inspector inspector(format);
  std::vector<const Value*> result;
  for (Document& document : payload.documents) {
    result.push_back(&inspector.root(document));
    walk(*result.back(), inspector);
  }
  return result;
}

}  // namespace weighbridge
