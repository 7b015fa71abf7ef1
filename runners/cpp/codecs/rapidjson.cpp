#include "codec.hpp"

#ifndef CODEC_MISSING
// What every processor of the architecture has; the library wants to be told. It reads whole vectors, past
// the end of a text too, which the address sanitizer would report.
// https://rapidjson.org/md_doc_internals.html
#ifndef __SANITIZE_ADDRESS__
#if defined(__SSE2__)
#define RAPIDJSON_SSE2
#elif defined(__ARM_NEON)
#define RAPIDJSON_NEON
#endif
#endif
#include <rapidjson/document.h>
#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#endif

namespace weighbridge {
namespace {

#ifndef CODEC_MISSING

std::string_view text_of(const rapidjson::Value& value) {
  return {value.GetString(), value.GetStringLength()};
}

/// Drives a handler of RapidJSON's, such as its Writer.
template <class Handler>
class Driver {
 public:
  explicit Driver(Handler& handler) : handler_(handler) {}

  void null() { handler_.Null(); }
  void boolean(bool b) { handler_.Bool(b); }
  void integer(std::int64_t i) { handler_.Int64(i); }
  void unsigned_integer(std::uint64_t u) { handler_.Uint64(u); }
  void real(double d) { handler_.Double(d); }
  void string(std::string_view text) {
    handler_.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
  }
  void bytes(std::string_view) { throw Unsupported("JSON cannot hold bytes"); }
  void key(std::string_view text) {
    handler_.Key(text.data(), static_cast<rapidjson::SizeType>(text.size()));
  }
  void begin_array(std::size_t) { handler_.StartArray(); }
  void end_array() { handler_.EndArray(); }
  void begin_map(std::size_t) { handler_.StartObject(); }
  void end_map() { handler_.EndObject(); }

 private:
  Handler& handler_;
};

/// Hands on what RapidJSON's Reader produces.
template <class Visitor>
struct Handler : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Handler<Visitor>> {
  explicit Handler(Visitor& to) : visitor(to) {}

  bool Null() { return visitor.null(), true; }
  bool Bool(bool b) { return visitor.boolean(b), true; }
  bool Int(int i) { return visitor.integer(i), true; }
  bool Uint(unsigned u) { return visitor.unsigned_integer(u), true; }
  bool Int64(std::int64_t i) { return visitor.integer(i), true; }
  bool Uint64(std::uint64_t u) { return visitor.unsigned_integer(u), true; }
  bool Double(double d) { return visitor.real(d), true; }
  bool String(const char* text, rapidjson::SizeType size, bool) { return visitor.string({text, size}), true; }
  bool Key(const char* text, rapidjson::SizeType size, bool) { return visitor.key({text, size}), true; }
  bool StartObject() { return visitor.begin_map(), true; }
  bool EndObject(rapidjson::SizeType) { return visitor.end_map(), true; }
  bool StartArray() { return visitor.begin_array(), true; }
  bool EndArray(rapidjson::SizeType) { return visitor.end_array(), true; }

  Visitor& visitor;
};

void require(const rapidjson::ParseResult& result) {
  if (result.IsError()) {
    throw Failed(std::string(rapidjson::GetParseError_En(result.Code())) + " (offset " +
                 std::to_string(result.Offset()) + ")");
  }
}

struct Versioned {
  /// The library has been at this version since 2016; the package tells which state of it this is.
  static std::string version() {
    return RAPIDJSON_VERSION_STRING " of " CODEC_PACKAGE " " CODEC_PACKAGE_VERSION;
  }
};

struct Visiting : Versioned {
  static void visit(const rapidjson::Value& value, auto& visitor) {
    switch (value.GetType()) {
      case rapidjson::kNullType: return visitor.null();
      case rapidjson::kFalseType: return visitor.boolean(false);
      case rapidjson::kTrueType: return visitor.boolean(true);
      case rapidjson::kStringType: return visitor.string(text_of(value));
      case rapidjson::kNumberType:
        if (value.IsInt64()) return visitor.integer(value.GetInt64());
        if (value.IsUint64()) return visitor.unsigned_integer(value.GetUint64());
        return visitor.real(value.GetDouble());
      case rapidjson::kArrayType:
        visitor.begin_array();
        for (const auto& element : value.GetArray()) visit(element, visitor);
        return visitor.end_array();
      case rapidjson::kObjectType:
        visitor.begin_map();
        for (const auto& entry : value.GetObject()) {
          visitor.key(text_of(entry.name));
          visit(entry.value, visitor);
        }
        return visitor.end_map();
    }
  }
};

/// Decodes and scans with the library's parse flags.
template <unsigned flags>
struct Parsing : Visiting {
  void decode(const std::string& text, auto&& use) {
    rapidjson::Document document;
    document.Parse<flags>(text.c_str());
    require(document);
    use(document);
  }

