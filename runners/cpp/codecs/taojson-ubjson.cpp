#include "taojson.hpp"

namespace weighbridge {
namespace {

TAOJSON_FORMAT(Ubjson, tao::json::ubjson)

const bool added = add_events<Ubjson>("taojson-ubjson", "ubjson", "Binary-Data.md");

}  // namespace
}  // namespace weighbridge
