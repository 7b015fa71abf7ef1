//! `serde-smile`, with its defaults: shared keys, strings not shared, binary data in seven bits a byte; and its own tree.

use serde::de::DeserializeSeed;
use serde_smile::value::{BigInteger, Value as SmileValue};

use crate::codec::{Codec, Decode, Encode, Library, Operations, Outcome, PLAIN, Policies, Scan, Take};
use crate::payload::Document;
use crate::pick::Step;
use crate::value::Value;
use crate::visitor::{Handing, Outside, Tree, Visitor, walk_array, walk_map};

struct Plain;

impl Encode for Plain {
    type Document = Value;

    fn encode(document: &Value) -> Outcome<Vec<u8>> {
        Ok(serde_smile::to_vec(document)?)
    }
}

impl Decode for Plain {
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken> {
        taker.take(&serde_smile::from_slice::<Value>(data)?)
    }
}

impl Scan for Plain {
    fn scan<V: Visitor>(data: &[u8], visitor: &mut V) -> Outcome<()> {
        let mut deserializer = serde_smile::Deserializer::from_slice(data);
        deserializer.read_header()?;
        Handing(visitor).deserialize(&mut deserializer)?;
        Ok(deserializer.end()?)
    }
}

struct OwnTree;

impl Encode for OwnTree {
    type Document = SmileValue;

    fn encode(document: &SmileValue) -> Outcome<Vec<u8>> {
        Ok(serde_smile::to_vec(document)?)
    }
}

impl Decode for OwnTree {
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken> {
        taker.take(&serde_smile::from_slice::<SmileValue>(data)?)
    }
}

impl Document for SmileValue {
    fn of(value: &Value) -> Outcome<Self> {
        Ok(match value {
            Value::Null => Self::Null,
            Value::Bool(truth) => Self::Boolean(*truth),
            Value::Int(number) => i32::try_from(*number).map_or(Self::Long(*number), Self::Integer),
            // Two's complement, so a zero goes before a first byte that would make it negative.
            Value::Uint(number) => {
                Self::BigInteger(BigInteger::from_be_bytes([&[0], &number.to_be_bytes()[..]].concat()))
            }
            Value::Float(number) => Self::Double(*number),
            Value::String(text) => Self::String(text.clone()),
            Value::Bytes(data) => Self::Binary(data.clone()),
            Value::Array(items) => Self::Array(items.iter().map(Self::of).collect::<Outcome<_>>()?),
            Value::Map(entries) => {
                let entries = entries.iter().map(|(key, item)| Ok((key.clone(), Self::of(item)?)));
                Self::Object(entries.collect::<Outcome<_>>()?)
            }
        })
    }
}

impl Tree for SmileValue {
    fn walk<V: Visitor>(&self, visitor: &mut V) -> Result<(), Outside> {
        match self {
            Self::Null => visitor.null(),
            Self::Boolean(truth) => visitor.boolean(*truth),
            Self::Integer(number) => visitor.int((*number).into()),
            Self::Long(number) => visitor.int(*number),
            Self::BigInteger(number) => visitor.uint(natural(number.as_be_bytes())?),
            Self::Float(number) => visitor.float((*number).into()),
            Self::Double(number) => visitor.float(*number),
            Self::String(text) => visitor.string(text),
            Self::Binary(data) => visitor.bytes(data),
            Self::Array(items) => walk_array(items, visitor)?,
            Self::Object(entries) => walk_map(entries.iter().map(|(key, item)| (key.as_str(), item)), visitor)?,
            Self::BigDecimal(_) => return Err(Outside("a decimal".to_owned())),
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

/// Reads a big integer that fits into 64 bits without a sign.
fn natural(digits: &[u8]) -> Result<u64, Outside> {
    let significant = &digits[digits.iter().take_while(|digit| **digit == 0).count()..];
    let negative = digits.first().is_some_and(|digit| digit & 0x80 != 0);
    if negative || significant.len() > 8 {
        return Err(Outside("an integer of more than 64 bits".to_owned()));
    }
    Ok(significant.iter().fold(0, |number, digit| number << 8 | u64::from(*digit)))
}

/// The rows.
#[must_use]
pub fn codecs() -> Vec<Codec> {
    let plain = Codec {
        name: "serde-smile",
        variant: None,
        format: "smile",
        library: Library {
            name: "serde-smile",
            homepage: "https://github.com/sfackler/serde-smile",
            licence: "MIT OR Apache-2.0",
        },
        policies: PLAIN,
        documentation: "https://docs.rs/serde-smile",
        lacks: &[],
        operations: Operations::new().encode::<Plain>().decode::<Plain>().scan::<Plain>(),
        typed: None,
    };
    let own_tree = Codec {
        variant: Some("value"),
        policies: Policies { api: "Value", map: "hash", ..PLAIN },
        documentation: "https://docs.rs/serde-smile/latest/serde_smile/value/enum.Value.html",
        operations: Operations::new().encode::<OwnTree>().decode::<OwnTree>(),
        ..plain.clone()
    };
    vec![plain, own_tree]
}
