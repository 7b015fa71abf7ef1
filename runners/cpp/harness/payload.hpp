// A loaded payload: its documents, and what codecs prepared from them.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "allocations.h"
#include "value.hpp"

namespace weighbridge {

struct Document {
  Value value;
  /// Where the value is an array: the map with the keys "0", "1", … that a format writes which has no array
  /// at its root.
  std::optional<Value> numbered;
  /// The document's bytes by format.
  std::map<std::string, std::string> encoded;
};

struct Payload {
  std::vector<Document> documents;
  /// What an adapter made of the documents before anything is timed, by the address of the adapter.
  std::map<const void*, std::shared_ptr<void>> prepared;
  /// What a pass of an operation allocates, by the codec's name and the operation's.
  std::map<std::string, allocations> allocated;
};

inline std::vector<const Value*> values(const Payload& payload) {
  std::vector<const Value*> result;
  for (const Document& document : payload.documents) result.push_back(&document.value);
  return result;
}

}  // namespace weighbridge
