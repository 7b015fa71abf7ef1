#include "codec.hpp"

#ifndef CODEC_MISSING
#include <json/json.h>

#include <memory>
#include <sstream>
#endif

namespace weighbridge {
namespace {

#ifndef CODEC_MISSING

Json::Value build(const Value& value) {
  return match(
      value, [](std::nullptr_t) { return Json::Value(); }, [](bool b) { return Json::Value(b); },
      [](std::int64_t i) { return Json::Value(Json::Int64{i}); },
      [](std::uint64_t u) { return Json::Value(Json::UInt64{u}); }, [](double d) { return Json::Value(d); },
      [](const std::string& text) { return Json::Value(text); },
      [](const Bytes&) -> Json::Value { throw Unsupported("JSON cannot hold bytes"); },
      [](const Array& array) {
        Json::Value tree(Json::arrayValue);
        for (const Value& element : array) tree.append(build(element));
        return tree;
      },
      [](const Map& map) {
        Json::Value tree(Json::objectValue);
        for (const Entry& entry : map) tree[entry.key] = build(entry.value);
        return tree;
      });
}

/// The builders hold settings, not buffers; an application keeps them.
class Base {
 public:
  static std::string version() { return JSONCPP_VERSION_STRING; }

 protected:
  /// Compact, and with every character written as itself.
  static const Json::StreamWriterBuilder& writers() {
    static const Json::StreamWriterBuilder builder = [] {
      Json::StreamWriterBuilder compact;
      compact["indentation"] = "";
      compact["emitUTF8"] = true;
      return compact;
    }();
    return builder;
  }

  const Json::CharReaderBuilder readers_;
};

struct Plain : Base {
  void encode(const Value& value, auto&& use) {
    const std::string text = Json::writeString(writers(), build(value));
    use(text.data(), text.size());
  }

  void decode(const std::string& text, auto&& use) {
    const std::unique_ptr<Json::CharReader> reader(readers_.newCharReader());
    Json::Value tree;
    std::string errors;
    if (!reader->parse(text.data(), text.data() + text.size(), &tree, &errors)) throw Failed(errors);
    use(tree);
  }

  static void visit(const Json::Value& tree, auto& visitor) {
    switch (tree.type()) {
      case Json::nullValue: return visitor.null();
      case Json::booleanValue: return visitor.boolean(tree.asBool());
      case Json::intValue: return visitor.integer(tree.asInt64());
      case Json::uintValue: return visitor.unsigned_integer(tree.asUInt64());
      case Json::realValue: return visitor.real(tree.asDouble());
      case Json::stringValue: {
        const char* begin = nullptr;
        const char* end = nullptr;
        tree.getString(&begin, &end);
        return visitor.string({begin, end});
      }
      case Json::arrayValue:
        visitor.begin_array();
        for (const Json::Value& element : tree) visit(element, visitor);
        return visitor.end_array();
      case Json::objectValue:
        visitor.begin_map();
        for (auto entry = tree.begin(); entry != tree.end(); ++entry) {
          const char* end = nullptr;
          const char* begin = entry.memberName(&end);
          visitor.key({begin, end});
          visit(*entry, visitor);
        }
        return visitor.end_map();
    }
  }
};

/// The reader and the writer are kept from one document to the next: to make one costs as much as a small
/// document.
class Reuse : public Plain {
 public:
  void encode(const Value& value, auto&& use) {
    std::ostringstream stream;
    writer_->write(build(value), &stream);
    const std::string text = stream.str();
    use(text.data(), text.size());
  }

  void decode(const std::string& text, auto&& use) {
    Json::Value tree;
    std::string errors;
    if (!reader_->parse(text.data(), text.data() + text.size(), &tree, &errors)) throw Failed(errors);
    use(tree);
  }

 private:
  const std::unique_ptr<Json::CharReader> reader_{readers_.newCharReader()};
  const std::unique_ptr<Json::StreamWriter> writer_{writers().newStreamWriter()};
};

struct Prebuilt : Base {
  static Json::Value prepare(const Value& value) { return build(value); }

  void encode(const Json::Value& tree, auto&& use) {
    const std::string text = Json::writeString(writers(), tree);
    use(text.data(), text.size());
  }
};

#endif

const Facts facts{.codec = "jsoncpp",
                  .format = "json",
                  .library = {"JsonCpp", "https://github.com/open-source-parsers/jsoncpp", "MIT"},
                  .documentation = "https://open-source-parsers.github.io/jsoncpp-docs/doxygen/index.html",
                  .policies = {.utf8 = "unchecked", .map = "sorted"}};

const bool added =
    add<struct Plain>(facts.row("encode decode", "writeString, CharReader")) &&
    add<class Reuse>(facts.row("encode decode", "StreamWriter, CharReader", "reuse").reusing()) &&
    add<struct Prebuilt>(facts.row("encode", "writeString", "prebuilt"));

}  // namespace
}  // namespace weighbridge
