#include "taojson.hpp"

namespace weighbridge {
namespace {

TAOJSON_FORMAT(Json, tao::json)

const bool added = add_events<Json>("taojson", "json", "Events-Interface.md");

}  // namespace
}  // namespace weighbridge
