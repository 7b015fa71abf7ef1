//! `cbor2`, through Serde.

use serde::de::DeserializeSeed;

use crate::codec::{Codec, Decode, Encode, Library, Operations, Outcome, PLAIN, Scan, Take};
use crate::value::Value;
use crate::visitor::{Handing, Visitor};

struct Plain;

impl Encode for Plain {
    type Document = Value;

    fn encode(document: &Value) -> Outcome<Vec<u8>> {
        Ok(cbor2::to_vec(document)?)
    }
}

impl Decode for Plain {
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken> {
        taker.take(&cbor2::from_slice::<Value>(data)?)
    }
}

impl Scan for Plain {
    fn scan<V: Visitor>(data: &[u8], visitor: &mut V) -> Outcome<()> {
        Ok(Handing(visitor).deserialize(&mut cbor2::de::Deserializer::from_slice(data))?)
    }
}

/// The rows.
#[must_use]
pub fn codecs() -> Vec<Codec> {
    vec![Codec {
        name: "cbor2",
        variant: None,
        format: "cbor",
        library: Library { name: "cbor2", homepage: "https://github.com/ldclabs/cbor2", licence: "MIT" },
        policies: PLAIN,
        documentation: "https://docs.rs/cbor2",
        lacks: &[],
        operations: Operations::new().encode::<Plain>().decode::<Plain>().scan::<Plain>(),
        typed: None,
    }]
}
