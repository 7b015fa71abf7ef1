//! `cbor4ii`, through Serde.

use serde::de::DeserializeSeed;

use crate::codec::{Codec, Decode, Encode, Library, Operations, Outcome, PLAIN, Scan, Take};
use crate::value::Value;
use crate::visitor::{Handing, Visitor};

struct Plain;

impl Encode for Plain {
    type Document = Value;

    fn encode(document: &Value) -> Outcome<Vec<u8>> {
        Ok(cbor4ii::serde::to_vec(Vec::new(), document)?)
    }
}

impl Decode for Plain {
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken> {
        taker.take(&cbor4ii::serde::from_slice::<Value>(data)?)
    }
}

impl Scan for Plain {
    fn scan<V: Visitor>(data: &[u8], visitor: &mut V) -> Outcome<()> {
        let reader = cbor4ii::core::utils::SliceReader::new(data);
        Ok(Handing(visitor).deserialize(&mut cbor4ii::serde::Deserializer::new(reader))?)
    }
}

/// The rows.
#[must_use]
pub fn codecs() -> Vec<Codec> {
    vec![Codec {
        name: "cbor4ii",
        variant: None,
        format: "cbor",
        library: Library { name: "cbor4ii", homepage: "https://github.com/quininer/cbor4ii", licence: "MIT" },
        policies: PLAIN,
        documentation: "https://docs.rs/cbor4ii/latest/cbor4ii/serde/",
        lacks: &[],
        operations: Operations::new().encode::<Plain>().decode::<Plain>().scan::<Plain>(),
        typed: None, // its floats cannot be read by types from what others wrote with fewer bits,
    }]
}
