// How the harness calls an adapter (portable/adapter.hpp says what that is).
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "adapter.hpp"
#include "errors.hpp"
#include "facts.hpp"
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
    if constexpr (scans) return scan_all(encoded(payload), iterations);
    throw std::logic_error("the operation is not listed");
  }

 private:
  static constexpr bool prepares = Prepares<Adapter>, encodes = Encodes<Adapter>, decodes = Decodes<Adapter>,
                        scans = Scans<Adapter>;

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

  // The names of these three are those of what can be weighed alone (CMakeLists.txt).
  template <class Input>
  NOT_CLONED Elapsed encode_all(const std::vector<const Input*>& inputs, std::uint64_t iterations,
                                Result result) {
    return timed(inputs, iterations, [&](const Input& input) { adapter_.encode(input, result); });
  }

  NOT_CLONED Elapsed decode_all(const std::vector<const std::string*>& inputs, std::uint64_t iterations,
                                Result result) {
    return timed(inputs, iterations, [&](const std::string& input) { adapter_.decode(input, result); });
  }

  NOT_CLONED Elapsed scan_all(const std::vector<const std::string*>& inputs, std::uint64_t iterations) {
    return timed(inputs, iterations, [&](const std::string& input) {
      Reader reader;
      adapter_.scan(input, reader);
      use(reader.sum());
    });
  }

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
      trust<Adapter>(found->second);
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
  std::string source = source_of(path);
#ifdef CODEC_MISSING
  registry().push_back({std::move(facts), std::move(source), nullptr, CODEC_MISSING});
#else
  auto codec = std::make_unique<CodecOf<Adapter>>(facts);
  registry().push_back({std::move(facts), std::move(source), std::move(codec), {}});
#endif
  return true;
}

}  // namespace weighbridge
