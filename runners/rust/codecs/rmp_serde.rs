//! `rmp-serde`.

use serde::de::DeserializeSeed;

use crate::codec::{Codec, Decode, Encode, Library, Operations, Outcome, PLAIN, Scan, Take};
use crate::value::Value;
use crate::visitor::{Handing, Visitor};

/// Through Serde.
pub struct Plain;

impl Encode for Plain {
    type Document = Value;

    fn encode(document: &Value) -> Outcome<Vec<u8>> {
        Ok(rmp_serde::to_vec(document)?)
    }
}

impl Decode for Plain {
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken> {
        taker.take(&rmp_serde::from_slice::<Value>(data)?)
    }
}

impl Scan for Plain {
    fn scan<V: Visitor>(data: &[u8], visitor: &mut V) -> Outcome<()> {
        Ok(Handing(visitor).deserialize(&mut rmp_serde::Deserializer::from_read_ref(data))?)
    }
}

/// The rows.
#[must_use]
pub fn codecs() -> Vec<Codec> {
    vec![Codec {
        name: "rmp-serde",
        variant: None,
        format: "msgpack",
        library: Library { name: "rmp-serde", homepage: "https://github.com/3Hren/msgpack-rust", licence: "MIT" },
        policies: PLAIN,
        documentation: "https://docs.rs/rmp-serde",
        lacks: &[],
        operations: Operations::new().encode::<Plain>().decode::<Plain>().scan::<Plain>(),
    }]
}
