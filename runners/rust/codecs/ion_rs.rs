//! ion-rs: its own tree, and as a variant its reader and writer of streams, which are behind an experimental feature.

use ion_rs::v1_0::Binary;
use ion_rs::{
    Decoder, Element, Int, IonResult, IonType, LazyValue, Reader, Sequence, Struct, Value as IonValue, ValueRef,
    ValueWriter, WriteAsIon,
};

use crate::codec::{Codec, Decode, Encode, Library, Operations, Outcome, PLAIN, Policies, Scan, Take, built};
use crate::payload::Document;
use crate::pick::Step;
use crate::value::Value;
use crate::visitor::{Outside, Tree, Visitor, walk_array};

struct Prebuilt;

impl Encode for Prebuilt {
    type Document = Element;

    fn encode(document: &Element) -> Outcome<Vec<u8>> {
        Ok(document.encode_as(Binary)?)
    }
}

struct OwnTree;

impl Encode for OwnTree {
    type Document = Value;

    fn encode(document: &Value) -> Outcome<Vec<u8>> {
        built::<Prebuilt>(document)
    }
}

impl Decode for OwnTree {
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken> {
        taker.take(&Element::read_one(data)?)
    }
}

impl Document for Element {
    fn of(value: &Value) -> Outcome<Self> {
        Ok(match value {
            Value::Null => Self::null(IonType::Null),
            Value::Bool(truth) => (*truth).into(),
            Value::Int(number) => (*number).into(),
            Value::Uint(number) => Int::from(*number).into(),
            Value::Float(number) => (*number).into(),
            Value::String(text) => text.as_str().into(),
            Value::Bytes(data) => Self::blob(data),
            Value::Array(items) => {
                let items = items.iter().map(Self::of).collect::<Outcome<Vec<_>>>()?;
                ion_rs::List::from(Sequence::new(items)).into()
            }
            Value::Map(entries) => {
                let mut builder = Struct::builder();
                for (key, item) in entries {
                    builder = builder.with_field(key.as_str(), Self::of(item)?);
                }
                builder.build().into()
            }
        })
    }
}

fn walk_int<V: Visitor>(number: &Int, visitor: &mut V) -> Result<(), Outside> {
    match (number.as_i64(), number.as_u64()) {
        (Some(number), _) => visitor.int(number),
        (_, Some(number)) => visitor.uint(number),
        _ => return Err(Outside(format!("the number {number}"))),
    }
    Ok(())
}

impl Tree for Element {
    fn walk<V: Visitor>(&self, visitor: &mut V) -> Result<(), Outside> {
        match self.value() {
            IonValue::Null(_) => visitor.null(),
            IonValue::Bool(truth) => visitor.boolean(*truth),
            IonValue::Int(number) => walk_int(number, visitor)?,
            IonValue::Float(number) => visitor.float(*number),
            IonValue::String(text) => visitor.string(text.text()),
            IonValue::Blob(data) => visitor.bytes(data.as_ref()),
            IonValue::List(items) => walk_array(items.elements(), visitor)?,
            IonValue::Struct(fields) => {
                visitor.begin_map();
                for (name, item) in fields.fields() {
                    visitor.key(name.text().ok_or_else(|| Outside("a name without text".to_owned()))?);
                    item.walk(visitor)?;
                }
                visitor.end_map();
            }
            other => return Err(Outside(format!("{other:?}"))),
        }
        Ok(())
    }

    fn child(&self, step: &Step) -> Option<&Self> {
        match (self.value(), step) {
            (IonValue::List(items), Step::Index(index)) => items.get(*index),
            (IonValue::Struct(fields), Step::Key(key)) => fields.get(key.as_str()),
            _ => None,
        }
    }
}

struct Stream;

impl Encode for Stream {
    type Document = Value;

    fn encode(document: &Value) -> Outcome<Vec<u8>> {
        Ok(document.encode_as(Binary)?)
    }
}

impl WriteAsIon for Value {
    fn write_as_ion<V: ValueWriter>(&self, writer: V) -> IonResult<()> {
        match self {
            Self::Null => writer.write_null(IonType::Null),
            Self::Bool(truth) => writer.write_bool(*truth),
            Self::Int(number) => writer.write_i64(*number),
            Self::Uint(number) => writer.write_int(&Int::from(*number)),
            Self::Float(number) => writer.write_f64(*number),
            Self::String(text) => writer.write_string(text),
            Self::Bytes(data) => writer.write_blob(data),
            Self::Array(items) => writer.write_list(items),
            Self::Map(entries) => writer.write_struct(entries.iter().map(|(key, item)| (key.as_str(), item))),
        }
    }
}

impl Scan for Stream {
    fn scan<V: Visitor>(data: &[u8], visitor: &mut V) -> Outcome<()> {
        hand_over(&Reader::new(Binary, data)?.expect_next()?, visitor)
    }
}

fn hand_over<D: Decoder, V: Visitor>(value: &LazyValue<D>, visitor: &mut V) -> Outcome<()> {
    match value.read()? {
        ValueRef::Null(_) => visitor.null(),
        ValueRef::Bool(truth) => visitor.boolean(truth),
        ValueRef::Int(number) => walk_int(&number, visitor)?,
        ValueRef::Float(number) => visitor.float(number),
        ValueRef::String(text) => visitor.string(text.text()),
        ValueRef::Blob(data) => visitor.bytes(data.data()),
        ValueRef::List(items) => {
            visitor.begin_array();
            for item in &items {
                hand_over(&item?, visitor)?;
            }
            visitor.end_array();
        }
        ValueRef::Struct(fields) => {
            visitor.begin_map();
            for field in &fields {
                let field = field?;
                let name = field.name()?;
                visitor.key(name.text().ok_or_else(|| Outside("a name without text".to_owned()))?);
                hand_over(&field.value(), visitor)?;
            }
            visitor.end_map();
        }
        other => return Err(Outside(format!("{other:?}")).into()),
    }
    Ok(())
}

/// The rows.
#[must_use]
pub fn codecs() -> Vec<Codec> {
    let own_tree = Codec {
        name: "ion-rs",
        variant: None,
        format: "ion",
        library: Library { name: "ion-rs", homepage: "https://github.com/amazon-ion/ion-rust", licence: "Apache-2.0" },
        policies: Policies { api: "Element", ..PLAIN },
        documentation: "https://docs.rs/ion-rs",
        lacks: &[],
        operations: Operations::new().encode::<OwnTree>().decode::<OwnTree>(),
        typed: None,
    };
    let stream = Codec {
        variant: Some("stream"),
        policies: Policies { api: "WriteAsIon, Reader", access: "lazy", ..PLAIN },
        documentation: "https://docs.rs/ion-rs/latest/ion_rs/struct.Reader.html",
        operations: Operations::new().encode::<Stream>().scan::<Stream>(),
        ..own_tree.clone()
    };
    let prebuilt =
        Codec { variant: Some("prebuilt"), operations: Operations::new().encode::<Prebuilt>(), ..own_tree.clone() };
    vec![own_tree, prebuilt, stream]
}
