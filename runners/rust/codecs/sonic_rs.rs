//! sonic-rs, through Serde, and with its own tree. It chooses its instructions when it is compiled.

use serde::Serialize;
use serde::de::{DeserializeOwned, DeserializeSeed};
use sonic_rs::{JsonNumberTrait, JsonValueTrait, LazyValue, PointerNode, PointerTree, ValueRef};

use crate::codec::{
    Codec, Decode, DecodeTyped, Encode, EncodeTyped, Library, Operations, Outcome, PLAIN, Pick, Policies, Scan, Take,
};
use crate::payload::Document;
use crate::pick::{Step, Steps};
use crate::typed::{SERDE, Typed, Types};
use crate::value::Value;
use crate::visitor::{Handing, Outside, Tree, Visitor, walk_array, walk_map};

#[derive(Default)]
struct Plain;

impl Encode for Plain {
    type Document = Value;

    fn encode(document: &Value) -> Outcome<Vec<u8>> {
        Ok(sonic_rs::to_vec(document)?)
    }
}

impl Decode for Plain {
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken> {
        taker.take(&sonic_rs::from_slice::<Value>(data)?)
    }
}

impl Scan for Plain {
    fn scan<V: Visitor>(data: &[u8], visitor: &mut V) -> Outcome<()> {
        Ok(Handing(visitor).deserialize(&mut sonic_rs::Deserializer::from_slice(data))?)
    }
}

/// All paths in one pass over the document.
struct Lazy;

impl Pick for Lazy {
    type Paths = PointerTree;

    fn prepare(steps: Vec<Steps>) -> PointerTree {
        let mut tree = PointerTree::new();
        for steps in steps {
            tree.add_path(steps.into_iter().map(|step| match step {
                Step::Key(key) => PointerNode::Key(key.into()),
                Step::Index(index) => PointerNode::Index(index),
            }));
        }
        tree
    }

    fn pick(data: &[u8], paths: &PointerTree) -> Outcome<Vec<Option<Value>>> {
        let found = sonic_rs::get_many(data, paths)?;
        let value = |lazy: LazyValue| Ok(sonic_rs::from_str(lazy.as_raw_str())?);
        found.into_iter().map(|lazy| lazy.map(value).transpose()).collect()
    }
}

struct OwnTree;

impl Encode for OwnTree {
    type Document = sonic_rs::Value;

    fn encode(document: &sonic_rs::Value) -> Outcome<Vec<u8>> {
        Ok(sonic_rs::to_vec(document)?)
    }
}

impl Decode for OwnTree {
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken> {
        taker.take(&sonic_rs::from_slice::<sonic_rs::Value>(data)?)
    }
}

impl Document for sonic_rs::Value {
    fn of(value: &Value) -> Outcome<Self> {
        Ok(sonic_rs::to_value(value)?)
    }
}

impl Tree for sonic_rs::Value {
    fn walk<V: Visitor>(&self, visitor: &mut V) -> Result<(), Outside> {
        match self.as_ref() {
            ValueRef::Null => visitor.null(),
            ValueRef::Bool(truth) => visitor.boolean(truth),
            ValueRef::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
                (Some(number), _, _) => visitor.int(number),
                (_, Some(number), _) => visitor.uint(number),
                (_, _, Some(number)) => visitor.float(number),
                _ => return Err(Outside(format!("the number {number:?}"))),
            },
            ValueRef::String(text) => visitor.string(text),
            ValueRef::Array(items) => walk_array(items.iter(), visitor)?,
            ValueRef::Object(entries) => walk_map(entries.iter(), visitor)?,
        }
        Ok(())
    }

    fn child(&self, step: &Step) -> Option<&Self> {
        match step {
            Step::Index(index) => self.get(*index),
            Step::Key(key) => self.get(key),
        }
    }
}

impl<S: Types<Root: Serialize>> EncodeTyped<S> for Plain {
    fn encode(&mut self, document: &S::Root) -> Outcome<impl AsRef<[u8]>> {
        Ok(sonic_rs::to_vec(document)?)
    }
}

impl<S: Types<Root: DeserializeOwned>> DecodeTyped<S> for Plain {
    fn decode(&mut self, data: &[u8]) -> Outcome<S::Root> {
        Ok(sonic_rs::from_slice(data)?)
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
        name: "sonic-rs",
        variant: None,
        format: "json",
        library: Library { name: "sonic-rs", homepage: "https://github.com/cloudwego/sonic-rs", licence: "Apache-2.0" },
        policies: PLAIN,
        documentation: "https://docs.rs/sonic-rs",
        lacks: &[],
        operations: Operations::new().encode::<Plain>().decode::<Plain>().scan::<Plain>().pick::<Lazy>(),
        typed: None,
    };
    let own_tree = Codec {
        variant: Some("value"),
        policies: Policies { api: "Value", ..PLAIN },
        documentation: "https://docs.rs/sonic-rs/latest/sonic_rs/struct.Value.html",
        operations: Operations::new().encode::<OwnTree>().decode::<OwnTree>(),
        ..plain.clone()
    };
    vec![Codec { typed: Some(Typed::of(&SERDE)), ..plain }, own_tree]
}
