//! ciborium, through Serde, and with its own tree; its deserializer is not for others to drive, so it has no scan.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::codec::{
    Codec, Decode, DecodeTyped, Encode, EncodeTyped, Library, Operations, Outcome, PLAIN, Policies, Take,
};
use crate::payload::Document;
use crate::pick::Step;
use crate::typed::{SERDE, Typed, Types};
use crate::value::Value;
use crate::visitor::{Outside, Tree, Visitor, walk_array};

fn to_vec(document: &impl serde::Serialize) -> Outcome<Vec<u8>> {
    let mut bytes = Vec::new();
    ciborium::into_writer(document, &mut bytes)?;
    Ok(bytes)
}

#[derive(Default)]
struct Plain;

impl Encode for Plain {
    type Document = Value;

    fn encode(document: &Value) -> Outcome<Vec<u8>> {
        to_vec(document)
    }
}

impl Decode for Plain {
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken> {
        taker.take(&ciborium::from_reader::<Value, _>(data)?)
    }
}

struct OwnTree;

impl Encode for OwnTree {
    type Document = ciborium::Value;

    fn encode(document: &ciborium::Value) -> Outcome<Vec<u8>> {
        to_vec(document)
    }
}

impl Decode for OwnTree {
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken> {
        taker.take(&ciborium::from_reader::<ciborium::Value, _>(data)?)
    }
}

impl Document for ciborium::Value {
    fn of(value: &Value) -> Outcome<Self> {
        Ok(Self::serialized(value)?)
    }
}

impl Tree for ciborium::Value {
    fn walk<V: Visitor>(&self, visitor: &mut V) -> Result<(), Outside> {
        match self {
            Self::Null => visitor.null(),
            Self::Bool(truth) => visitor.boolean(*truth),
            Self::Integer(number) => match (i64::try_from(*number), u64::try_from(*number)) {
                (Ok(number), _) => visitor.int(number),
                (_, Ok(number)) => visitor.uint(number),
                _ => return Err(Outside(format!("the number {number:?}"))),
            },
            Self::Float(number) => visitor.float(*number),
            Self::Text(text) => visitor.string(text),
            Self::Bytes(data) => visitor.bytes(data),
            Self::Array(items) => walk_array(items, visitor)?,
            Self::Map(entries) => {
                visitor.begin_map();
                for (key, item) in entries {
                    visitor.key(key.as_text().ok_or_else(|| Outside(format!("the key {key:?}")))?);
                    item.walk(visitor)?;
                }
                visitor.end_map();
            }
            other => return Err(Outside(format!("{other:?}"))),
        }
        Ok(())
    }

    fn child(&self, step: &Step) -> Option<&Self> {
        match (self, step) {
            (Self::Array(items), Step::Index(index)) => items.get(*index),
            (Self::Map(entries), Step::Key(wanted)) => {
                entries.iter().find(|(key, _)| key.as_text() == Some(wanted)).map(|(_, item)| item)
            }
            _ => None,
        }
    }
}

impl<S: Types<Root: Serialize>> EncodeTyped<S> for Plain {
    fn encode(&mut self, document: &S::Root) -> Outcome<impl AsRef<[u8]>> {
        to_vec(document)
    }
}

impl<S: Types<Root: DeserializeOwned>> DecodeTyped<S> for Plain {
    fn decode(&mut self, data: &[u8]) -> Outcome<S::Root> {
        Ok(ciborium::from_reader(data)?)
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
    let plain = Codec {
        name: "ciborium",
        variant: None,
        format: "cbor",
        library: Library { name: "ciborium", homepage: "https://github.com/enarx/ciborium", licence: "Apache-2.0" },
        policies: Policies { api: "into_writer, from_reader", ..PLAIN },
        documentation: "https://docs.rs/ciborium",
        lacks: &[],
        operations: Operations::new().encode::<Plain>().decode::<Plain>(),
        typed: None,
    };
    let own_tree = Codec {
        variant: Some("value"),
        policies: Policies { api: "Value", ..PLAIN },
        documentation: "https://docs.rs/ciborium/latest/ciborium/enum.Value.html",
        operations: Operations::new().encode::<OwnTree>().decode::<OwnTree>(),
        ..plain.clone()
    };
    vec![Codec { typed: Some(Typed::of(&SERDE)), ..plain }, own_tree]
}
