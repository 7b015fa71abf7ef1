#include "format.hpp"

#include <cmath>

#include "errors.hpp"

namespace weighbridge {
namespace {

/// Limits of a format; one that is not in the table below has none.
struct Limits {
  bool bytes = true;
  bool non_finite = true;
  bool unsigned_64 = true;
  bool nul_in_keys = true;
  bool any_root = true;
};

Limits limits_of(const std::string& format) {
  if (format == "json") return {.bytes = false, .non_finite = false};
  if (format == "bson") return {.unsigned_64 = false, .nul_in_keys = false, .any_root = false};
  if (format == "flexbuffers") return {.nul_in_keys = false};
  if (format == "ubjson") return {.non_finite = false};
  return {};
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

  void root(const Value& value) {
    require(limits_.any_root || std::holds_alternative<Map>(value.data), "a document that is no map");
  }

 private:
  void require(bool holds, const char* what) const {
    if (!holds) throw Unsupported(format_ + " cannot hold " + what);
  }

  const std::string& format_;
  Limits limits_;
};

}  // namespace

void require_representable(const std::string& format, const Value& value) {
  Inspector inspector(format);
  inspector.root(value);
  walk(value, inspector);
}

}  // namespace weighbridge
