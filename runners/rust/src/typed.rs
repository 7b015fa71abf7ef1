//! The application's own types for the documents of a schema: what generated code says of them, and documents as them.

use std::collections::HashMap;

use minicbor::bytes::ByteVec;
use serde_bytes::ByteBuf;

use crate::codec::{Operations, Outcome, Problem};
use crate::payload::Document;
use crate::pick::Step;
use crate::schema::{Field, Record, Schema};
use crate::value::Value;

/// How a library's types are written: what stands above a struct and its fields.
pub struct Style {
    /// The module that they are in.
    pub name: &'static str,
    /// What the structs derive.
    pub derive: &'static str,
    /// The attributes of a struct.
    pub record: fn(&Record) -> String,
    /// The attributes of a field.
    pub field: fn(&Field) -> String,
    /// The type of binary data.
    pub bytes: &'static str,
    /// In which languages of formats the library needs the schema.
    pub texts: &'static [&'static str],
    /// What is generated besides.
    pub more: fn(&Schema, &Texts) -> Outcome<String>,
}

/// A schema in languages of formats, by their names.
pub type Texts = [(String, String)];

/// No attributes, and plain types.
pub const BARE: Style = Style {
    name: "bare",
    derive: "",
    record: |_| String::new(),
    field: |_| String::new(),
    bytes: "Vec<u8>",
    texts: &[],
    more: |_, _| Ok(String::new()),
};

/// For Serde's libraries that write the names of fields.
pub const SERDE: Style = Style {
    name: "named",
    field: |field| {
        let rename = renamed(field);
        if field.optional && !field.nullable {
            format!("{rename}#[serde(skip_serializing_if = \"Option::is_none\")]\n")
        } else {
            rename
        }
    },
    ..SERDE_IN_ORDER
};

/// For Serde's libraries that write fields in their order, none of which may be left out.
pub const SERDE_IN_ORDER: Style = Style {
    name: "in_order",
    derive: "serde::Serialize, serde::Deserialize",
    field: renamed,
    bytes: "serde_bytes::ByteBuf",
    ..BARE
};

fn renamed(field: &Field) -> String {
    if field.key == field.name { String::new() } else { format!("#[serde(rename = {:?})]\n", field.key) }
}

/// What a codec's file says of the typed operations of a row.
#[derive(Clone, Copy)]
pub struct Typed {
    /// How its types are written.
    pub style: &'static Style,
    /// Which of them it works on: `Types`, or the library's own.
    pub on: &'static str,
    /// The file's function that gives the operations.
    pub by: &'static str,
}

impl Typed {
    /// On the application's types, by the file's function `typed`.
    #[must_use]
    pub const fn of(style: &'static Style) -> Self {
        Self { style, on: "Types", by: "typed" }
    }
}

/// The types that were generated for a schema.
pub trait Types: 'static {
    /// What a document is.
    type Root: Object;
    /// The schema in languages of formats, by their names.
    const TEXTS: &'static [(&'static str, &'static str)];
}

/// A schema in a language.
///
/// # Panics
///
/// Where the core did not write it.
#[must_use]
pub fn text<S: Types>(language: &str) -> &'static str {
    let found = S::TEXTS.iter().find(|(name, _)| *name == language);
    found.unwrap_or_else(|| panic!("the schema came without {language}")).1
}

/// What the program was built with for a schema.
pub struct Generated {
    /// The schema's.
    pub fingerprint: &'static str,
    /// The operations of rows, or why there are none.
    pub rows: Vec<(&'static str, Result<Operations, &'static str>)>,
}

/// A value of the application's types.
pub trait Object: Sized + 'static {
    /// Whether it is a list.
    const IS_LIST: bool = false;

    /// Makes it of a value.
    fn of(value: &Value) -> Outcome<Self>;

    /// The value that it stands for.
    fn value(&self) -> Value;

    /// The scalar that steps lead to, where a step into a record is the number of its field, from 0.
    fn pick(&self, steps: &[Step]) -> Option<Value> {
        steps.is_empty().then(|| self.value())
    }

    /// What stands for no value.
    fn absent() -> Outcome<Self> {
        Err(Problem::Failed("a member is missing".to_owned()))
    }

    /// Whether it stands for no value.
    fn is_none(&self) -> bool {
        false
    }
}

/// A document of the application's types, to encode.
pub struct Whole<T>(pub T);

impl<T: Object> Document for Whole<T> {
    fn of(value: &Value) -> Outcome<Self> {
        T::of(value).map(Self)
    }
}

fn misfit<T>(value: &Value, wanted: &str) -> Outcome<T> {
    let words = crate::text::write(value).chars().take(60).collect::<String>();
    Err(Problem::Failed(format!("{words} where the schema has {wanted}")))
}

macro_rules! scalar {
    ($type:ty, $wanted:literal, $($pattern:pat => $made:expr),+; $self:ident => $value:expr) => {
        impl Object for $type {
            fn of(value: &Value) -> Outcome<Self> {
                match value {
                    $($pattern => Ok($made),)+
                    _ => misfit(value, $wanted),
                }
            }

            fn value(&$self) -> Value {
                $value
            }
        }
    };
}

