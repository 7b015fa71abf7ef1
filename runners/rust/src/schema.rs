//! The JSON form of a schema (docs/schema.md).

use serde::Deserialize;

use crate::pick::{Step, Steps};

/// What the documents of a payload hold.
#[derive(Clone, Debug, Deserialize)]
pub struct Schema {
    /// A digest: what was generated for one schema fits all of its fingerprint.
    pub fingerprint: String,
    /// What a document is.
    pub root: Slot,
    /// Each after those that it refers to.
    pub records: Vec<Record>,
}

impl Schema {
    /// Steps through documents as types: into a record, by the number of its field, from 0. None where the schema knows no
    /// such place.
    #[must_use]
    pub fn resolve(&self, steps: &[Step]) -> Option<Steps> {
        let mut kind = &self.root.kind;
        let mut resolved = Vec::with_capacity(steps.len());
        for step in steps {
            let (next, step) = match (kind, step) {
                (Type::List { element, .. }, Step::Index(_)) => (&element.kind, step.clone()),
                (Type::Map { value, .. }, Step::Key(_)) => (&value.kind, step.clone()),
                (Type::Record { record }, Step::Key(key)) => {
                    let record = self.records.iter().find(|known| known.name == *record)?;
                    let at = record.fields.iter().position(|field| field.key == *key)?;
                    (&record.fields[at].kind, Step::Index(at))
                }
                _ => return None,
            };
            kind = next;
            resolved.push(step);
        }
        Some(resolved)
    }
}

/// A map whose keys are known.
#[derive(Clone, Debug, Deserialize)]
pub struct Record {
    /// For generated code.
    pub name: String,
    /// In the order in which their keys were first seen.
    pub fields: Vec<Field>,
}

/// A key of a record, with its value.
#[derive(Clone, Debug, Deserialize)]
pub struct Field {
    /// As in the documents.
    pub key: String,
    /// For generated code.
    pub name: String,
    /// From 1, in the record's order.
    pub number: u32,
    /// What its value is.
    #[serde(rename = "type")]
    pub kind: Type,
    /// Whether it is absent in some of the records.
    pub optional: bool,
    /// Whether it is null in some of them.
    pub nullable: bool,
}

impl Field {
    /// Whether its type has to have a state for "none".
    #[must_use]
    pub fn may_be_none(&self) -> bool {
        self.optional || self.nullable
    }
}

/// Where any other value stands: an element of a list, a value of a map, the root.
#[derive(Clone, Debug, Deserialize)]
pub struct Slot {
    /// What the value is.
    #[serde(rename = "type")]
    pub kind: Type,
    /// Whether it may be null.
    pub nullable: bool,
    /// The record with one field that holds it in formats that need one there.
    #[serde(rename = "box")]
    pub boxed: Option<String>,
}

/// What a value is.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Type {
    /// A truth.
    Bool,
    /// An integer up to 2⁶³−1.
    Int64 {
        /// Whether negative ones were seen.
        negative: bool,
    },
    /// An integer up to 2⁶⁴−1.
    Uint64,
    /// An IEEE double.
    Float64,
    /// Text.
    String,
    /// Text with JSON in it.
    Json,
    /// Binary data.
    Bytes,
    /// A record.
    Record {
        /// Its name.
        record: String,
    },
    /// Values in order.
    List {
        /// The record with one field that holds the list in formats that need one.
        name: String,
        /// What they are.
        element: Box<Slot>,
    },
    /// Entries whose keys are data.
    Map {
        /// The record with one field that holds the map in formats that need one.
        name: String,
        /// What their values are.
        value: Box<Slot>,
    },
}
