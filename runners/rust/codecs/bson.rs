//! bson, the crate of `MongoDB`'s driver: through Serde, with its own document, and read where it lies.

use bson::raw::{RawBsonRef, RawDocument};
use bson::spec::BinarySubtype;
use bson::{Binary, Bson};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::codec::{
    Codec, Decode, DecodeTyped, Encode, EncodeTyped, Lack, Library, Operations, Outcome, PLAIN, Pick, Policies,
    Problem, Scan, Take,
};
use crate::payload::{Document, StartsFrom};
use crate::pick::{Step, Steps};
use crate::typed::{Object, SERDE, Typed, Types};
use crate::value::Value;
use crate::visitor::{Builder, Outside, Tree, Visitor, walk_array, walk_map};

#[derive(Default)]
struct Plain;

impl Encode for Plain {
    type Document = Root;

    fn encode(document: &Root) -> Outcome<Vec<u8>> {
        Ok(bson::serialize_to_vec(&document.0)?)
    }
}

/// The application's tree with a map at its root: an array there has become the one with the keys "0", "1", ….
struct Root(Value);

impl Document for Root {
    const STARTS_FROM: StartsFrom = StartsFrom::Events;

    fn of(value: &Value) -> Outcome<Self> {
        Ok(Self(match value {
            Value::Array(items) => {
                Value::Map(items.iter().enumerate().map(|(index, item)| (index.to_string(), item.clone())).collect())
            }
            _ => value.clone(),
        }))
    }
}

impl Decode for Plain {
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken> {
        taker.take(&bson::deserialize_from_slice::<Value>(data)?)
    }
}

struct OwnTree;

impl Encode for OwnTree {
    type Document = bson::Document;

    fn encode(document: &bson::Document) -> Outcome<Vec<u8>> {
        Ok(document.to_vec()?)
    }
}

impl Decode for OwnTree {
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken> {
        taker.take(&bson::Document::from_reader(data)?)
    }
}

impl Document for bson::Document {
    fn of(value: &Value) -> Outcome<Self> {
        match bson_of(&Root::of(value)?.0)? {
            Bson::Document(document) => Ok(document),
            _ => Err(Problem::Unsupported("a document is no scalar".to_owned())),
        }
    }
}

fn bson_of(value: &Value) -> Outcome<Bson> {
    Ok(match value {
        Value::Null => Bson::Null,
        Value::Bool(truth) => Bson::Boolean(*truth),
        Value::Int(number) => i32::try_from(*number).map_or(Bson::Int64(*number), Bson::Int32),
        Value::Uint(_) => return Err(Problem::Unsupported("integers end at 2^63 - 1".to_owned())),
        Value::Float(number) => Bson::Double(*number),
        Value::String(text) => Bson::String(text.clone()),
        Value::Bytes(data) => Bson::Binary(Binary { subtype: BinarySubtype::Generic, bytes: data.clone() }),
        Value::Array(items) => Bson::Array(items.iter().map(bson_of).collect::<Outcome<_>>()?),
        Value::Map(entries) => {
            let entries = entries.iter().map(|(key, item)| Ok((key.clone(), bson_of(item)?)));
            Bson::Document(entries.collect::<Outcome<_>>()?)
        }
    })
}

impl Tree for bson::Document {
    fn walk<V: Visitor>(&self, visitor: &mut V) -> Result<(), Outside> {
        walk_map(self.iter().map(|(key, item)| (key.as_str(), item)), visitor)
    }

    fn child(&self, _: &Step) -> Option<&Self> {
        None
    }

    fn pick(&self, steps: &[Step]) -> Outcome<Option<Value>> {
        match steps {
            [Step::Key(key), rest @ ..] => self.get(key).map_or(Ok(None), |child| child.pick(rest)),
            _ => Ok(None),
        }
    }
}

impl Tree for Bson {
    fn walk<V: Visitor>(&self, visitor: &mut V) -> Result<(), Outside> {
        match self {
            Self::Null => visitor.null(),
            Self::Boolean(truth) => visitor.boolean(*truth),
            Self::Int32(number) => visitor.int((*number).into()),
            Self::Int64(number) => visitor.int(*number),
            Self::Double(number) => visitor.float(*number),
            Self::String(text) => visitor.string(text),
            Self::Binary(binary) if binary.subtype == BinarySubtype::Generic => visitor.bytes(&binary.bytes),
            Self::Array(items) => walk_array(items, visitor)?,
            Self::Document(document) => document.walk(visitor)?,
            other => return Err(Outside(format!("{:?}", other.element_type()))),
        }
        Ok(())
    }

    fn child(&self, step: &Step) -> Option<&Self> {
        match (self, step) {
            (Self::Array(items), Step::Index(index)) => items.get(*index),
            (Self::Document(entries), Step::Key(key)) => entries.get(key),
            _ => None,
        }
    }
}

