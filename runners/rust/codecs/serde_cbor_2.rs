//! `serde_cbor_2`, the maintained descendant of `serde_cbor`.

use serde::de::DeserializeSeed;

use crate::codec::{Codec, Decode, Encode, Library, Operations, Outcome, PLAIN, Scan, Take};
use crate::value::Value;
use crate::visitor::{Handing, Visitor};

struct Plain;

impl Encode for Plain {
    type Document = Value;

    fn encode(document: &Value) -> Outcome<Vec<u8>> {
        Ok(serde_cbor_2::to_vec(document)?)
    }
}

impl Decode for Plain {
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken> {
        taker.take(&serde_cbor_2::from_slice::<Value>(data)?)
    }
}

impl Scan for Plain {
    fn scan<V: Visitor>(data: &[u8], visitor: &mut V) -> Outcome<()> {
        let mut deserializer = serde_cbor_2::Deserializer::from_slice(data);
        Handing(visitor).deserialize(&mut deserializer)?;
        Ok(deserializer.end()?)
    }
}

/// The rows.
#[must_use]
pub fn codecs() -> Vec<Codec> {
    vec![Codec {
        name: "serde_cbor_2",
        variant: None,
        format: "cbor",
        library: Library {
            name: "serde_cbor_2",
            homepage: "https://github.com/kanidm/cbor",
            licence: "MIT OR Apache-2.0",
        },
        policies: PLAIN,
        documentation: "https://docs.rs/serde_cbor_2",
        lacks: &[],
        operations: Operations::new().encode::<Plain>().decode::<Plain>().scan::<Plain>(),
        typed: None,
    }]
}
