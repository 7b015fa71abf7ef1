// What a codec's file says of itself, and how the harness calls it.
//
// An adapter is a class with some of these members. `use` is the harness's function for a result; it must be
// called once, while the result is alive. Whatever an adapter keeps in its own members lives as long as the
// runner: that is what makes a [reuse] variant.
//
// clang-format off
//     static std::string version()
//         the library's, read from the library
//     void encode(const Value&, auto&& use)
//         calls use(data, size)
//     static Tree prepare(const Value&)
//         makes encode start from a Tree, made before anything is timed: encode(const Tree&, auto&& use)
//     void decode(const std::string& encoded, auto&& use)
//         calls use(tree)
//     static void visit(const Tree&, auto& visitor)
//         hands every value of a decoded tree to the visitor
//     void scan(const std::string& encoded, auto& visitor)
//         hands every value to the visitor as it is read
//     static void trust(const std::string& encoded)
//         throws where a reader that checks nothing must not be let loose; never timed
// clang-format on
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "errors.hpp"
#include "format.hpp"
#include "payload.hpp"
#include "recorder.hpp"
#include "timing.hpp"
#include "visitor.hpp"

namespace weighbridge {

/// Compiled once, for every caller.
#ifdef __clang__
#define NOT_CLONED [[gnu::noinline]]
#else
#define NOT_CLONED [[gnu::noinline, gnu::noclone]]
#endif

enum class Operation { encode, decode, scan };

struct Library {
  std::string name;
  std::string homepage;
  /// SPDX identifier.
  std::string licence;
};

/// What a row does; see docs/protocol.md for the words.
struct Policies {
  std::string buffers = "fresh";
  std::string strings = "owned";
  std::string utf8 = "checked";
  std::string access = "tree";
  /// How a tree keeps a map; empty where there is no tree.
  std::string map = {};
  std::string api = {};
  bool threads = false;
};

/// What is known of a codec, and, made from that, of one of its rows.
struct Facts {
  std::string codec;
  std::string format;
  Library library;
  /// The page that shows the API used.
  std::string documentation;
  Policies policies = {};
  std::vector<Operation> operations = {};
  /// Empty for the plain row.
  std::string variant = {};

  /// A row: the names of its operations, what of the library it uses, and its variant.
  Facts row(std::string_view offered, std::string api, std::string variant_name = {}) const;

  Facts reusing() const {
    return with([](Facts& row) { row.policies.buffers = "reuse"; });
  }
  Facts borrowing() const {
    return with([](Facts& row) { row.policies.strings = "borrowed"; });
  }
  Facts checking() const {
    return with([](Facts& row) { row.policies.utf8 = "checked"; });
  }
  Facts documented(std::string page) const {
    return with([&](Facts& row) { row.documentation = std::move(page); });
  }

 private:
  Facts with(auto change) const {
    Facts changed = *this;
    change(changed);
    return changed;
  }
};

struct Checked {
  std::vector<std::string> bytes;
  std::vector<std::string> hashes;
  std::vector<std::string> values;
};

/// A codec as the harness sees it: one virtual call a request.
class Codec {
 public:
  virtual ~Codec() = default;
  virtual std::string version() const = 0;
  /// What `encode` starts from, in the words of docs/protocol.md; empty without one.
  virtual std::string_view starts_from() const = 0;
  virtual Checked check(Operation operation, Payload& payload, bool with_values) = 0;
  virtual Elapsed time(Operation operation, Payload& payload, std::uint64_t iterations) = 0;
};

struct Registered {
  Facts facts;
  /// The adapter's file, relative to the runner's folder.
  std::string source;
  /// Null where the library was not found.
  std::unique_ptr<Codec> codec;
  /// Then: why, and how to get it.
  std::string missing;
};

/// Every codec, present or missing.
std::vector<Registered>& registry();

/// What an adapter prepared for a payload; made once, then kept with the payload.
template <class Prepared, class Prepare>
std::vector<Prepared>& prepared(const void* owner, Payload& payload, const std::vector<const Value*>& values,
                                Prepare prepare) {
  std::shared_ptr<void>& kept = payload.prepared[owner];
  if (!kept) {
    auto made = std::make_shared<std::vector<Prepared>>();
    made->reserve(values.size());
    for (const Value* value : values) made->push_back(prepare(*value));
    kept = std::move(made);
  }
  return *static_cast<std::vector<Prepared>*>(kept.get());
}

template <class T>
std::vector<const T*> addresses(const std::vector<T>& items) {
  std::vector<const T*> result;
  for (const T& item : items) result.push_back(&item);
  return result;
}

template <class Adapter>
class CodecOf final : public Codec {
 public:
  explicit CodecOf(const Facts& facts) : format_(facts.format) {
    for (const auto& [operation, present] :
         {std::pair{Operation::encode, encodes}, std::pair{Operation::decode, decodes},
          std::pair{Operation::scan, scans}}) {
      const bool listed = std::ranges::find(facts.operations, operation) != facts.operations.end();
      if (listed != present) throw std::logic_error(facts.codec + ": its operations are not those it has");
    }
  }

  std::string version() const override { return Adapter::version(); }