  void scan(const std::string& text, auto& visitor) {
    rapidjson::StringStream stream(text.c_str());
    Handler handler(visitor);
    rapidjson::Reader reader;
    require(reader.Parse<flags>(stream, handler));
  }
};

struct Plain : Parsing<rapidjson::kParseFullPrecisionFlag> {
  void encode(const Value& value, auto&& use) {
    rapidjson::StringBuffer buffer;
    rapidjson::Writer writer(buffer);
    Driver driver(writer);
    walk(value, driver);
    use(buffer.GetString(), buffer.GetSize());
  }
};

struct DefaultPrecision : Parsing<rapidjson::kParseDefaultFlags> {};

struct CheckedUtf8 : Parsing<rapidjson::kParseFullPrecisionFlag | rapidjson::kParseValidateEncodingFlag> {
  void encode(const Value& value, auto&& use) {
    rapidjson::StringBuffer buffer;
    rapidjson::Writer<rapidjson::StringBuffer, rapidjson::UTF8<>, rapidjson::UTF8<>, rapidjson::CrtAllocator,
                      rapidjson::kWriteValidateEncodingFlag>
        writer(buffer);
    Driver driver(writer);
    walk(value, driver);
    use(buffer.GetString(), buffer.GetSize());
  }
};

/// The copy that parsing in place destroys is part of the price.
struct InSitu : Visiting {
  static constexpr unsigned flags = rapidjson::kParseInsituFlag | rapidjson::kParseFullPrecisionFlag;

  void decode(const std::string& text, auto&& use) {
    std::string copy = text;
    rapidjson::Document document;
    document.ParseInsitu<flags>(copy.data());
    require(document);
    use(document);
  }

  void scan(const std::string& text, auto& visitor) {
    std::string copy = text;
    rapidjson::InsituStringStream stream(copy.data());
    Handler handler(visitor);
    rapidjson::Reader reader;
    require(reader.Parse<flags>(stream, handler));
  }
};

struct Prebuilt : Versioned {
  using Tree = rapidjson::Value;
  using Allocator = rapidjson::Document::AllocatorType;

  static rapidjson::Document prepare(const Value& value) {
    rapidjson::Document document;
    build(value, document.GetAllocator()).Swap(document);
    return document;
  }

  void encode(const rapidjson::Document& document, auto&& use) {
    rapidjson::StringBuffer buffer;
    rapidjson::Writer writer(buffer);
    document.Accept(writer);
    use(buffer.GetString(), buffer.GetSize());
  }

 private:
  static Tree build(const std::string& text, Allocator& allocator) {
    return Tree(text.data(), static_cast<rapidjson::SizeType>(text.size()), allocator);
  }

  static Tree build(const Value& value, Allocator& allocator) {
    return match(
        value, [](std::nullptr_t) { return Tree(); }, [](bool b) { return Tree(b); },
        [](std::int64_t i) { return Tree(i); }, [](std::uint64_t u) { return Tree(u); },
        [](double d) { return Tree(d); }, [&](const std::string& text) { return build(text, allocator); },
        [](const Bytes&) -> Tree { throw Unsupported("JSON cannot hold bytes"); },
        [&](const Array& array) {
          Tree tree(rapidjson::kArrayType);
          tree.Reserve(static_cast<rapidjson::SizeType>(array.size()), allocator);
          for (const Value& element : array) tree.PushBack(build(element, allocator), allocator);
          return tree;
        },
        [&](const Map& map) {
          Tree tree(rapidjson::kObjectType);
          for (const Entry& entry : map) {
            tree.AddMember(build(entry.key, allocator), build(entry.value, allocator), allocator);
          }
          return tree;
        });
  }
};

#endif

// The parser's default precision may be off by three units in the last place, which would make the plain row
// lossy where its rivals' are exact. So that row pays for the flag that the library has for this; the default
// is a row of its own. https://rapidjson.org/md_doc_dom.html (kParseFullPrecisionFlag)
const Facts facts{.codec = "rapidjson",
                  .format = "json",
                  .library = {"RapidJSON", "https://rapidjson.org", "MIT"},
                  .documentation = "https://rapidjson.org/md_doc_sax.html",
                  .policies = {.utf8 = "unchecked", .map = "list"}};
const Facts tree = facts.documented("https://rapidjson.org/md_doc_dom.html");

const bool added =
    add<struct Plain>(facts.row("encode decode scan", "Writer, Document, Reader")) &&
    add<struct CheckedUtf8>(
        facts.row("encode decode scan", "kParse- and kWriteValidateEncodingFlag", "checked")
            .checking()
            .documented("https://rapidjson.org/md_doc_encoding.html")) &&
    add<struct DefaultPrecision>(tree.row("decode scan", "Document, Reader", "default-precision")) &&
    add<struct InSitu>(tree.row("decode scan", "ParseInsitu on a copy", "insitu").borrowing()) &&
    add<struct Prebuilt>(tree.row("encode", "Document::Accept", "prebuilt"));

}  // namespace
}  // namespace weighbridge
