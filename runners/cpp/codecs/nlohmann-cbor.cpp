#include "nlohmann.hpp"

namespace weighbridge {
namespace {

NLOHMANN_FORMAT(Cbor, cbor)

const bool added = add_tree<Cbor>(facts_of("cbor", "binary_formats/cbor/"), "to_cbor", "from_cbor");

}  // namespace
}  // namespace weighbridge
