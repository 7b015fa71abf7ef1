// What an adapter may have.
//
// It is a class with some of these members. `use` is the harness's function for a result; it must be
// called once, while the result is alive. Whatever an adapter keeps in its own members, later operations find
// there: that is what makes a [reuse] variant.
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

#include <string>
#include <string_view>

#include "value.hpp"
#include "visitor.hpp"

namespace weighbridge {

/// Stands for the harness's function for a result.
struct Use {
  void operator()(const auto&...) const {}
};

template <class Adapter>
concept Prepares = requires(const Value& value) { Adapter::prepare(value); };

template <class Adapter>
concept Encodes =
    Prepares<Adapter> || requires(Adapter a, const Value& value, Use use) { a.encode(value, use); };

template <class Adapter>
concept Decodes = requires(Adapter a, const std::string& input, Use use) { a.decode(input, use); };

template <class Adapter>
concept Scans = requires(Adapter a, const std::string& input, Reader& reader) { a.scan(input, reader); };

/// Asks whether bytes may be read, where the adapter's reader checks nothing.
template <class Adapter>
void trust(const std::string& encoded) {
  if constexpr (requires { Adapter::trust(encoded); }) Adapter::trust(encoded);
}

/// The adapter's file, relative to the runner's folder, from a path that ends with its name.
inline std::string source_of(std::string_view path) {
  return "codecs/" + std::string(path.substr(path.rfind('/') + 1));
}

}  // namespace weighbridge
