//! `messagepack-serde`; it offers no deserializer that a scan could be driven by.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::codec::{Codec, Decode, DecodeTyped, Encode, EncodeTyped, Library, Operations, Outcome, PLAIN, Take};
use crate::typed::{SERDE, Typed, Types};
use crate::value::Value;

#[derive(Default)]
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

impl<S: Types<Root: Serialize>> EncodeTyped<S> for Plain {
    fn encode(&mut self, document: &S::Root) -> Outcome<impl AsRef<[u8]>> {
        Ok(messagepack_serde::to_vec(document)?)
    }
}

impl<S: Types<Root: DeserializeOwned>> DecodeTyped<S> for Plain {
    fn decode(&mut self, data: &[u8]) -> Outcome<S::Root> {
        Ok(messagepack_serde::from_slice(data)?)
    }
}

/// The operations on types.
#[must_use]
pub fn typed<S: Types<Root: Serialize + DeserializeOwned>>() -> Operations {
    Operations::new().encode_typed::<S, Plain>().decode_typed::<S, Plain>()
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
        typed: Some(Typed::of(&SERDE)),
    }]
}
