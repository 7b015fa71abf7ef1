#include <cmath>

#include "codec.hpp"

#ifndef CODEC_MISSING
#include <glaze/json.hpp>
#include <glaze/version.hpp>
#endif

namespace weighbridge {
namespace {

#ifndef CODEC_MISSING

/// A `Tree` is the library's generic value: its documentation's has one type of number, a double.
template <class Tree>
struct Generic {
  static std::string version() {
    return std::to_string(glz::version.major) + '.' + std::to_string(glz::version.minor) + '.' +
           std::to_string(glz::version.patch);
  }

  static Tree build(const Value& value) {
    Tree tree;
    match(
        value, [&](std::nullptr_t) { tree.data = nullptr; }, [&](bool b) { tree.data = b; },
        [&](std::int64_t i) { set_number(tree, i); }, [&](std::uint64_t u) { set_number(tree, u); },
        [&](double d) { tree.data = d; }, [&](const std::string& text) { tree.data = text; },
        [&](const Bytes&) { throw Unsupported("JSON cannot hold bytes"); },
        [&](const Array& array) {
          typename Tree::array_t items;
          items.reserve(array.size());
          for (const Value& element : array) items.push_back(build(element));
          tree.data = std::move(items);
        },
        [&](const Map& map) {
          typename Tree::object_t entries;
          for (const Entry& entry : map) entries[entry.key] = build(entry.value);
          tree.data = std::move(entries);
        });
    return tree;
  }

  static void write(const Tree& tree, auto&& use) {
    std::string text;
    if (const auto error = glz::write_json(tree, text)) throw Failed(glz::format_error(error, text));
    use(text.data(), text.size());
  }

  void encode(const Value& value, auto&& use) { write(build(value), use); }

  void decode(const std::string& text, auto&& use) {
    Tree tree;
    if (const auto error = glz::read_json(tree, text)) throw Failed(glz::format_error(error, text));
    use(tree);
  }

  static void visit(const Tree& tree, auto& visitor) {
    std::visit(Overloaded{[&](std::nullptr_t) { visitor.null(); }, [&](bool b) { visitor.boolean(b); },
                          [&](std::int64_t i) { visitor.integer(i); },
                          [&](std::uint64_t u) { visitor.unsigned_integer(u); },
                          [&](double d) { hand_on_double(d, visitor); },
                          [&](const std::string& text) { visitor.string(text); },
                          [&](const typename Tree::array_t& array) {
                            visitor.begin_array();
                            for (const Tree& element : array) visit(element, visitor);
                            visitor.end_array();
                          },
                          [&](const typename Tree::object_t& map) {
                            visitor.begin_map();
                            for (const auto& [key, child] : map) {
                              visitor.key(key);
                              visit(child, visitor);
                            }
                            visitor.end_map();
                          }},
               tree.data);
  }

 private:
  static constexpr bool has_integers = std::is_same_v<Tree, glz::generic_u64>;

  static void set_number(Tree& tree, auto number) {
    if constexpr (!has_integers) {
      tree.data = static_cast<double>(number);
    } else if (number < 0) {
      tree.data = static_cast<std::int64_t>(number);
    } else {
      tree.data = static_cast<std::uint64_t>(number);
    }
  }

  /// Where there are doubles alone, one that is whole counts as an integer as far as a double tells them
  /// apart.
  static void hand_on_double(double d, auto& visitor) {
    const bool is_whole = std::abs(d) <= 9007199254740992.0 && std::nearbyint(d) == d;
    if (has_integers || !is_whole || (d == 0 && std::signbit(d))) return visitor.real(d);
    visitor.integer(static_cast<std::int64_t>(d));
  }
};

struct Plain : Generic<glz::generic> {};
struct Exact : Generic<glz::generic_u64> {};

struct Prebuilt : Generic<glz::generic> {
  static glz::generic prepare(const Value& value) { return build(value); }
  void encode(const glz::generic& tree, auto&& use) { write(tree, use); }
  void decode(const std::string&, auto&&) = delete;
};

#endif

const Facts facts{.codec = "glaze",
                  .format = "json",
                  .library = {"Glaze", "https://stephenberry.github.io/glaze/", "MIT"},
                  .documentation = "https://stephenberry.github.io/glaze/generic-json/",
                  .policies = {.map = "hash"}};

const bool added =
    add<struct Plain>(facts.row("encode decode", "generic, write_json, read_json")) &&
    add<struct Exact>(facts.row("encode decode", "generic_u64, write_json, read_json", "u64")) &&
    add<struct Prebuilt>(facts.row("encode", "write_json", "prebuilt"));

}  // namespace
}  // namespace weighbridge
