#include "floor.hpp"

#include <algorithm>
#include <cstring>

#include "tare.hpp"

namespace weighbridge {
namespace {

constexpr std::string_view copying = "memcpy", walking = "walk";

std::vector<const std::string*> encoded(const Payload& payload, const std::string& format) {
  std::vector<const std::string*> result;
  for (const Document& document : payload.documents) {
    const auto found = document.encoded.find(format);
    if (found == document.encoded.end()) throw Unsupported("the payload is not there in " + format);
    result.push_back(&found->second);
  }
  return result;
}

/// Memory for any of the documents, there before the clocks start.
std::vector<char> room(const std::vector<const std::string*>& documents) {
  std::size_t most = 1;
  for (const std::string* document : documents) most = std::max(most, document->size());
  return std::vector<char>(most);
}

/// The hashes of the documents themselves.
Checked check_documents(Payload& payload, bool with_values) {
  return tares().front().check(payload, with_values);
}

Checked check_copy(Payload& payload, const std::string& format, bool with_values) {
  const auto documents = encoded(payload, format);
  std::vector<char> copy = room(documents);
  for (const std::string* document : documents) {
    std::memcpy(copy.data(), document->data(), document->size());
    if (std::memcmp(copy.data(), document->data(), document->size()) != 0) {
      throw std::runtime_error("what was copied is not what there was");
    }
  }
  return check_documents(payload, with_values);
}

Elapsed time_copy(Payload& payload, const std::string& format, std::uint64_t iterations) {
  const auto documents = encoded(payload, format);
  std::vector<char> copy = room(documents);
  return timed(documents, iterations, [&](const std::string& document) {
    std::memcpy(copy.data(), document.data(), document.size());
    use(copy.data(), document.size());
  });
}

Checked check_walk(Payload& payload, const std::string&, bool with_values) {
  return check_documents(payload, with_values);
}

Elapsed time_walk(Payload& payload, const std::string&, std::uint64_t iterations) {
  return timed(values(payload), iterations, [](const Value& value) {
    Reader reader;
    walk(value, reader);
    use(reader.sum());
  });
}

}  // namespace

std::vector<std::string_view> floor_names() { return {copying, walking}; }

std::optional<Floor> find_floor(const std::string& name) {
  constexpr std::string_view prefix = "floor:";
  if (!name.starts_with(prefix)) return std::nullopt;
  const std::string_view named = std::string_view(name).substr(prefix.size());
  if (named == walking) return Floor{check_walk, time_walk, {}};
  const std::string opening = std::string(copying) + '[';
  if (!named.starts_with(opening) || !named.ends_with(']')) return std::nullopt;
  const std::size_t end = named.size() - 1;
  return Floor{check_copy, time_copy, std::string(named.substr(opening.size(), end - opening.size()))};
}

}  // namespace weighbridge
