#include "facts.hpp"

namespace weighbridge {

std::string_view operation_name(Operation operation) {
  switch (operation) {
    case Operation::encode: return "encode";
    case Operation::decode: return "decode";
    case Operation::scan: return "scan";
  }
  __builtin_unreachable();
}

Facts Facts::row(std::string_view offered, std::string api, std::string variant_name) const {
  return with([&](Facts& row) {
    for (const Operation operation : {Operation::encode, Operation::decode, Operation::scan}) {
      if (offered.find(operation_name(operation)) != offered.npos) row.operations.push_back(operation);
    }
    row.policies.api = std::move(api);
    row.variant = std::move(variant_name);
  });
}

}  // namespace weighbridge
