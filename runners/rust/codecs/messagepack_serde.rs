//! `messagepack-serde`; it offers no deserializer that a scan could be driven by.

use crate::codec::{Codec, Decode, Encode, Library, Operations, Outcome, PLAIN, Take};
use crate::value::Value;

struct Plain;

impl Encode for Plain {
    type Document = Value;

    fn encode(document: &Value) -> Outcome<Vec<u8>> {
        Ok(messagepack_serde::to_vec(document)?)
    }
}

impl Decode for Plain {
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken> {
        taker.take(&messagepack_serde::from_slice::<Value>(data)?)
    }
}

/// The rows.
#[must_use]
pub fn codecs() -> Vec<Codec> {
    vec![Codec {
        name: "messagepack-serde",
        variant: None,
        format: "msgpack",
        library: Library {
            name: "messagepack-serde",
            homepage: "https://github.com/tunamaguro/messagepack-rs",
            licence: "Apache-2.0 OR MIT",
        },
        policies: PLAIN,
        documentation: "https://docs.rs/messagepack-serde",
        lacks: &[],
        operations: Operations::new().encode::<Plain>().decode::<Plain>(),
        typed: None,
    }]
}
