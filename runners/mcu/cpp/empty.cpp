// What a codec in C++ is weighed against, besides the empty firmware: an adapter that does nothing, with everything
// that the harness has for all adapters: strings, values and exceptions.

#include "codec.hpp"

namespace weighbridge {
namespace {

struct Nothing {
  static std::string version() { return "none"; }
  void encode(const Value& value, auto&& use) {
    if (std::holds_alternative<Bytes>(value.data)) throw Unsupported("nothing");
    use(&value, sizeof value);
  }
  void decode(const std::string& encoded, auto&& use) {
    if (encoded.empty()) throw Failed("nothing");
    use(encoded);
  }
  static void visit(const std::string& tree, auto& visitor) { visitor.string(tree); }
  void scan(const std::string& encoded, auto& visitor) { visitor.string(encoded); }
};

[[gnu::section("codecs.0"), gnu::used]] const Functions* const nothing = &CodecOf<Nothing>::functions;

}  // namespace
}  // namespace weighbridge
