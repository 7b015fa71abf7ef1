#include "jsoncons.hpp"

namespace weighbridge {
namespace {

JSONCONS_FORMAT(Cbor, cbor)

const bool added = add_events<Cbor>("cbor", "cbor_bytes_encoder", "decode_cbor");

}  // namespace
}  // namespace weighbridge
