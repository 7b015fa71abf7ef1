#include "codec.hpp"
#include "describe.hpp"

namespace weighbridge {

std::vector<Registered>& registry() {
  static std::vector<Registered> codecs;
  return codecs;
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