struct Raw;

impl Scan for Raw {
    fn scan<V: Visitor>(data: &[u8], visitor: &mut V) -> Outcome<()> {
        hand_over(RawBsonRef::Document(RawDocument::from_bytes(data)?), visitor)
    }
}

impl Pick for Raw {
    type Paths = Vec<Steps>;

    fn prepare(steps: Vec<Steps>) -> Vec<Steps> {
        steps
    }

    fn pick(data: &[u8], paths: &Vec<Steps>) -> Outcome<Vec<Option<Value>>> {
        let root = RawDocument::from_bytes(data)?;
        paths.iter().map(|steps| find(RawBsonRef::Document(root), steps)).collect()
    }
}

fn find(value: RawBsonRef, steps: &[Step]) -> Outcome<Option<Value>> {
    let found = match (value, steps) {
        (value, []) => {
            let mut builder = Builder::default();
            hand_over(value, &mut builder)?;
            return Ok(Some(builder.finish()));
        }
        (RawBsonRef::Document(document), [Step::Key(key), ..]) => document.get(key)?,
        (RawBsonRef::Array(items), [Step::Index(index), ..]) => items.get(*index)?,
        _ => None,
    };
    found.map_or(Ok(None), |found| find(found, &steps[1..]))
}

fn hand_over<V: Visitor>(value: RawBsonRef, visitor: &mut V) -> Outcome<()> {
    match value {
        RawBsonRef::Null => visitor.null(),
        RawBsonRef::Boolean(truth) => visitor.boolean(truth),
        RawBsonRef::Int32(number) => visitor.int(number.into()),
        RawBsonRef::Int64(number) => visitor.int(number),
        RawBsonRef::Double(number) => visitor.float(number),
        RawBsonRef::String(text) => visitor.string(text),
        RawBsonRef::Binary(binary) if binary.subtype == BinarySubtype::Generic => visitor.bytes(binary.bytes),
        RawBsonRef::Array(items) => {
            visitor.begin_array();
            for item in items {
                hand_over(item?, visitor)?;
            }
            visitor.end_array();
        }
        RawBsonRef::Document(document) => {
            visitor.begin_map();
            for entry in document {
                let (key, item) = entry?;
                visitor.key(key.as_ref());
                hand_over(item, visitor)?;
            }
            visitor.end_map();
        }
        other => return Err(Outside(format!("{:?}", other.element_type())).into()),
    }
    Ok(())
}

impl<S: Types<Root: Serialize>> EncodeTyped<S> for Plain {
    fn encode(&mut self, document: &S::Root) -> Outcome<impl AsRef<[u8]>> {
        no_list::<S>()?;
        Ok(bson::serialize_to_vec(document)?)
    }
}

impl<S: Types<Root: DeserializeOwned>> DecodeTyped<S> for Plain {
    fn decode(&mut self, data: &[u8]) -> Outcome<S::Root> {
        no_list::<S>()?;
        Ok(bson::deserialize_from_slice(data)?)
    }
}

/// A list at the root would have to be wrapped by the application.
fn no_list<S: Types>() -> Outcome<()> {
    if S::Root::IS_LIST { Err(Problem::Unsupported("a document of BSON is no list".to_owned())) } else { Ok(()) }
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
        name: "bson",
        variant: None,
        format: "bson",
        library: Library { name: "bson", homepage: "https://github.com/mongodb/bson-rust", licence: "MIT" },
        policies: Policies { api: "serialize_to_vec, deserialize_from_slice", ..PLAIN },
        documentation: "https://docs.rs/bson/latest/bson/#modeling-bson-with-strongly-typed-data-structures",
        lacks: &[Lack::ScalarRoot, Lack::Uint, Lack::NulInKey],
        operations: Operations::new().encode::<Plain>().decode::<Plain>(),
        typed: None,
    };
    let own_tree = Codec {
        variant: Some("document"),
        policies: Policies { api: "Document", map: "hash", ..PLAIN },
        documentation: "https://docs.rs/bson/latest/bson/document/struct.Document.html",
        operations: Operations::new().encode::<OwnTree>().decode::<OwnTree>(),
        ..plain.clone()
    };
    let raw = Codec {
        variant: Some("raw"),
        policies: Policies { api: "RawDocument", strings: "borrowed", access: "lazy", ..PLAIN },
        documentation: "https://docs.rs/bson/latest/bson/raw/struct.RawDocument.html",
        operations: Operations::new().scan::<Raw>().pick::<Raw>(),
        ..plain.clone()
    };
    vec![Codec { typed: Some(Typed::of(&SERDE)), ..plain }, own_tree, raw]
}
