//! The application's own tree, which codecs encode from and decode into through Serde.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A value of the protocol's model.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing.
    Null,
    /// A truth.
    Bool(bool),
    /// An integer from −2⁶³ to 2⁶³−1.
    Int(i64),
    /// An integer from 2⁶³ to 2⁶⁴−1.
    Uint(u64),
    /// An IEEE double.
    Float(f64),
    /// Text.
    String(String),
    /// Binary data.
    Bytes(Vec<u8>),
    /// Values in order.
    Array(Vec<Value>),
    /// Entries in the order in which they came.
    Map(Vec<(String, Value)>),
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        i64::try_from(number).map_or(Self::Uint(number), Self::Int)
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_none(),
            Self::Bool(truth) => serializer.serialize_bool(*truth),
            Self::Int(number) => serializer.serialize_i64(*number),
            Self::Uint(number) => serializer.serialize_u64(*number),
            Self::Float(number) => serializer.serialize_f64(*number),
            Self::String(text) => serializer.serialize_str(text),
            Self::Bytes(data) => serializer.serialize_bytes(data),
            Self::Array(items) => items.serialize(serializer),
            Self::Map(entries) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                for (key, value) in entries {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Builder)
    }
}

/// The most elements that room is made for because a document announces them.
const MOST_ANNOUNCED: usize = 4096;

fn room(announced: Option<usize>) -> usize {
    announced.unwrap_or(0).min(MOST_ANNOUNCED)
}

struct Builder;

impl<'de> serde::de::Visitor<'de> for Builder {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a value of the model")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        Value::deserialize(deserializer)
    }

    fn visit_bool<E: Error>(self, truth: bool) -> Result<Value, E> {
        Ok(Value::Bool(truth))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Int(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Value, E> {
        Ok(Value::Float(number))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        Ok(Value::String(text.to_owned()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Value, E> {
        Ok(Value::String(text))
    }

    fn visit_bytes<E: Error>(self, data: &[u8]) -> Result<Value, E> {
        Ok(Value::Bytes(data.to_owned()))
    }

    fn visit_byte_buf<E: Error>(self, data: Vec<u8>) -> Result<Value, E> {
        Ok(Value::Bytes(data))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut items = Vec::with_capacity(room(access.size_hint()));
        while let Some(item) = access.next_element()? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut entries = Vec::with_capacity(room(access.size_hint()));
        while let Some(entry) = access.next_entry()? {
            entries.push(entry);
        }
        Ok(Value::Map(entries))
    }
}
