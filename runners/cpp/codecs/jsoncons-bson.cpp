#include "jsoncons.hpp"

namespace weighbridge {
namespace {

JSONCONS_FORMAT(Bson, bson)

const bool added = add_events<Bson>("bson", "bson_bytes_encoder", "decode_bson");

}  // namespace
}  // namespace weighbridge
