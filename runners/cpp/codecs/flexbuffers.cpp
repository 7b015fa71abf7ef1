// FlexBuffers has no tree to decode to: its references are read in full.
#include "codec.hpp"

#ifndef CODEC_MISSING
#include <flatbuffers/flexbuffers.h>
#endif

namespace weighbridge {
namespace {

#ifndef CODEC_MISSING

const std::uint8_t* begin_of(const std::string& encoded) {
  return reinterpret_cast<const std::uint8_t*>(encoded.data());
}

/// As the library's VerifyBuffer does, which allows only 64 levels.
void verify(const std::string& encoded) {
  flexbuffers::Verifier verifier(begin_of(encoded), encoded.size(), nullptr, true, 513);
  if (!verifier.VerifyBuffer()) throw Failed("the verifier refused the buffer");
}

void write(flexbuffers::Builder& builder, const Value& value) {
  match(
      value, [&](std::nullptr_t) { builder.Null(); }, [&](bool b) { builder.Bool(b); },
      [&](std::int64_t i) { builder.Int(i); }, [&](std::uint64_t u) { builder.UInt(u); },
      [&](double d) { builder.Double(d); }, [&](const std::string& text) { builder.String(text); },
      [&](const Bytes& bytes) { builder.Blob(bytes.data.data(), bytes.data.size()); },
      [&](const Array& array) {
        const std::size_t start = builder.StartVector();
        for (const Value& element : array) write(builder, element);
        builder.EndVector(start, false, false);
      },
      [&](const Map& map) {
        const std::size_t start = builder.StartMap();
        for (const Entry& entry : map) {
          builder.Key(entry.key);
          write(builder, entry.value);
        }
        builder.EndMap(start);
      });
}

struct Reading {
  static std::string version() {
    return std::to_string(FLATBUFFERS_VERSION_MAJOR) + '.' + std::to_string(FLATBUFFERS_VERSION_MINOR) + '.' +
           std::to_string(FLATBUFFERS_VERSION_REVISION);
  }

  void scan(const std::string& encoded, auto& visitor) {
    hand_on(flexbuffers::GetRoot(begin_of(encoded), encoded.size()), visitor);
  }

 private:
  static void hand_on(flexbuffers::Reference reference, auto& visitor) {
    if (reference.IsNull()) return visitor.null();
    if (reference.IsBool()) return visitor.boolean(reference.AsBool());
    if (reference.IsInt()) return visitor.integer(reference.AsInt64());
    if (reference.IsUInt()) return visitor.unsigned_integer(reference.AsUInt64());
    if (reference.IsFloat()) return visitor.real(reference.AsDouble());
    if (reference.IsString())
      return visitor.string({reference.AsString().c_str(), reference.AsString().size()});
    if (reference.IsKey()) return visitor.string(reference.AsKey());
    if (reference.IsBlob()) {
      const flexbuffers::Blob blob = reference.AsBlob();
      return visitor.bytes({reinterpret_cast<const char*>(blob.data()), blob.size()});
    }
    if (reference.IsMap()) {
      const flexbuffers::Map map = reference.AsMap();
      const flexbuffers::TypedVector keys = map.Keys();
      const flexbuffers::Vector values = map.Values();
      visitor.begin_map(map.size());
      for (std::size_t i = 0; i < map.size(); ++i) {
        visitor.key(keys[i].AsKey());
        hand_on(values[i], visitor);
      }
      return visitor.end_map();
    }
    if (reference.IsUntypedVector()) return hand_on_elements(reference.AsVector(), visitor);
    if (reference.IsTypedVector()) return hand_on_elements(reference.AsTypedVector(), visitor);
    if (reference.IsFixedTypedVector()) return hand_on_elements(reference.AsFixedTypedVector(), visitor);
    throw Failed("a type that the library does not tell");
  }

  static void hand_on_elements(const auto& vector, auto& visitor) {
    visitor.begin_array(vector.size());
    for (std::size_t i = 0; i < vector.size(); ++i) hand_on(vector[i], visitor);
    visitor.end_array();
  }
};

struct Plain : Reading {
  void encode(const Value& value, auto&& use) {
    flexbuffers::Builder builder;
    write(builder, value);
    builder.Finish();
    use(builder.GetBuffer().data(), builder.GetSize());
  }

  /// References trust the buffer.
  static void trust(const std::string& encoded) { verify(encoded); }
};

struct Verified : Reading {
  void scan(const std::string& encoded, auto& visitor) {
    verify(encoded);
    Reading::scan(encoded, visitor);
  }
};

#endif

const Facts facts{.codec = "flexbuffers",
                  .format = "flexbuffers",
                  .library = {"FlatBuffers", "https://flatbuffers.dev", "Apache-2.0"},
                  .documentation = "https://flatbuffers.dev/flexbuffers/",
                  .policies = {.strings = "borrowed", .utf8 = "unchecked", .access = "lazy"}};

const bool added = add<struct Plain>(facts.row("encode scan", "Builder, Reference")) &&
                   add<struct Verified>(facts.row("scan", "Verifier, Reference", "verified"));

}  // namespace
}  // namespace weighbridge
