//! Loaded payloads, and what codecs prepare of them.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::rc::Rc;

use crate::codec::{Outcome, Problem};
use crate::pick::{Paths, without_paths};
use crate::value::Value;

/// Where an encoder's values come from, in the protocol's words ("Tares").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartsFrom {
    /// From the application's tree, whose values our own code hands over: an implementation of `Serialize`, say.
    Events,
    /// From a tree of the library's own.
    Library,
}

impl StartsFrom {
    /// The protocol's word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Events => "events",
            Self::Library => "library",
        }
    }

    /// The tare of an encoder that starts from there.
    #[must_use]
    pub const fn tare(self) -> &'static str {
        match self {
            Self::Events => "visit",
            Self::Library => "call",
        }
    }
}

/// What an encoder starts from: the application's tree, or a library's own.
pub trait Document: Sized + 'static {
    /// Which of the two.
    const STARTS_FROM: StartsFrom = StartsFrom::Library;

    /// Makes it of a value, outside all timing.
    fn of(value: &Value) -> Outcome<Self>;
}

impl Document for Value {
    const STARTS_FROM: StartsFrom = StartsFrom::Events;

    fn of(value: &Value) -> Outcome<Self> {
        Ok(value.clone())
    }
}

/// A payload: its documents as values and as bytes.
pub struct Payload {
    /// The documents.
    pub values: Vec<Value>,
    /// The documents' bytes, in each format in which all of them came.
    pub encoded: HashMap<String, Vec<Vec<u8>>>,
    /// The fingerprint of the schema that they came with.
    pub schema: Option<String>,
    /// What is picked out of each of them, if they came with that.
    pub paths: Option<Vec<Paths>>,
    /// The same by the types of their schema.
    pub typed_paths: Option<Vec<Paths>>,
    prepared: HashMap<TypeId, Rc<dyn Any>>,
}

impl Payload {
    /// Holds documents.
    #[must_use]
    pub fn new(values: Vec<Value>, encoded: HashMap<String, Vec<Vec<u8>>>) -> Self {
        Self { values, encoded, schema: None, paths: None, typed_paths: None, prepared: HashMap::new() }
    }

    /// The documents in the shape that an encoder starts from, made when they are first asked for.
    ///
    /// # Panics
    ///
    /// Never: what is kept under a type's identity is of that type.
    pub fn documents<D: Document>(&mut self) -> Outcome<Rc<Vec<D>>> {
        let identity = TypeId::of::<D>();
        if let Some(prepared) = self.prepared.get(&identity) {
            return Ok(Rc::clone(prepared).downcast().expect("kept under its own type"));
        }
        let documents = Rc::new(self.values.iter().map(D::of).collect::<Outcome<Vec<D>>>()?);
        self.prepared.insert(identity, Rc::clone(&documents) as Rc<dyn Any>);
        Ok(documents)
    }

    /// What is picked out of the documents.
    pub fn paths(&self) -> Outcome<&[Paths]> {
        self.paths.as_deref().ok_or_else(without_paths)
    }

    /// The same by types.
    pub fn typed_paths(&self) -> Outcome<&[Paths]> {
        self.typed_paths.as_deref().ok_or_else(without_paths)
    }

    /// The documents' bytes in a format.
    pub fn bytes(&self, format: &str) -> Outcome<&[Vec<u8>]> {
        let missing = || Problem::Unsupported(format!("a document came without its bytes as {format}"));
        self.encoded.get(format).map(Vec::as_slice).ok_or_else(missing)
    }
}
