//! Binn-IR, the only crate that both writes and reads all of Binn: its own tree, whose maps are sorted.

use binn_ir::Value as BinnValue;

use crate::codec::{Codec, Decode, Encode, Lack, Library, Operations, Outcome, PLAIN, Policies, Problem, Take, built};
use crate::payload::Document;
use crate::pick::Step;
use crate::value::Value;
use crate::visitor::{Outside, Tree, Visitor, walk_array, walk_map};

struct Prebuilt;

impl Encode for Prebuilt {
    type Document = BinnValue;

    fn encode(document: &BinnValue) -> Outcome<Vec<u8>> {
        let mut bytes = Vec::new();
        document.encode(&mut bytes)?;
        Ok(bytes)
    }
}

struct Plain;

impl Encode for Plain {
    type Document = Value;

    fn encode(document: &Value) -> Outcome<Vec<u8>> {
        built::<Prebuilt>(document)
    }
}

impl Decode for Plain {
    fn decode<T: Take>(mut data: &[u8], taker: T) -> Outcome<T::Taken> {
        let decoded = binn_ir::decode(&mut data)?;
        taker.take(&decoded.ok_or_else(|| Problem::Failed("no value".to_owned()))?)
    }
}

impl Document for BinnValue {
    /// Integers take the smallest type that holds them, as the format's own library in C does it.
    fn of(value: &Value) -> Outcome<Self> {
        Ok(match value {
            Value::Null => Self::Null,
            Value::Bool(truth) => Self::from(*truth),
            Value::Int(number) => match u64::try_from(*number) {
                Ok(number) => natural(number),
                Err(_) => negative(*number),
            },
            Value::Uint(number) => Self::U64(*number),
            Value::Float(number) => Self::Double(*number),
            Value::String(text) => Self::Text(text.clone()),
            Value::Bytes(data) => Self::Blob(data.clone()),
            Value::Array(items) => Self::List(items.iter().map(Self::of).collect::<Outcome<_>>()?),
            Value::Map(entries) => {
                let entries = entries.iter().map(|(key, item)| Ok((key.clone(), Self::of(item)?)));
                Self::Object(entries.collect::<Outcome<_>>()?)
            }
        })
    }
}

fn natural(number: u64) -> BinnValue {
    u8::try_from(number)
        .map(BinnValue::U8)
        .or_else(|_| u16::try_from(number).map(BinnValue::U16))
        .or_else(|_| u32::try_from(number).map(BinnValue::U32))
        .unwrap_or(BinnValue::U64(number))
}

fn negative(number: i64) -> BinnValue {
    i8::try_from(number)
        .map(BinnValue::I8)
        .or_else(|_| i16::try_from(number).map(BinnValue::I16))
        .or_else(|_| i32::try_from(number).map(BinnValue::I32))
        .unwrap_or(BinnValue::I64(number))
}

impl Tree for BinnValue {
    fn walk<V: Visitor>(&self, visitor: &mut V) -> Result<(), Outside> {
        match self {
            Self::Null => visitor.null(),
            Self::True => visitor.boolean(true),
            Self::False => visitor.boolean(false),
            Self::U8(number) => visitor.uint((*number).into()),
            Self::U16(number) => visitor.uint((*number).into()),
            Self::U32(number) => visitor.uint((*number).into()),
            Self::U64(number) => visitor.uint(*number),
            Self::I8(number) => visitor.int((*number).into()),
            Self::I16(number) => visitor.int((*number).into()),
            Self::I32(number) => visitor.int((*number).into()),
            Self::I64(number) => visitor.int(*number),
            Self::Float(number) => visitor.float((*number).into()),
            Self::Double(number) => visitor.float(*number),
            Self::Text(text) => visitor.string(text),
            Self::Blob(data) => visitor.bytes(data),
            Self::List(items) => walk_array(items, visitor)?,
            Self::Object(entries) => walk_map(entries.iter().map(|(key, item)| (key.as_str(), item)), visitor)?,
            other => return Err(Outside(format!("{other:?}"))),
        }
        Ok(())
    }

    fn child(&self, step: &Step) -> Option<&Self> {
        match (self, step) {
            (Self::List(items), Step::Index(index)) => items.get(*index),
            (Self::Object(entries), Step::Key(key)) => entries.get(key),
            _ => None,
        }
    }
}

/// The rows.
#[must_use]
pub fn codecs() -> Vec<Codec> {
    let plain = Codec {
        name: "binn-ir",
        variant: None,
        format: "binn",
        library: Library { name: "binn-ir", homepage: "https://docs.rs/binn-ir", licence: "LGPL-3.0-or-later" },
        policies: Policies { api: "Value", map: "sorted", ..PLAIN },
        documentation: "https://docs.rs/binn-ir",
        lacks: &[Lack::LongKey],
        operations: Operations::new().encode::<Plain>().decode::<Plain>(),
        typed: None,
    };
    let prebuilt =
        Codec { variant: Some("prebuilt"), operations: Operations::new().encode::<Prebuilt>(), ..plain.clone() };
    vec![plain, prebuilt]
}
