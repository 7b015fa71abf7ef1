//! Visitors: what a scan hands every value to.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess};

use crate::codec::Outcome;
use crate::pick::{Step, scalar};
use crate::value::Value;

/// Takes the values of a document one after the other, as an application that reads a stream does.
pub trait Visitor {
    /// A null.
    fn null(&mut self);
    /// A truth.
    fn boolean(&mut self, truth: bool);
    /// A signed integer.
    fn int(&mut self, number: i64);
    /// An integer of an unsigned type; it may be small.
    fn uint(&mut self, number: u64);
    /// A float.
    fn float(&mut self, number: f64);
    /// Text.
    fn string(&mut self, text: &str);
    /// Binary data.
    fn bytes(&mut self, data: &[u8]);
    /// A map's key; its value follows.
    fn key(&mut self, text: &str);
    /// Elements follow, up to the matching end.
    fn begin_array(&mut self);
    /// An array is at its end.
    fn end_array(&mut self);
    /// Keys and values follow, up to the matching end.
    fn begin_map(&mut self);
    /// A map is at its end.
    fn end_map(&mut self);
}

/// A tree that can be walked through: what decoders make.
pub trait Tree {
    /// Hands every value to the visitor.
    fn walk<V: Visitor>(&self, visitor: &mut V) -> Result<(), Outside>;

    /// What a step leads to.
    fn child(&self, step: &Step) -> Option<&Self>;

    /// The scalar that steps lead to.
    fn pick(&self, steps: &[Step]) -> Outcome<Option<Value>> {
        match steps {
            [] => scalar(|visitor| self.walk(visitor)),
            [step, rest @ ..] => self.child(step).map_or(Ok(None), |child| child.pick(rest)),
        }
    }
}

/// The value of a key in a list of entries.
pub fn in_list<'t, K: AsRef<str>, T>(entries: &'t [(K, T)], key: &str) -> Option<&'t T> {
    entries.iter().find(|(known, _)| known.as_ref() == key).map(|(_, item)| item)
}

/// Something that is outside the value model, named.
#[derive(Debug)]
pub struct Outside(pub String);

impl fmt::Display for Outside {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{} is outside the value model", self.0)
    }
}

impl std::error::Error for Outside {}

impl Tree for Value {
    fn walk<V: Visitor>(&self, visitor: &mut V) -> Result<(), Outside> {
        match self {
            Value::Null => visitor.null(),
            Value::Bool(truth) => visitor.boolean(*truth),
            Value::Int(number) => visitor.int(*number),
            Value::Uint(number) => visitor.uint(*number),
            Value::Float(number) => visitor.float(*number),
            Value::String(text) => visitor.string(text),
            Value::Bytes(data) => visitor.bytes(data),
            Value::Array(items) => walk_array(items, visitor)?,
            Value::Map(entries) => walk_map(entries.iter().map(|(key, item)| (key.as_str(), item)), visitor)?,
        }
        Ok(())
    }

    fn child(&self, step: &Step) -> Option<&Self> {
        match (self, step) {
            (Value::Array(items), Step::Index(index)) => items.get(*index),
            (Value::Map(entries), Step::Key(key)) => in_list(entries, key),
            _ => None,
        }
    }
}

/// Walks through the elements of an array.
pub fn walk_array<'t, T: Tree + 't, V: Visitor>(
    items: impl IntoIterator<Item = &'t T>,
    visitor: &mut V,
) -> Result<(), Outside> {
    visitor.begin_array();
    for item in items {
        item.walk(visitor)?;
    }
    visitor.end_array();
    Ok(())
}

/// Walks through the entries of a map.
pub fn walk_map<'t, T: Tree + 't, V: Visitor>(
    entries: impl IntoIterator<Item = (&'t str, &'t T)>,
    visitor: &mut V,
) -> Result<(), Outside> {
    visitor.begin_map();
    for (key, item) in entries {
        visitor.key(key);
        item.walk(visitor)?;
    }
    visitor.end_map();
    Ok(())
}

/// The visitor of timed scans: reads every value, so that a lazy library has to produce it.
#[derive(Default)]
pub struct Reader {
    /// Of integers, the bits of floats, lengths, first bytes, and one for anything else.
    pub sum: u64,
}

impl Reader {
    fn add(&mut self, number: u64) {
        self.sum = self.sum.wrapping_add(number);
    }

    fn touch(&mut self, data: &[u8]) {
        self.add(data.len() as u64);
        self.add(data.first().copied().unwrap_or(0).into());
    }
}

