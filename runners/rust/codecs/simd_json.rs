//! simd-json, through Serde, with its buffers kept and not, and with its two trees.
//!
//! It parses in place, so every row pays for the copy that its parser destroys. It chooses its instructions when it runs
//! (AVX2, SSE4.2, or none), by its default feature `runtime-detection`.

use std::cell::RefCell;

use serde::Serialize;
use serde::de::{DeserializeOwned, DeserializeSeed};
use simd_json::prelude::*;
use simd_json::serde::from_slice_with_buffers;
use simd_json::{BorrowedValue, Buffers, OwnedValue, StaticNode};

use crate::codec::{
    Codec, Decode, DecodeTyped, Encode, EncodeTyped, Library, Operations, Outcome, PLAIN, Policies, Scan, Take,
};
use crate::payload::Document;
use crate::pick::Step;
use crate::typed::{SERDE, Typed, Types};
use crate::value::Value;
use crate::visitor::{Handing, Outside, Tree, Visitor, walk_array, walk_map};

#[derive(Default)]
struct Plain;

impl Encode for Plain {
    type Document = Value;

    fn encode(document: &Value) -> Outcome<Vec<u8>> {
        Ok(simd_json::to_vec(document)?)
    }
}

impl Decode for Plain {
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken> {
        taker.take(&simd_json::from_slice::<Value>(&mut data.to_vec())?)
    }
}

impl Scan for Plain {
    fn scan<V: Visitor>(data: &[u8], visitor: &mut V) -> Outcome<()> {
        let mut copy = data.to_vec();
        Ok(Handing(visitor).deserialize(&mut simd_json::Deserializer::from_slice(&mut copy)?)?)
    }
}

/// With the buffers of the parser kept, and that of the copy.
struct Reuse;

thread_local! {
    static KEPT: RefCell<(Vec<u8>, Buffers)> = RefCell::default();
}

fn with_kept<T>(data: &[u8], parse: impl FnOnce(&mut [u8], &mut Buffers) -> Outcome<T>) -> Outcome<T> {
    KEPT.with_borrow_mut(|(copy, buffers)| {
        copy.clear();
        copy.extend_from_slice(data);
        parse(copy, buffers)
    })
}

impl Decode for Reuse {
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken> {
        with_kept(data, |copy, buffers| taker.take(&from_slice_with_buffers::<Value>(copy, buffers)?))
    }
}

impl Scan for Reuse {
    fn scan<V: Visitor>(data: &[u8], visitor: &mut V) -> Outcome<()> {
        with_kept(data, |copy, buffers| {
            Ok(Handing(visitor).deserialize(&mut simd_json::Deserializer::from_slice_with_buffers(copy, buffers)?)?)
        })
    }
}

struct Owned;

impl Encode for Owned {
    type Document = OwnedValue;

    fn encode(document: &OwnedValue) -> Outcome<Vec<u8>> {
        Ok(document.encode().into_bytes())
    }
}

impl Decode for Owned {
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken> {
        taker.take(&simd_json::to_owned_value(&mut data.to_vec())?)
    }
}

struct Borrowed;

impl Encode for Borrowed {
    type Document = BorrowedValue<'static>;

    fn encode(document: &BorrowedValue<'static>) -> Outcome<Vec<u8>> {
        Ok(document.encode().into_bytes())
    }
}

impl Decode for Borrowed {
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken> {
        let mut copy = data.to_vec();
        taker.take(&simd_json::to_borrowed_value(&mut copy)?)
    }
}

impl Document for OwnedValue {
    fn of(value: &Value) -> Outcome<Self> {
        Ok(simd_json::serde::to_owned_value(value)?)
    }
}

impl Document for BorrowedValue<'static> {
    fn of(value: &Value) -> Outcome<Self> {
        Ok(simd_json::serde::to_borrowed_value(value)?.into_static())
    }
}

fn walk_static<V: Visitor>(node: &StaticNode, visitor: &mut V) {
    match node {
        StaticNode::Null => visitor.null(),
        StaticNode::Bool(truth) => visitor.boolean(*truth),
        StaticNode::I64(number) => visitor.int(*number),
        StaticNode::U64(number) => visitor.uint(*number),
        StaticNode::F64(number) => visitor.float(*number),
    }
}

impl Tree for OwnedValue {
    fn walk<V: Visitor>(&self, visitor: &mut V) -> Result<(), Outside> {
        match self {
            Self::Static(node) => walk_static(node, visitor),
            Self::String(text) => visitor.string(text),
            Self::Array(items) => walk_array(items.iter(), visitor)?,
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

impl Tree for BorrowedValue<'_> {
    fn walk<V: Visitor>(&self, visitor: &mut V) -> Result<(), Outside> {
        match self {
            Self::Static(node) => walk_static(node, visitor),
            Self::String(text) => visitor.string(text),
            Self::Array(items) => walk_array(items.iter(), visitor)?,
            Self::Object(entries) => walk_map(entries.iter().map(|(key, item)| (key.as_ref(), item)), visitor)?,
        }
        Ok(())
    }

    fn child(&self, step: &Step) -> Option<&Self> {
        match (self, step) {
            (Self::Array(items), Step::Index(index)) => items.get(*index),
            (Self::Object(entries), Step::Key(key)) => entries.get(key.as_str()),
            _ => None,
        }
    }
}

impl<S: Types<Root: Serialize>> EncodeTyped<S> for Plain {
    fn encode(&mut self, document: &S::Root) -> Outcome<impl AsRef<[u8]>> {
        Ok(simd_json::to_vec(document)?)
    }
}

impl<S: Types<Root: DeserializeOwned>> DecodeTyped<S> for Plain {
    fn decode(&mut self, data: &[u8]) -> Outcome<S::Root> {
        Ok(simd_json::from_slice(&mut data.to_vec())?)
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
        name: "simd-json",
        variant: None,
        format: "json",
        library: Library { name: "simd-json", homepage: "https://simd-json.rs", licence: "Apache-2.0 OR MIT" },
        policies: Policies { api: "to_vec, from_slice of a copy", ..PLAIN },
        documentation: "https://docs.rs/simd-json",
        lacks: &[],
        operations: Operations::new().encode::<Plain>().decode::<Plain>().scan::<Plain>(),
        typed: None,
    };
    let reuse = Codec {
        variant: Some("reuse"),
        policies: Policies { api: "from_slice_with_buffers of a copy", buffers: "reuse", ..PLAIN },
        documentation: "https://docs.rs/simd-json/latest/simd_json/serde/fn.from_slice_with_buffers.html",
        operations: Operations::new().decode::<Reuse>().scan::<Reuse>(),
        ..plain.clone()
    };
    let owned = Codec {
        variant: Some("owned"),
        policies: Policies { api: "OwnedValue", map: "hash", ..PLAIN },
        documentation: "https://docs.rs/simd-json/latest/simd_json/fn.to_owned_value.html",
        operations: Operations::new().encode::<Owned>().decode::<Owned>(),
        ..plain.clone()
    };
    let borrowed = Codec {
        variant: Some("borrowed"),
        policies: Policies { api: "BorrowedValue", map: "hash", strings: "borrowed", ..PLAIN },
        documentation: "https://docs.rs/simd-json/latest/simd_json/fn.to_borrowed_value.html",
        operations: Operations::new().encode::<Borrowed>().decode::<Borrowed>(),
        ..plain.clone()
    };
    vec![Codec { typed: Some(Typed::of(&SERDE)), ..plain }, reuse, owned, borrowed]
}
