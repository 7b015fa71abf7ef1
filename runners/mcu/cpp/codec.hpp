// What adapters in C++ are written against, on boards: the same as on desktops (../../cpp/portable/adapter.hpp), on top
// of the harness, which is C.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "adapter.hpp"
#include "errors.hpp"
#include "facts.hpp"
#include "harness.hpp"
#include "recorder.hpp"
#include "value.hpp"
#include "visitor.hpp"

namespace weighbridge {

/// The application's own value of a document.
Value value_of(const ::value& document);

/// Calls a function that runs a batch; false, with the reason in the batch, where it throws.
bool guarded(batch* job, void (*run)(batch*));

/// What the harness calls of an adapter.
struct Functions {
  const char* (*version)();
  batch_function *encode, *decode, *scan; /* null where it has none */
  enum starts_from starts_from;
};

/// Registers a row, or, where its library is missing, that and the reason. There they are for ever.
void add_row(const Facts& facts, std::string_view path, const Functions* functions, const char* missing);

template <class Adapter>
class CodecOf {
  /// What is done with a result: it is used while timing, and recorded in a check.
  struct Result {
    batch* job;
    std::size_t document;

    void operator()(const void* data, std::size_t size) const {
      if (job->recordings == nullptr) [[likely]] {
        asm volatile("" : : "r"(data), "r"(size) : "memory");
      } else {
        record_bytes(job->recordings, document, data, size);
      }
    }

    void operator()(const auto& tree) const {
      if (job->recordings == nullptr) [[likely]] {
        asm volatile("" : : "r"(&tree) : "memory");
      } else {
        record(tree);
      }
    }

    [[gnu::noinline, gnu::cold]] void record(const auto& tree) const {
      Recorder recorder(record_events(job->recordings, document));
      Adapter::visit(tree, recorder);
    }
  };

  /// Runs a function for each input, over all iterations between the clocks.
  static void timed(batch* job, const auto& inputs, auto function) {
    const std::uint64_t iterations = job->iterations;
    const std::size_t count = inputs.size();
    if (job->allocations != nullptr) allocations_begin();
    const times start = clocks_start();
    for (std::uint64_t iteration = 0; iteration < iterations; ++iteration) {
      for (std::size_t i = 0; i < count; ++i) function(inputs[i], i);
    }
    job->elapsed = clocks_since(start);
    if (job->allocations != nullptr) *job->allocations = allocations_end();
  }

  static std::vector<std::string> encoded(const batch* job) {
    std::vector<std::string> inputs;
    inputs.reserve(job->count);
    for (std::size_t i = 0; i < job->count; ++i) {
      inputs.emplace_back(job->encoded[i].data, job->encoded[i].length);
      trust<Adapter>(inputs[i]);
    }
    return inputs;
  }

  static decltype(auto) unencoded(const ::value& document) {
    if constexpr (Prepares<Adapter>) {
      return Adapter::prepare(value_of(document));
    } else {
      return value_of(document);
    }
  }

  static bool encode(batch* job) {
    return guarded(job, [](batch* batch) {
      std::vector<decltype(unencoded(*batch->values))> inputs;
      inputs.reserve(batch->count);
      for (std::size_t i = 0; i < batch->count; ++i) inputs.push_back(unencoded(batch->values[i]));
      timed(batch, inputs, [batch](const auto& input, std::size_t i) { adapter.encode(input, Result{batch, i}); });
    });
  }

  static bool decode(batch* job) {
    return guarded(job, [](batch* batch) {
      timed(batch, encoded(batch),
            [batch](const std::string& input, std::size_t i) { adapter.decode(input, Result{batch, i}); });
    });
  }

  static bool scan(batch* job) {
    return guarded(job, [](batch* batch) {
      const std::vector<std::string> inputs = encoded(batch);
      if (batch->recordings != nullptr) {
        for (std::size_t i = 0; i < inputs.size(); ++i) {
          Recorder recorder(record_events(batch->recordings, i));
          adapter.scan(inputs[i], recorder);
        }
        return;
      }
      timed(batch, inputs, [](const std::string& input, std::size_t) {
        Reader reader;
        adapter.scan(input, reader);
        const std::uint64_t sum = reader.sum();
        asm volatile("" : : "r"(&sum) : "memory");
      });
    });
  }

  /// What it keeps in its own members, an operation may use again.
  static inline Adapter adapter;

  /// Lives on in memory that is brought back to its beginning before the next request.
  static const char* version() { return (new std::string(Adapter::version()))->c_str(); }

  static consteval Functions all() {
    Functions functions{version, nullptr, nullptr, nullptr, Prepares<Adapter> ? FROM_LIBRARY : FROM_EVENTS};
    if constexpr (Encodes<Adapter>) functions.encode = encode;
    if constexpr (Decodes<Adapter>) functions.decode = decode;
    if constexpr (Scans<Adapter>) functions.scan = scan;
    return functions;
  }

 public:
  /// The only way to the adapter: where a row is weighed alone, nothing refers to those of the others
  /// (footprint/measure.cmake knows it by this name).
  static constexpr Functions functions = all();
};

/// Registers an adapter under its facts, or, where the build defines CODEC_MISSING, the facts and that reason.
template <class Adapter>
bool add(const Facts& facts, std::string_view path = __builtin_FILE()) {
#ifdef CODEC_MISSING
  add_row(facts, path, nullptr, CODEC_MISSING);
#else
  add_row(facts, path, &CodecOf<Adapter>::functions, nullptr);
#endif
  return true;
}

}  // namespace weighbridge
