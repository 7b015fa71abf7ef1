//! The messages of Protocol Buffers for a schema, written as prost-build writes them, and what turns the application's types
//! into them and back, written as its programmer would.

use std::fmt::Write;

use crate::codec::Outcome;
use crate::schema::{Field, Record, Schema, Slot, Type};
use crate::typed::Texts;
use crate::typegen::records::type_name;

/// The module of messages and the conversions.
pub fn messages(schema: &Schema, _: &Texts) -> Outcome<String> {
    let mut messages = Messages::default();
    let mut conversions = String::new();
    for record in &schema.records {
        messages.record(record);
        conversions.push_str(&conversion(record));
    }
    conversions.push_str(&root(schema, &mut messages));
    for record in &schema.records {
        for field in &record.fields {
            messages.wrappers(&field.kind);
        }
    }
    Ok(format!("pub mod pb {{\n{}}}\n{conversions}", messages.text))
}

#[derive(Default)]
struct Messages {
    text: String,
    done: Vec<String>,
}

impl Messages {
    fn record(&mut self, record: &Record) {
        let fields = record.fields.iter();
        let fields = fields.map(|field| (field.name.as_str(), field.number, place(&field.kind, field.may_be_none())));
        self.message(&record.name, fields);
    }

    fn message<'f>(&mut self, name: &str, fields: impl Iterator<Item = (&'f str, u32, (String, String))>) {
        if self.done.iter().any(|done| done == name) {
            return;
        }
        self.done.push(name.to_owned());
        writeln!(self.text, "#[derive(Clone, PartialEq, ::prost::Message)]\npub struct {} {{", type_name(name))
            .expect("memory");
        for (field, number, (attribute, kind)) in fields {
            writeln!(self.text, "#[prost({attribute}, tag = \"{number}\")]\npub {field}: {kind},").expect("memory");
        }
        self.text.push_str("}\n");
    }

    /// The messages that hold what stands in lists and maps.
    fn wrappers(&mut self, kind: &Type) {
        match kind {
            Type::List { element, .. } => self.slot(element),
            Type::Map { value, .. } => self.slot(value),
            _ => {}
        }
    }

    fn slot(&mut self, slot: &Slot) {
        if slot.nullable {
            self.boxed(slot);
        }
        self.own(&slot.kind);
        self.wrappers(&slot.kind);
    }

    /// A box.
    fn boxed(&mut self, slot: &Slot) {
        if let Some(name) = &slot.boxed {
            self.message(name, [("value", 1, within(&slot.kind, slot.nullable))].into_iter());
        }
    }

    /// The message of a list or map.
    fn own(&mut self, kind: &Type) {
        match kind {
            Type::List { name, .. } => self.message(name, [("items", 1, place(kind, false))].into_iter()),
            Type::Map { name, .. } => self.message(name, [("entries", 1, place(kind, false))].into_iter()),
            _ => {}
        }
    }
}

/// The attribute and the type of a field.
fn place(kind: &Type, maybe: bool) -> (String, String) {
    match kind {
        Type::Record { .. } => (format!("{}, optional", word(kind)), format!("Option<{}>", bare(kind))),
        Type::List { element, .. } => {
            let (word, item) = held(element);
            (format!("{word}, repeated"), format!("Vec<{item}>"))
        }
        Type::Map { value, .. } => {
            let (word, item) = held(value);
            let word = word.split(' ').next().unwrap_or_default();
            (format!("map = \"string, {word}\""), format!("std::collections::HashMap<String, {item}>"))
        }
        _ if maybe => (format!("{}, optional", word(kind)), format!("Option<{}>", bare(kind))),
        _ => (word(kind).to_owned(), bare(kind)),
    }
}

/// The same of what stands in a box.
fn within(kind: &Type, maybe: bool) -> (String, String) {
    match kind {
        Type::List { name, .. } | Type::Map { name, .. } => {
            ("message, optional".to_owned(), format!("Option<{}>", type_name(name)))
        }
        _ => place(kind, maybe),
    }
}

/// The word and the type of what stands in a list or map.
fn held(slot: &Slot) -> (&'static str, String) {
    match (&slot.boxed, &slot.kind) {
        (Some(name), _) if slot.nullable => ("message", type_name(name)),
        (_, Type::List { name, .. } | Type::Map { name, .. }) => ("message", type_name(name)),
        (_, kind) => (word(kind), bare(kind)),
    }
}

fn word(kind: &Type) -> &'static str {
    match kind {
        Type::Bool => "bool",
        Type::Int64 { negative: true } => "sint64",
        Type::Int64 { negative: false } => "int64",
        Type::Uint64 => "uint64",
        Type::Float64 => "double",
        Type::String | Type::Json => "string",
        Type::Bytes => "bytes = \"vec\"",
        Type::Record { .. } | Type::List { .. } | Type::Map { .. } => "message",
    }
}

fn bare(kind: &Type) -> String {
    super::records::rust_type(kind, "Vec<u8>")
}

fn conversion(record: &Record) -> String {
    let name = type_name(&record.name);
    let to: String = record.fields.iter().map(|field| format!("{}: {},\n", field.name, field_to(field))).collect();
    let back: String = record.fields.iter().map(|field| format!("{}: {},\n", field.name, field_back(field))).collect();
    format!(
        "fn to_{name}(from: &{name}) -> pb::{name} {{\npb::{name} {{\n{to}}}\n}}\n\
         fn back_{name}(from: pb::{name}) -> {name} {{\n{name} {{\n{back}}}\n}}\n"
    )
}