impl Visitor for Reader {
    fn null(&mut self) {
        self.add(1);
    }
    fn boolean(&mut self, truth: bool) {
        self.add(truth.into());
    }
    fn int(&mut self, number: i64) {
        self.add(number.cast_unsigned());
    }
    fn uint(&mut self, number: u64) {
        self.add(number);
    }
    fn float(&mut self, number: f64) {
        self.add(number.to_bits());
    }
    fn string(&mut self, text: &str) {
        self.touch(text.as_bytes());
    }
    fn bytes(&mut self, data: &[u8]) {
        self.touch(data);
    }
    fn key(&mut self, text: &str) {
        self.touch(text.as_bytes());
    }
    fn begin_array(&mut self) {}
    fn end_array(&mut self) {
        self.add(1);
    }
    fn begin_map(&mut self) {}
    fn end_map(&mut self) {
        self.add(1);
    }
}

/// How many containers may be in each other in a document that a check reads, which may be a hostile one: what recurses
/// through so many fits into any stack.
const DEEPEST: usize = 10_000;

/// Builds the value that it is handed, for a check to hash.
///
/// # Panics
///
/// If containers are in each other so deep that whoever recurses through them has to stop.
#[derive(Default)]
pub struct Builder {
    root: Option<Value>,
    open: Vec<Value>,
    keys: Vec<String>,
}

impl Builder {
    /// The value that was built.
    ///
    /// # Panics
    ///
    /// If the events did not make exactly one value.
    #[must_use]
    pub fn finish(self) -> Value {
        assert!(self.open.is_empty(), "a container has no end");
        self.root.expect("no value was handed over")
    }

    fn add(&mut self, value: Value) {
        match self.open.last_mut() {
            None => assert!(self.root.replace(value).is_none(), "a second root"),
            Some(Value::Map(entries)) => entries.push((self.keys.pop().expect("a value without a key"), value)),
            Some(Value::Array(items)) => items.push(value),
            Some(_) => unreachable!("only containers are open"),
        }
    }

    fn begin(&mut self, container: Value) {
        assert!(self.open.len() < DEEPEST, "the document is nested deeper than {DEEPEST}");
        self.open.push(container);
    }

    fn end(&mut self) {
        let container = self.open.pop().expect("an end without a beginning");
        self.add(container);
    }
}

impl Visitor for Builder {
    fn null(&mut self) {
        self.add(Value::Null);
    }
    fn boolean(&mut self, truth: bool) {
        self.add(Value::Bool(truth));
    }
    fn int(&mut self, number: i64) {
        self.add(Value::Int(number));
    }
    fn uint(&mut self, number: u64) {
        self.add(number.into());
    }
    fn float(&mut self, number: f64) {
        self.add(Value::Float(number));
    }
    fn string(&mut self, text: &str) {
        self.add(Value::String(text.to_owned()));
    }
    fn bytes(&mut self, data: &[u8]) {
        self.add(Value::Bytes(data.to_owned()));
    }
    fn key(&mut self, text: &str) {
        self.keys.push(text.to_owned());
    }
    fn begin_array(&mut self) {
        self.begin(Value::Array(Vec::new()));
    }
    fn end_array(&mut self) {
        self.end();
    }
    fn begin_map(&mut self) {
        self.begin(Value::Map(Vec::new()));
    }
    fn end_map(&mut self) {
        self.end();
    }
}

/// Reads a document through Serde and hands every value to a visitor as it comes, with no tree between them.
pub struct Handing<'v, V>(pub &'v mut V);

impl<'de, V: Visitor> DeserializeSeed<'de> for Handing<'_, V> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, V: Visitor> serde::de::Visitor<'de> for Handing<'_, V> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a value of the model")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.0.null();
        Ok(())
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E: Error>(self, truth: bool) -> Result<(), E> {
        self.0.boolean(truth);
        Ok(())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<(), E> {
        self.0.int(number);
        Ok(())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<(), E> {
        self.0.uint(number);
        Ok(())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<(), E> {
        self.0.float(number);
        Ok(())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.0.string(text);
        Ok(())
    }

    fn visit_bytes<E: Error>(self, data: &[u8]) -> Result<(), E> {
        self.0.bytes(data);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<(), A::Error> {
        self.0.begin_array();
        while access.next_element_seed(Handing(&mut *self.0))?.is_some() {}
        self.0.end_array();
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<(), A::Error> {
        self.0.begin_map();
        while access.next_key_seed(Key(&mut *self.0))?.is_some() {
            access.next_value_seed(Handing(&mut *self.0))?;
        }
        self.0.end_map();
        Ok(())
    }
}

/// Hands over a key.
struct Key<'v, V>(&'v mut V);

impl<'de, V: Visitor> DeserializeSeed<'de> for Key<'_, V> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<V: Visitor> serde::de::Visitor<'_> for Key<'_, V> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a key that is a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.0.key(text);
        Ok(())
    }
}
