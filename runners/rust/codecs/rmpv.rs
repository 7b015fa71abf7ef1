//! rmpv: `MessagePack` as a tree of its own, with strings that are owned or borrowed.

use rmpv::{Value as OwnedValue, ValueRef};

use crate::codec::{Codec, Decode, Encode, Library, Operations, Outcome, PLAIN, Policies, Take, built};
use crate::payload::Document;
use crate::pick::Step;
use crate::value::Value;
use crate::visitor::{Outside, Tree, Visitor, walk_array};

struct Prebuilt;

impl Encode for Prebuilt {
    type Document = OwnedValue;

    fn encode(document: &OwnedValue) -> Outcome<Vec<u8>> {
        let mut bytes = Vec::new();
        rmpv::encode::write_value(&mut bytes, document)?;
        Ok(bytes)
    }
}

struct Owned;

impl Encode for Owned {
    type Document = Value;

    fn encode(document: &Value) -> Outcome<Vec<u8>> {
        built::<Prebuilt>(document)
    }
}

impl Decode for Owned {
    fn decode<T: Take>(mut data: &[u8], taker: T) -> Outcome<T::Taken> {
        taker.take(&rmpv::decode::read_value(&mut data)?)
    }
}

struct Borrowed;

impl Decode for Borrowed {
    fn decode<T: Take>(mut data: &[u8], taker: T) -> Outcome<T::Taken> {
        taker.take(&rmpv::decode::read_value_ref(&mut data)?)
    }
}

impl Document for OwnedValue {
    fn of(value: &Value) -> Outcome<Self> {
        Ok(match value {
            Value::Null => Self::Nil,
            Value::Bool(truth) => Self::Boolean(*truth),
            Value::Int(number) => Self::from(*number),
            Value::Uint(number) => Self::from(*number),
            Value::Float(number) => Self::F64(*number),
            Value::String(text) => Self::from(text.as_str()),
            Value::Bytes(data) => Self::Binary(data.clone()),
            Value::Array(items) => Self::Array(items.iter().map(Self::of).collect::<Outcome<_>>()?),
            Value::Map(entries) => {
                let entries = entries.iter().map(|(key, item)| Ok((Self::from(key.as_str()), Self::of(item)?)));
                Self::Map(entries.collect::<Outcome<_>>()?)
            }
        })
    }
}

fn walk_integer<V: Visitor>(number: rmpv::Integer, visitor: &mut V) {
    match (number.as_i64(), number.as_u64()) {
        (Some(number), _) => visitor.int(number),
        (_, number) => visitor.uint(number.expect("an integer is signed or unsigned")),
    }
}

fn walk_entries<'t, T: Tree + 't, V: Visitor>(
    entries: impl IntoIterator<Item = (Option<&'t str>, &'t T)>,
    visitor: &mut V,
) -> Result<(), Outside> {
    visitor.begin_map();
    for (key, item) in entries {
        visitor.key(key.ok_or_else(|| Outside("a key that is no string".to_owned()))?);
        item.walk(visitor)?;
    }
    visitor.end_map();
    Ok(())
}

impl Tree for OwnedValue {
    fn walk<V: Visitor>(&self, visitor: &mut V) -> Result<(), Outside> {
        match self {
            Self::Nil => visitor.null(),
            Self::Boolean(truth) => visitor.boolean(*truth),
            Self::Integer(number) => walk_integer(*number, visitor),
            Self::F32(number) => visitor.float((*number).into()),
            Self::F64(number) => visitor.float(*number),
            Self::String(text) => visitor.string(text_of(text.as_str())?),
            Self::Binary(data) => visitor.bytes(data),
            Self::Array(items) => walk_array(items, visitor)?,
            Self::Map(entries) => walk_entries(entries.iter().map(|(key, item)| (key.as_str(), item)), visitor)?,
            Self::Ext(kind, _) => return Err(Outside(format!("an extension of type {kind}"))),
        }
        Ok(())
    }

    fn child(&self, step: &Step) -> Option<&Self> {
        match (self, step) {
            (Self::Array(items), Step::Index(index)) => items.get(*index),
            (Self::Map(entries), Step::Key(wanted)) => {
                entries.iter().find(|(key, _)| key.as_str() == Some(wanted)).map(|(_, item)| item)
            }
            _ => None,
        }
    }
}

fn text_of(text: Option<&str>) -> Result<&str, Outside> {
    text.ok_or_else(|| Outside("a string that is not UTF-8".to_owned()))
}

fn key_of<'k>(key: &'k ValueRef<'_>) -> Option<&'k str> {
    match key {
        ValueRef::String(text) => text.as_str(),
        _ => None,
    }
}

impl Tree for ValueRef<'_> {
    fn walk<V: Visitor>(&self, visitor: &mut V) -> Result<(), Outside> {
        match self {
            Self::Nil => visitor.null(),
            Self::Boolean(truth) => visitor.boolean(*truth),
            Self::Integer(number) => walk_integer(*number, visitor),
            Self::F32(number) => visitor.float((*number).into()),
            Self::F64(number) => visitor.float(*number),
            Self::String(text) => visitor.string(text_of(text.as_str())?),
            Self::Binary(data) => visitor.bytes(data),
            Self::Array(items) => walk_array(items, visitor)?,
            Self::Map(entries) => walk_entries(entries.iter().map(|(key, item)| (key_of(key), item)), visitor)?,
            Self::Ext(kind, _) => return Err(Outside(format!("an extension of type {kind}"))),
        }
        Ok(())
    }

    fn child(&self, step: &Step) -> Option<&Self> {
        match (self, step) {
            (Self::Array(items), Step::Index(index)) => items.get(*index),
            (Self::Map(entries), Step::Key(wanted)) => {
                let is_wanted = |key: &Self| matches!(key, Self::String(text) if text.as_str() == Some(wanted));
                entries.iter().find(|(key, _)| is_wanted(key)).map(|(_, item)| item)
            }
            _ => None,
        }
    }
}

/// The rows.
#[must_use]
pub fn codecs() -> Vec<Codec> {
    let owned = Codec {
        name: "rmpv",
        variant: None,
        format: "msgpack",
        library: Library { name: "rmpv", homepage: "https://github.com/3Hren/msgpack-rust", licence: "MIT" },
        policies: Policies { api: "Value", ..PLAIN },
        documentation: "https://docs.rs/rmpv",
        lacks: &[],
        operations: Operations::new().encode::<Owned>().decode::<Owned>(),
        typed: None,
    };
    let borrowed = Codec {
        variant: Some("borrowed"),
        policies: Policies { api: "ValueRef", strings: "borrowed", ..PLAIN },
        documentation: "https://docs.rs/rmpv/latest/rmpv/enum.ValueRef.html",
        operations: Operations::new().decode::<Borrowed>(),
        ..owned.clone()
    };
    let prebuilt =
        Codec { variant: Some("prebuilt"), operations: Operations::new().encode::<Prebuilt>(), ..owned.clone() };
    vec![owned, borrowed, prebuilt]
}
