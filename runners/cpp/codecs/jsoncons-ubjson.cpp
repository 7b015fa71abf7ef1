#include "jsoncons.hpp"

namespace weighbridge {
namespace {

JSONCONS_FORMAT(Ubjson, ubjson)

const bool added = add_events<Ubjson>("ubjson", "ubjson_bytes_encoder", "decode_ubjson");

}  // namespace
}  // namespace weighbridge
