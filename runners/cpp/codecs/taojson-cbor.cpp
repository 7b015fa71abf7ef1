#include "taojson.hpp"

namespace weighbridge {
namespace {

TAOJSON_FORMAT(Cbor, tao::json::cbor)

const bool added = add_events<Cbor>("taojson-cbor", "cbor", "Binary-Data.md");

}  // namespace
}  // namespace weighbridge
