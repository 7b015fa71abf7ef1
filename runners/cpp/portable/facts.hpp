// What a codec's file says of its rows.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weighbridge {

enum class Operation { encode, decode, scan };

std::string_view operation_name(Operation operation);

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

}  // namespace weighbridge
