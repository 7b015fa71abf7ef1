#include "codec.hpp"

#ifndef CODEC_MISSING
#include <msgpack.hpp>
#endif

namespace weighbridge {
namespace {

#ifndef CODEC_MISSING

class Driver {
 public:
  explicit Driver(msgpack::sbuffer& buffer) : packer_(buffer) {}

  void null() { packer_.pack_nil(); }
  void boolean(bool b) { b ? packer_.pack_true() : packer_.pack_false(); }
  void integer(std::int64_t i) { packer_.pack_int64(i); }
  void unsigned_integer(std::uint64_t u) { packer_.pack_uint64(u); }
  void real(double d) { packer_.pack_double(d); }
  void string(std::string_view text) {
    packer_.pack_str(static_cast<std::uint32_t>(text.size()));
    packer_.pack_str_body(text.data(), static_cast<std::uint32_t>(text.size()));
  }
  void bytes(std::string_view data) {
    packer_.pack_bin(static_cast<std::uint32_t>(data.size()));
    packer_.pack_bin_body(data.data(), static_cast<std::uint32_t>(data.size()));
  }
  void key(std::string_view text) { string(text); }
  void begin_array(std::size_t size) { packer_.pack_array(static_cast<std::uint32_t>(size)); }
  void end_array() {}
  void begin_map(std::size_t size) { packer_.pack_map(static_cast<std::uint32_t>(size)); }
  void end_map() {}

 private:
  msgpack::packer<msgpack::sbuffer> packer_;
};

/// Hands on what msgpack::parse finds.
template <class Visitor>
class Handler : public msgpack::null_visitor {
 public:
  explicit Handler(Visitor& visitor) : visitor_(visitor) {}

  bool visit_nil() { return visitor_.null(), true; }
  bool visit_boolean(bool b) { return visitor_.boolean(b), true; }
  bool visit_positive_integer(std::uint64_t u) { return visitor_.unsigned_integer(u), true; }
  bool visit_negative_integer(std::int64_t i) { return visitor_.integer(i), true; }
  bool visit_float32(float f) { return visitor_.real(f), true; }
  bool visit_float64(double d) { return visitor_.real(d), true; }
  bool visit_str(const char* text, std::uint32_t size) {
    is_key_ ? visitor_.key({text, size}) : visitor_.string({text, size});
    return true;
  }
  bool visit_bin(const char* data, std::uint32_t size) {
    require_value();
    return visitor_.bytes({data, size}), true;
  }
  bool visit_ext(const char*, std::uint32_t) { throw Failed("an extension type is outside the value model"); }
  bool start_array(std::uint32_t size) {
    require_value();
    return visitor_.begin_array(size), true;
  }
  bool end_array() { return visitor_.end_array(), true; }
  bool start_map(std::uint32_t size) {
    require_value();
    return visitor_.begin_map(size), true;
  }
  bool end_map() { return visitor_.end_map(), true; }
  bool start_map_key() { return is_key_ = true; }
  bool end_map_key() { return is_key_ = false, true; }

  void parse_error(std::size_t, std::size_t offset) {
    throw Failed("parse error at offset " + std::to_string(offset));
  }
  void insufficient_bytes(std::size_t, std::size_t offset) {
    throw Failed("insufficient bytes at offset " + std::to_string(offset));
  }

 private:
  void require_value() const {
    if (is_key_) throw Failed("a map key that is no string");
  }

  Visitor& visitor_;
  bool is_key_ = false;
};

struct Visiting {
  static std::string version() { return msgpack_version(); }

  static void visit(const msgpack::object_handle& handle, auto& visitor) { visit(handle.get(), visitor); }

 private:
  static void visit(const msgpack::object& object, auto& visitor) {
    switch (object.type) {
      case msgpack::type::NIL: return visitor.null();
      case msgpack::type::BOOLEAN: return visitor.boolean(object.via.boolean);
      case msgpack::type::POSITIVE_INTEGER: return visitor.unsigned_integer(object.via.u64);
      case msgpack::type::NEGATIVE_INTEGER: return visitor.integer(object.via.i64);
      case msgpack::type::FLOAT32:
      case msgpack::type::FLOAT64: return visitor.real(object.via.f64);
      case msgpack::type::STR: return visitor.string({object.via.str.ptr, object.via.str.size});
      case msgpack::type::BIN: return visitor.bytes({object.via.bin.ptr, object.via.bin.size});
      case msgpack::type::EXT: throw Failed("an extension type is outside the value model");
      case msgpack::type::ARRAY:
        visitor.begin_array(object.via.array.size);
        for (const msgpack::object& element : object.via.array) visit(element, visitor);
        return visitor.end_array();
      case msgpack::type::MAP:
        visitor.begin_map(object.via.map.size);
        for (const auto& [key, value] : object.via.map) {
          if (key.type != msgpack::type::STR) throw Failed("a map key that is no string");
          visitor.key({key.via.str.ptr, key.via.str.size});
          visit(value, visitor);
        }
        return visitor.end_map();
    }
  }
};

struct Plain : Visiting {
  void encode(const Value& value, auto&& use) {
    msgpack::sbuffer buffer;
    Driver driver(buffer);
    walk(value, driver);
    use(buffer.data(), buffer.size());
  }

  void decode(const std::string& encoded, auto&& use) {
    use(msgpack::unpack(encoded.data(), encoded.size()));
  }

  void scan(const std::string& encoded, auto& visitor) {
    Handler handler(visitor);
    msgpack::parse(encoded.data(), encoded.size(), handler);
  }
};

struct Borrowed : Visiting {
  void decode(const std::string& encoded, auto&& use) {
    bool referenced = false;
    const auto refer = [](msgpack::type::object_type, std::size_t, void*) { return true; };
    use(msgpack::unpack(encoded.data(), encoded.size(), referenced, refer));
  }
};

#endif

const Facts facts{
    .codec = "msgpack-cxx",
    .format = "msgpack",
    .library = {"msgpack-c++", "https://github.com/msgpack/msgpack-c/tree/cpp_master", "BSL-1.0"},
    .documentation = "https://github.com/msgpack/msgpack-c/wiki/v2_0_cpp_unpacker",
    .policies = {.utf8 = "unchecked", .map = "list"}};

const bool added =
    add<struct Plain>(facts.row("encode decode scan", "packer, unpack, parse")) &&
    add<struct Borrowed>(facts.row("decode", "unpack with references", "borrowed").borrowing());

}  // namespace
}  // namespace weighbridge