fn field_to(field: &Field) -> String {
    let from = format!("from.{}", field.name);
    match (&field.kind, field.may_be_none()) {
        (Type::Record { record }, false) => format!("Some(to_{}(&{from}))", type_name(record)),
        (Type::Record { record }, true) => format!("{from}.as_ref().map(to_{})", type_name(record)),
        (Type::List { .. } | Type::Map { .. }, true) => {
            format!("{from}.as_ref().map(|items| {}).unwrap_or_default()", to(&field.kind, "items"))
        }
        (_, true) => format!("{from}.clone()"),
        (kind, false) => to(kind, &format!("(&{from})")),
    }
}

fn field_back(field: &Field) -> String {
    let from = format!("from.{}", field.name);
    match (&field.kind, field.may_be_none()) {
        (Type::Record { record }, false) => format!("back_{}({from}.unwrap_or_default())", type_name(record)),
        (Type::Record { record }, true) => format!("{from}.map(back_{})", type_name(record)),
        (Type::List { .. } | Type::Map { .. }, true) => {
            format!("if {from}.is_empty() {{ None }} else {{ Some({}) }}", back(&field.kind, &from))
        }
        (_, true) => from,
        (kind, false) => back(kind, &from),
    }
}

/// What a reference to an application's value becomes.
fn to(kind: &Type, from: &str) -> String {
    match kind {
        Type::Bool | Type::Int64 { .. } | Type::Uint64 | Type::Float64 => format!("*{from}"),
        Type::Record { record } => format!("to_{}({from})", type_name(record)),
        Type::List { element, .. } if !is_alike(element) => {
            format!("{from}.iter().map(|item| {}).collect()", item_to(element))
        }
        Type::Map { value, .. } if !is_alike(value) => {
            format!("{from}.iter().map(|(key, item)| (key.clone(), {})).collect()", item_to(value))
        }
        _ => format!("{from}.clone()"),
    }
}

fn item_to(slot: &Slot) -> String {
    match &slot.boxed {
        Some(name) if slot.nullable => {
            format!("pb::{} {{ value: item.as_ref().map(|item| {}) }}", type_name(name), within_to(&slot.kind))
        }
        _ => within_to(&slot.kind),
    }
}

fn within_to(kind: &Type) -> String {
    match kind {
        Type::List { name, .. } => format!("pb::{} {{ items: {} }}", type_name(name), to(kind, "item")),
        Type::Map { name, .. } => format!("pb::{} {{ entries: {} }}", type_name(name), to(kind, "item")),
        _ => to(kind, "item"),
    }
}

/// What a message's value becomes.
fn back(kind: &Type, from: &str) -> String {
    match kind {
        Type::Record { record } => format!("back_{}({from})", type_name(record)),
        Type::List { element, .. } if !is_alike(element) => {
            format!("{from}.into_iter().map(|item| {}).collect()", item_back(element))
        }
        Type::Map { value, .. } if !is_alike(value) => {
            format!("{from}.into_iter().map(|(key, item)| (key, {})).collect()", item_back(value))
        }
        _ => from.to_owned(),
    }
}

fn item_back(slot: &Slot) -> String {
    if slot.nullable { format!("item.value.map(|item| {})", within_back(&slot.kind)) } else { within_back(&slot.kind) }
}

fn within_back(kind: &Type) -> String {
    match kind {
        Type::List { .. } => back(kind, "item.items"),
        Type::Map { .. } => back(kind, "item.entries"),
        _ => back(kind, "item"),
    }
}

/// Whether what stands in a slot is the same in both kinds of types.
fn is_alike(slot: &Slot) -> bool {
    !slot.nullable && !matches!(slot.kind, Type::Record { .. } | Type::List { .. } | Type::Map { .. })
}

fn root(schema: &Schema, messages: &mut Messages) -> String {
    let root = &schema.root;
    let (message, to, back) = match (&root.boxed, &root.kind) {
        (Some(name), kind) => {
            messages.boxed(root);
            if root.nullable {
                messages.own(kind);
            }
            let to = if root.nullable {
                item_to(root)
            } else {
                format!("pb::{} {{ value: {} }}", type_name(name), to(kind, "item"))
            };
            let back = if root.nullable { item_back(root) } else { "item.value".to_owned() };
            (name, to, back)
        }
        (None, kind @ (Type::List { name, .. } | Type::Map { name, .. })) => {
            messages.own(kind);
            (name, within_to(kind), within_back(kind))
        }
        (None, kind @ Type::Record { record }) => (record, within_to(kind), within_back(kind)),
        (None, _) => unreachable!("a scalar at the root has a box"),
    };
    messages.wrappers(&root.kind);
    let (message, own) = (type_name(message), super::records::slot_type(root, "Vec<u8>"));
    format!(
        "impl weighbridge_rust::codecs::prost::Messages for Types {{\n\
         type Message = pb::{message};\n\
         fn to(item: &{own}) -> pb::{message} {{\n{to}\n}}\n\
         fn back(item: pb::{message}) -> {own} {{\n{back}\n}}\n}}\n\
         impl weighbridge_rust::typed::Object for pb::{message} {{\n\
         fn of(value: &weighbridge_rust::value::Value) -> weighbridge_rust::codec::Outcome<Self> {{\n\
         Ok(<Types as weighbridge_rust::codecs::prost::Messages>::to(&weighbridge_rust::typed::Object::of(value)?))\n}}\n\
         fn value(&self) -> weighbridge_rust::value::Value {{\n\
         weighbridge_rust::typed::Object::value(&<Types as weighbridge_rust::codecs::prost::Messages>::back(self.clone()))\n\
         }}\n}}\n\
         pub struct OwnTypes;\n\
         impl weighbridge_rust::typed::Types for OwnTypes {{\n\
         type Root = pb::{message};\n\
         const TEXTS: &'static [(&'static str, &'static str)] = &[];\n}}\n"
    )
}