  /// An encoder that starts from a `Value` has to walk it: there is no natural tree in C++.
  std::string_view starts_from() const override {
    if constexpr (!encodes) return {};
    return prepares ? "library" : "events";
  }

  Checked check(Operation operation, Payload& payload, bool with_values) override {
    Checked checked;
    Result result{&checked, with_values};
    if (operation == Operation::scan) {
      if constexpr (scans) {
        for (const std::string* input : encoded(payload)) {
          Recorder recorder(with_values);
          adapter_.scan(*input, recorder);
          result.note(recorder);
        }
      }
    } else {
      run(operation, payload, 1, result);
    }
    return checked;
  }

  Elapsed time(Operation operation, Payload& payload, std::uint64_t iterations) override {
    if (operation != Operation::scan) return run(operation, payload, iterations, Result{});
    if constexpr (scans) {
      return timed(encoded(payload), iterations, [&](const std::string& input) {
        Reader reader;
        adapter_.scan(input, reader);
        use(reader.sum());
      });
    }
    throw std::logic_error("the operation is not listed");
  }

 private:
  /// What is done with a result: it is used while timing, and noted in a check. A check runs the loop that is
  /// timed, and not one of its own, because a library function that is called from one place only is compiled
  /// otherwise than one that is called from two.
  struct Result {
    Checked* checked = nullptr;
    bool with_values = false;

    void operator()(const void* data, std::size_t size) const {
      if (checked == nullptr) [[likely]] {
        use(data, size);
      } else {
        checked->bytes.emplace_back(static_cast<const char*>(data), size);
      }
    }

    void operator()(const auto& tree) const {
      if (checked == nullptr) [[likely]] {
        use(tree);
      } else {
        record(tree);
      }
    }

    [[gnu::noinline, gnu::cold]] void record(const auto& tree) const {
      Recorder recorder(with_values);
      Adapter::visit(tree, recorder);
      note(recorder);
    }

    void note(const Recorder& recorder) const {
      checked->hashes.push_back(recorder.hash());
      if (with_values) checked->values.push_back(recorder.text());
    }
  };

  Elapsed run(Operation operation, Payload& payload, std::uint64_t iterations, Result result) {
    if (operation == Operation::encode) {
      if constexpr (encodes) return encode_all(unencoded(payload), iterations, result);
    } else if constexpr (decodes) {
      return decode_all(encoded(payload), iterations, result);
    }
    throw std::logic_error("the operation is not listed");
  }

  template <class Input>
  NOT_CLONED Elapsed encode_all(const std::vector<const Input*>& inputs, std::uint64_t iterations,
                                Result result) {
    return timed(inputs, iterations, [&](const Input& input) { adapter_.encode(input, result); });
  }

  NOT_CLONED Elapsed decode_all(const std::vector<const std::string*>& inputs, std::uint64_t iterations,
                                Result result) {
    return timed(inputs, iterations, [&](const std::string& input) { adapter_.decode(input, result); });
  }

  struct Use {
    void operator()(const auto&...) const {}
  };
  static constexpr bool prepares = requires(const Value& value) { Adapter::prepare(value); };
  static constexpr bool encodes =
      prepares || requires(Adapter a, const Value& value, Use use) { a.encode(value, use); };
  static constexpr bool decodes =
      requires(Adapter a, const std::string& input, Use use) { a.decode(input, use); };
  static constexpr bool scans =
      requires(Adapter a, const std::string& input, Reader& reader) { a.scan(input, reader); };

  /// What encode starts from, document by document.
  auto unencoded(Payload& payload) const {
    const std::vector<const Value*> values = documents_for(format_, payload);
    if constexpr (prepares) {
      using Tree = decltype(Adapter::prepare(std::declval<const Value&>()));
      return addresses(prepared<Tree>(this, payload, values, Adapter::prepare));
    } else {
      return values;
    }
  }

  /// What decode and scan start from, document by document.
  std::vector<const std::string*> encoded(const Payload& payload) const {
    std::vector<const std::string*> result;
    for (const Document& document : payload.documents) {
      const auto found = document.encoded.find(format_);
      if (found == document.encoded.end()) {
        throw BadRequest("the payload was loaded without its bytes in " + format_);
      }
      if constexpr (requires { Adapter::trust(found->second); }) Adapter::trust(found->second);
      result.push_back(&found->second);
    }
    return result;
  }

  std::string format_;
  Adapter adapter_;
};

/// Registers an adapter under its facts. Where CMake did not find the library it compiles the codec's file
/// with CODEC_MISSING, the reason; the adapter then stays undefined and only the facts are kept.
template <class Adapter>
bool add(Facts facts, std::string_view path = __builtin_FILE()) {
  std::string source = "codecs/" + std::string(path.substr(path.rfind('/') + 1));
#ifdef CODEC_MISSING
  registry().push_back({std::move(facts), std::move(source), nullptr, CODEC_MISSING});
#else
  auto codec = std::make_unique<CodecOf<Adapter>>(facts);
  registry().push_back({std::move(facts), std::move(source), std::move(codec), {}});
#endif
  return true;
}

}  // namespace weighbridge
