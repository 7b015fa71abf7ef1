//! `cbor4ii`, through Serde.

use serde::Serialize;
use serde::de::{DeserializeOwned, DeserializeSeed};

use crate::codec::{Codec, Decode, DecodeTyped, Encode, EncodeTyped, Library, Operations, Outcome, PLAIN, Scan, Take};
use crate::typed::{SERDE, Typed, Types};
use crate::value::Value;
use crate::visitor::{Handing, Visitor};

#[derive(Default)]
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

impl<S: Types<Root: Serialize>> EncodeTyped<S> for Plain {
    fn encode(&mut self, document: &S::Root) -> Outcome<impl AsRef<[u8]>> {
        Ok(cbor4ii::serde::to_vec(Vec::new(), document)?)
    }
}

impl<S: Types<Root: DeserializeOwned>> DecodeTyped<S> for Plain {
    fn decode(&mut self, data: &[u8]) -> Outcome<S::Root> {
        Ok(cbor4ii::serde::from_slice(data)?)
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
        name: "cbor4ii",
        variant: None,
        format: "cbor",
        library: Library { name: "cbor4ii", homepage: "https://github.com/quininer/cbor4ii", licence: "MIT" },
        policies: PLAIN,
        documentation: "https://docs.rs/cbor4ii/latest/cbor4ii/serde/",
        lacks: &[],
        operations: Operations::new().encode::<Plain>().decode::<Plain>().scan::<Plain>(),
        typed: Some(Typed::of(&SERDE)),
    }]
}
