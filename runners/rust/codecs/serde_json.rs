//! `serde_json`, through Serde, and with its own tree.
//!
//! With its default features it may read a float one unit in the last place off: `float_roundtrip` is what cures that, and
//! a dependency has one set of features in a program, so the default is what is measured.

use serde::Serialize;
use serde::de::{DeserializeOwned, DeserializeSeed};

use crate::codec::{
    Codec, Decode, DecodeTyped, Encode, EncodeTyped, Library, Operations, Outcome, PLAIN, Policies, Scan, Take,
};
use crate::payload::Document;
use crate::pick::Step;
use crate::typed::{SERDE, Typed, Types};
use crate::value::Value;
use crate::visitor::{Handing, Outside, Tree, Visitor, walk_array, walk_map};

/// Through Serde.
#[derive(Default)]
pub struct Plain;

impl Encode for Plain {
    type Document = Value;

    fn encode(document: &Value) -> Outcome<Vec<u8>> {
        Ok(serde_json::to_vec(document)?)
    }
}

impl Decode for Plain {
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken> {
        taker.take(&serde_json::from_slice::<Value>(data)?)
    }
}

impl Scan for Plain {
    fn scan<V: Visitor>(data: &[u8], visitor: &mut V) -> Outcome<()> {
        let mut deserializer = serde_json::Deserializer::from_slice(data);
        Handing(visitor).deserialize(&mut deserializer)?;
        Ok(deserializer.end()?)
    }
}

struct OwnTree;

impl Encode for OwnTree {
    type Document = serde_json::Value;

    fn encode(document: &serde_json::Value) -> Outcome<Vec<u8>> {
        Ok(serde_json::to_vec(document)?)
    }
}

impl Decode for OwnTree {
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken> {
        taker.take(&serde_json::from_slice::<serde_json::Value>(data)?)
    }
}

impl Document for serde_json::Value {
    fn of(value: &Value) -> Outcome<Self> {
        Ok(serde_json::to_value(value)?)
    }
}

impl Tree for serde_json::Value {
    fn walk<V: Visitor>(&self, visitor: &mut V) -> Result<(), Outside> {
        match self {
            Self::Null => visitor.null(),
            Self::Bool(truth) => visitor.boolean(*truth),
            Self::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
                (Some(number), _, _) => visitor.int(number),
                (_, Some(number), _) => visitor.uint(number),
                (_, _, Some(number)) => visitor.float(number),
                _ => return Err(Outside(format!("the number {number}"))),
            },
            Self::String(text) => visitor.string(text),
            Self::Array(items) => walk_array(items, visitor)?,
            Self::Object(entries) => walk_map(entries.iter().map(|(key, item)| (key.as_str(), item)), visitor)?,
        }
        Ok(())
    }

    fn child(&self, step: &Step) -> Option<&Self> {
        match (self, step) {
            (Self::Array(items), Step::Index(index)) => items.get(*index),
            (Self::Object(entries), Step::Key(key)) => entries.get(key),
            _ => None,
        }
    }
}

impl<S: Types<Root: Serialize>> EncodeTyped<S> for Plain {
    fn encode(&mut self, document: &S::Root) -> Outcome<impl AsRef<[u8]>> {
        Ok(serde_json::to_vec(document)?)
    }
}

impl<S: Types<Root: DeserializeOwned>> DecodeTyped<S> for Plain {
    fn decode(&mut self, data: &[u8]) -> Outcome<S::Root> {
        Ok(serde_json::from_slice(data)?)
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
        name: "serde_json",
        variant: None,
        format: "json",
        library: Library {
            name: "serde_json",
            homepage: "https://github.com/serde-rs/json",
            licence: "MIT OR Apache-2.0",
        },
        policies: PLAIN,
        documentation: "https://docs.rs/serde_json",
        lacks: &[],
        operations: Operations::new().encode::<Plain>().decode::<Plain>().scan::<Plain>(),
        typed: None,
    };
    let own_tree = Codec {
        variant: Some("value"),
        policies: Policies { api: "Value", map: "sorted", ..PLAIN },
        documentation: "https://docs.rs/serde_json/latest/serde_json/enum.Value.html",
        operations: Operations::new().encode::<OwnTree>().decode::<OwnTree>(),
        ..plain.clone()
    };
    vec![Codec { typed: Some(Typed::of(&SERDE)), ..plain }, own_tree]
}
