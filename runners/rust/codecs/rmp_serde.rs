//! `rmp-serde`.

use serde::Serialize;
use serde::de::{DeserializeOwned, DeserializeSeed};

use crate::codec::{
    Codec, Decode, DecodeTyped, Encode, EncodeTyped, Library, Operations, Outcome, PLAIN, Policies, Scan, Take,
};
use crate::typed::{SERDE, SERDE_IN_ORDER, Typed, Types};
use crate::value::Value;
use crate::visitor::{Handing, Visitor};

/// Through Serde.
#[derive(Default)]
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

impl<S: Types<Root: Serialize>> EncodeTyped<S> for Plain {
    fn encode(&mut self, document: &S::Root) -> Outcome<impl AsRef<[u8]>> {
        Ok(rmp_serde::to_vec_named(document)?)
    }
}

impl<S: Types<Root: DeserializeOwned>> DecodeTyped<S> for Plain {
    fn decode(&mut self, data: &[u8]) -> Outcome<S::Root> {
        Ok(rmp_serde::from_slice(data)?)
    }
}

/// The operations on types.
#[must_use]
pub fn typed<S: Types<Root: Serialize + DeserializeOwned>>() -> Operations {
    Operations::new().encode_typed::<S, Plain>().decode_typed::<S, Plain>()
}

/// Structs as arrays of their fields.
#[derive(Default)]
struct Arrays;

impl<S: Types<Root: Serialize>> EncodeTyped<S> for Arrays {
    fn encode(&mut self, document: &S::Root) -> Outcome<impl AsRef<[u8]>> {
        Ok(rmp_serde::to_vec(document)?)
    }
}

impl<S: Types<Root: DeserializeOwned>> DecodeTyped<S> for Arrays {
    fn decode(&mut self, data: &[u8]) -> Outcome<S::Root> {
        Ok(rmp_serde::from_slice(data)?)
    }
}

/// The same without the names of fields.
#[must_use]
pub fn arrays<S: Types<Root: Serialize + DeserializeOwned>>() -> Operations {
    Operations::new().encode_typed::<S, Arrays>().decode_typed::<S, Arrays>()
}

/// The rows.
#[must_use]
pub fn codecs() -> Vec<Codec> {
    let plain = Codec {
        name: "rmp-serde",
        variant: None,
        format: "msgpack",
        library: Library { name: "rmp-serde", homepage: "https://github.com/3Hren/msgpack-rust", licence: "MIT" },
        policies: Policies { api: "to_vec (to_vec_named of structs), from_slice", ..PLAIN },
        documentation: "https://docs.rs/rmp-serde",
        lacks: &[],
        operations: Operations::new().encode::<Plain>().decode::<Plain>().scan::<Plain>(),
        typed: Some(Typed::of(&SERDE)),
    };
    let arrays = Codec {
        variant: Some("arrays"),
        format: "msgpack-arrays",
        operations: Operations::new(),
        typed: Some(Typed { by: "arrays", ..Typed::of(&SERDE_IN_ORDER) }),
        policies: PLAIN,
        ..plain.clone()
    };
    vec![plain, arrays]
}