scalar!(bool, "a truth", Value::Bool(truth) => *truth; self => Value::Bool(*self));
scalar!(i64, "an integer", Value::Int(number) => *number; self => Value::Int(*self));
scalar!(u64, "an integer without a sign",
    Value::Uint(number) => *number, Value::Int(number @ 0..) => number.cast_unsigned();
    self => Value::from(*self));
#[expect(clippy::cast_precision_loss, reason = "that is the loss int53")]
mod float {
    use super::{Object, Outcome, Value, misfit};
    scalar!(f64, "a float",
        Value::Float(number) => *number, Value::Int(number) => *number as f64, Value::Uint(number) => *number as f64;
        self => Value::Float(*self));
}
scalar!(String, "text", Value::String(text) => text.clone(); self => Value::String(self.clone()));
scalar!(Vec<u8>, "bytes", Value::Bytes(data) => data.clone(); self => Value::Bytes(self.clone()));
scalar!(ByteBuf, "bytes", Value::Bytes(data) => Self::from(data.clone()); self => Value::Bytes(self.to_vec()));
scalar!(ByteVec, "bytes", Value::Bytes(data) => Self::from(data.clone()); self => Value::Bytes(self.to_vec()));

impl<T: Object> Object for Vec<T> {
    const IS_LIST: bool = true;

    fn of(value: &Value) -> Outcome<Self> {
        match value {
            Value::Array(items) => items.iter().map(T::of).collect(),
            _ => misfit(value, "a list"),
        }
    }

    fn value(&self) -> Value {
        Value::Array(self.iter().map(T::value).collect())
    }

    fn pick(&self, steps: &[Step]) -> Option<Value> {
        let [Step::Index(index), rest @ ..] = steps else { return None };
        self.get(*index)?.pick(rest)
    }
}

#[expect(clippy::implicit_hasher, reason = "that is what is generated")]
impl<T: Object> Object for HashMap<String, T> {
    fn of(value: &Value) -> Outcome<Self> {
        match value {
            Value::Map(entries) => entries.iter().map(|(key, item)| Ok((key.clone(), T::of(item)?))).collect(),
            _ => misfit(value, "a map"),
        }
    }

    /// Sorted, since the map has no order.
    fn value(&self) -> Value {
        let mut entries: Vec<_> = self.iter().map(|(key, item)| (key.clone(), item.value())).collect();
        entries.sort_by(|(one, _), (other, _)| one.cmp(other));
        Value::Map(entries)
    }

    fn pick(&self, steps: &[Step]) -> Option<Value> {
        let [Step::Key(key), rest @ ..] = steps else { return None };
        self.get(key)?.pick(rest)
    }
}

impl<T: Object> Object for Option<T> {
    fn of(value: &Value) -> Outcome<Self> {
        if *value == Value::Null { Ok(None) } else { T::of(value).map(Some) }
    }

    fn value(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::value)
    }

    fn pick(&self, steps: &[Step]) -> Option<Value> {
        match self {
            Some(value) => value.pick(steps),
            None => steps.is_empty().then_some(Value::Null),
        }
    }

    fn absent() -> Outcome<Self> {
        Ok(None)
    }

    fn is_none(&self) -> bool {
        self.is_none()
    }
}

/// The members of an object, to take into a struct.
pub struct Members<'v> {
    entries: &'v [(String, Value)],
    taken: usize,
}

impl<'v> Members<'v> {
    /// Of a value, which has to be an object.
    pub fn of(value: &'v Value) -> Outcome<Self> {
        match value {
            Value::Map(entries) => Ok(Self { entries, taken: 0 }),
            _ => misfit(value, "a record"),
        }
    }

    /// Makes a field of the member with this key.
    pub fn take<T: Object>(&mut self, key: &str) -> Outcome<T> {
        let Some((_, value)) = self.entries.iter().find(|(known, _)| known == key) else { return T::absent() };
        self.taken += 1;
        T::of(value)
    }

    /// Answers what was made, if nothing is left.
    pub fn all<T>(&self, made: T) -> Outcome<T> {
        if self.taken == self.entries.len() {
            return Ok(made);
        }
        Err(Problem::Failed(format!("{} members that the schema does not have", self.entries.len() - self.taken)))
    }
}

/// The scalar that steps lead to in a field: none at all if it is none and cannot be null.
pub fn pick<T: Object>(field: &T, steps: &[Step], nullable: bool) -> Option<Value> {
    if nullable || !field.is_none() { field.pick(steps) } else { None }
}

/// Adds the member that a field stands for: none at all if it is none and cannot be null.
pub fn add<T: Object>(entries: &mut Vec<(String, Value)>, key: &str, field: &T, nullable: bool) {
    if nullable || !field.is_none() {
        entries.push((key.to_owned(), field.value()));
    }
}
