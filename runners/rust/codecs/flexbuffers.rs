//! `flexbuffers`, through Serde. Keys are sorted, as the format asks for.

use serde::Serialize;
use serde::de::{DeserializeOwned, DeserializeSeed};

use crate::codec::{Codec, Decode, DecodeTyped, Encode, EncodeTyped, Lack, Library, Operations, Outcome, PLAIN, Scan, Take};
use crate::typed::{SERDE, Typed, Types};
use crate::value::Value;
use crate::visitor::{Handing, Visitor};

#[derive(Default)]
struct Plain;

impl Encode for Plain {
    type Document = Value;

    fn encode(document: &Value) -> Outcome<Vec<u8>> {
        Ok(flexbuffers::to_vec(document)?)
    }
}

impl Decode for Plain {
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken> {
        taker.take(&flexbuffers::from_slice::<Value>(data)?)
    }
}

impl Scan for Plain {
    fn scan<V: Visitor>(data: &[u8], visitor: &mut V) -> Outcome<()> {
        Ok(Handing(visitor).deserialize(flexbuffers::Reader::get_root(data)?)?)
    }
}

impl<S: Types<Root: Serialize>> EncodeTyped<S> for Plain {
    fn encode(&mut self, document: &S::Root) -> Outcome<impl AsRef<[u8]>> {
        Ok(flexbuffers::to_vec(document)?)
    }
}

impl<S: Types<Root: DeserializeOwned>> DecodeTyped<S> for Plain {
    fn decode(&mut self, data: &[u8]) -> Outcome<S::Root> {
        Ok(flexbuffers::from_slice(data)?)
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
        name: "flexbuffers",
        variant: None,
        format: "flexbuffers",
        library: Library { name: "flexbuffers", homepage: "https://flatbuffers.dev", licence: "Apache-2.0" },
        policies: PLAIN,
        documentation: "https://docs.rs/flexbuffers",
        lacks: &[Lack::NulInKey],
        operations: Operations::new().encode::<Plain>().decode::<Plain>().scan::<Plain>(),
        typed: Some(Typed::of(&SERDE)),
    }]
}
