//! The structs that a programmer would write for a schema, and what turns values into them and back.

use std::fmt::Write;

use crate::codec::Outcome;
use crate::schema::{Record, Schema, Slot, Type};
use crate::typed::{Style, Texts};

/// Names that generated code, or what derives add to it, has for other things.
const TAKEN: &[&str] = &[
    "AsMut",
    "AsRef",
    "Box",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "DoubleEndedIterator",
    "Drop",
    "Eq",
    "Err",
    "ExactSizeIterator",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "FromIterator",
    "Hash",
    "Into",
    "IntoIterator",
    "Iterator",
    "None",
    "Ok",
    "Option",
    "Ord",
    "OwnTypes",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Self",
    "Send",
    "Sized",
    "Some",
    "String",
    "Sync",
    "ToOwned",
    "ToString",
    "TryFrom",
    "TryInto",
    "Types",
    "Unpin",
    "Vec",
];

/// The name of a record's struct.
#[must_use]
pub fn type_name(record: &str) -> String {
    // Derives have type parameters of one letter.
    let taken = TAKEN.contains(&record) || record.len() == 1;
    format!("{record}{}", if taken { "_" } else { "" })
}

/// The type of a value.
#[must_use]
pub fn rust_type(kind: &Type, bytes: &str) -> String {
    match kind {
        Type::Bool => "bool".to_owned(),
        Type::Int64 { .. } => "i64".to_owned(),
        Type::Uint64 => "u64".to_owned(),
        Type::Float64 => "f64".to_owned(),
        Type::String | Type::Json => "String".to_owned(),
        Type::Bytes => bytes.to_owned(),
        Type::Record { record } => type_name(record),
        Type::List { element, .. } => format!("Vec<{}>", slot_type(element, bytes)),
        Type::Map { value, .. } => format!("std::collections::HashMap<String, {}>", slot_type(value, bytes)),
    }
}

/// The type of what stands in a slot.
#[must_use]
pub fn slot_type(slot: &Slot, bytes: &str) -> String {
    or_none(rust_type(&slot.kind, bytes), slot.nullable)
}

fn or_none(name: String, maybe: bool) -> String {
    if maybe { format!("Option<{name}>") } else { name }
}

/// The content of a module with the types for a schema in a style.
///
/// # Panics
///
/// Never: text takes what is written to it.
pub fn module(schema: &Schema, style: &Style, texts: &Texts) -> Outcome<String> {
    let mut text = String::new();
    for record in &schema.records {
        text.push_str(&structure(record, style));
        text.push_str(&object(record));
    }
    let root = slot_type(&schema.root, style.bytes);
    let kept: Vec<_> = texts.iter().filter(|(language, _)| style.texts.contains(&language.as_str())).collect();
    writeln!(
        text,
        "pub struct Types;\nimpl weighbridge_rust::typed::Types for Types {{\ntype Root = {root};\n\
         const TEXTS: &'static [(&'static str, &'static str)] = &{kept:?};\n}}"
    )
    .expect("memory");
    text.push_str(&(style.more)(schema, texts)?);
    Ok(text)
}

fn structure(record: &Record, style: &Style) -> String {
    let derive = if style.derive.is_empty() { String::new() } else { format!("#[derive({})]\n", style.derive) };
    let mut text = format!("{derive}{}pub struct {} {{\n", (style.record)(record), type_name(&record.name));
    for field in &record.fields {
        let kind = or_none(rust_type(&field.kind, style.bytes), field.may_be_none());
        writeln!(text, "{}pub {}: {kind},", (style.field)(field), field.name).expect("memory");
    }
    text + "}\n"
}

fn object(record: &Record) -> String {
    let name = type_name(&record.name);
    let mut take = String::new();
    let mut add = String::new();
    let mut pick = String::new();
    for (at, field) in record.fields.iter().enumerate() {
        let (name, key) = (&field.name, &field.key);
        writeln!(pick, "{at} => weighbridge_rust::typed::pick(&self.{name}, rest, {}),", field.nullable)
            .expect("memory");
        writeln!(take, "{name}: members.take({key:?})?,").expect("memory");
        writeln!(add, "weighbridge_rust::typed::add(&mut entries, {key:?}, &self.{name}, {});", field.nullable)
            .expect("memory");
    }
    format!(
        "impl weighbridge_rust::typed::Object for {name} {{\n\
         #[cold]\n#[inline(never)]\nfn of(value: &weighbridge_rust::value::Value) -> weighbridge_rust::codec::Outcome<Self> {{\n\
         let mut members = weighbridge_rust::typed::Members::of(value)?;\n\
         let made = Self {{\n{take}}};\nmembers.all(made)\n}}\n\
         #[cold]\n#[inline(never)]\nfn value(&self) -> weighbridge_rust::value::Value {{\n\
         let mut entries = Vec::new();\n{add}weighbridge_rust::value::Value::Map(entries)\n}}\n\
         fn pick(&self, steps: &[weighbridge_rust::pick::Step]) -> Option<weighbridge_rust::value::Value> {{\n\
         let [weighbridge_rust::pick::Step::Index(at), rest @ ..] = steps else {{ return None }};\n\
         match *at {{\n{pick}_ => None,\n}}\n}}\n}}\n"
    )
}
