#include "nlohmann.hpp"

namespace weighbridge {
namespace {

NLOHMANN_FORMAT(Bson, bson)

const bool added = add_tree<Bson>(facts_of("bson", "binary_formats/bson/"), "to_bson", "from_bson");

}  // namespace
}  // namespace weighbridge
