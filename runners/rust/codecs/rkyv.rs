//! rkyv: structs as they lie in memory, checked and not, and its archives read where they lie.

use rkyv::api::high::{HighDeserializer, HighSerializer, HighValidator};
use rkyv::bytecheck::CheckBytes;
use rkyv::rancor::Error;
use rkyv::ser::allocator::ArenaHandle;
use rkyv::util::AlignedVec;
use rkyv::{Archive, Deserialize, Serialize};

use crate::codec::{
    Codec, DecodeTyped, EncodeTyped, Library, Operations, Outcome, PLAIN, PickTyped, Policies, ReadTyped,
};
use crate::pick::{Step, Steps, scalar};
use crate::schema::{Record, Schema};
use crate::typed::{BARE, Style, Typed, Types};
use crate::value::Value;
use crate::visitor::Visitor;

const STYLE: Style = Style {
    name: "rkyv",
    derive: "rkyv::Archive, rkyv::Serialize, rkyv::Deserialize",
    // Names that no record has.
    record: |record| format!("#[rkyv(archived = Archived_{0}, resolver = Resolver_{0})]\n", record.name),
    more: |schema, _| Ok(readers(schema)),
    ..BARE
};

/// What reads the archived structs.
fn readers(schema: &Schema) -> String {
    schema.records.iter().map(reader).collect()
}

fn reader(record: &Record) -> String {
    let fields = record.fields.iter().map(|field| {
        format!(
            "weighbridge_rust::codecs::rkyv::member({:?}, &self.{}, {}, visitor);\n",
            field.key, field.name, field.nullable
        )
    });
    let picks = record.fields.iter().enumerate().map(|(at, field)| {
        let nullable = field.nullable;
        format!("{at} => weighbridge_rust::codecs::rkyv::pick_member(&self.{}, rest, {nullable}),\n", field.name)
    });
    format!(
        "impl weighbridge_rust::codecs::rkyv::Read for Archived_{} {{\n\
         fn read<V: weighbridge_rust::visitor::Visitor>(&self, visitor: &mut V) {{\n\
         visitor.begin_map();\n{}visitor.end_map();\n}}\n\
         fn pick(&self, steps: &[weighbridge_rust::pick::Step]) -> Option<weighbridge_rust::value::Value> {{\n\
         let [weighbridge_rust::pick::Step::Index(at), rest @ ..] = steps else {{ return None }};\n\
         match *at {{\n{}_ => None,\n}}\n}}\n}}\n",
        record.name,
        fields.collect::<String>(),
        picks.collect::<String>()
    )
}

/// An archived value, which is read where it lies.
pub trait Read {
    /// Hands it to the visitor.
    fn read<V: Visitor>(&self, visitor: &mut V);

    /// The scalar that steps lead to, where a step into a struct is the number of its field.
    fn pick(&self, steps: &[Step]) -> Option<Value> {
        if steps.is_empty() {
            scalar(|visitor| {
                self.read(visitor);
                Ok(())
            })
            .ok()?
        } else {
            None
        }
    }

    /// Whether it is none.
    fn is_none(&self) -> bool {
        false
    }
}

/// Picks out of a field, unless it is none and cannot be null.
pub fn pick_member(field: &impl Read, steps: &[Step], nullable: bool) -> Option<Value> {
    if nullable || !field.is_none() { field.pick(steps) } else { None }
}

/// Hands over a field, unless it is none and cannot be null.
pub fn member<V: Visitor>(key: &str, field: &impl Read, nullable: bool, visitor: &mut V) {
    if nullable || !field.is_none() {
        visitor.key(key);
        field.read(visitor);
    }
}

impl Read for bool {
    fn read<V: Visitor>(&self, visitor: &mut V) {
        visitor.boolean(*self);
    }
}

impl Read for rkyv::rend::i64_le {
    fn read<V: Visitor>(&self, visitor: &mut V) {
        visitor.int(self.to_native());
    }
}

impl Read for rkyv::rend::u64_le {
    fn read<V: Visitor>(&self, visitor: &mut V) {
        visitor.uint(self.to_native());
    }
}

impl Read for rkyv::rend::f64_le {
    fn read<V: Visitor>(&self, visitor: &mut V) {
        visitor.float(self.to_native());
    }
}

impl Read for rkyv::string::ArchivedString {
    fn read<V: Visitor>(&self, visitor: &mut V) {
        visitor.string(self);
    }
}

impl Read for rkyv::vec::ArchivedVec<u8> {
    fn read<V: Visitor>(&self, visitor: &mut V) {
        visitor.bytes(self);
    }
}

impl<T: Read> Read for rkyv::vec::ArchivedVec<T> {
    fn read<V: Visitor>(&self, visitor: &mut V) {
        visitor.begin_array();
        for item in self.iter() {
            item.read(visitor);
        }
        visitor.end_array();
    }

    fn pick(&self, steps: &[Step]) -> Option<Value> {
        let [Step::Index(index), rest @ ..] = steps else { return None };
        self.get(*index)?.pick(rest)
    }
}

impl<T: Read> Read for rkyv::collections::swiss_table::ArchivedHashMap<rkyv::string::ArchivedString, T> {
    fn read<V: Visitor>(&self, visitor: &mut V) {
        visitor.begin_map();
        for (key, item) in self.iter() {
            visitor.key(key);
            item.read(visitor);
        }
        visitor.end_map();
    }

    fn pick(&self, steps: &[Step]) -> Option<Value> {
        let [Step::Key(key), rest @ ..] = steps else { return None };
        self.get(key.as_str())?.pick(rest)
    }
}

impl<T: Read> Read for rkyv::option::ArchivedOption<T> {
    fn read<V: Visitor>(&self, visitor: &mut V) {
        match self.as_ref() {
            Some(value) => value.read(visitor),
            None => visitor.null(),
        }
    }

    fn pick(&self, steps: &[Step]) -> Option<Value> {
        match self.as_ref() {
            Some(value) => value.pick(steps),
            None => steps.is_empty().then_some(Value::Null),
        }
    }

    fn is_none(&self) -> bool {
        self.as_ref().is_none()
    }
}

/// What rkyv asks of the root.
pub trait Archives:
    Sized + Archive<Archived: Checked + Read + Deserialize<Self, HighDeserializer<Error>>> + Written
{
}

impl<T> Archives for T where
    T: Sized + Archive<Archived: Checked + Read + Deserialize<T, HighDeserializer<Error>>> + Written
{
}

/// What can be checked.
pub trait Checked: rkyv::Portable + for<'a> CheckBytes<HighValidator<'a, Error>> {}

impl<T> Checked for T where T: rkyv::Portable + for<'a> CheckBytes<HighValidator<'a, Error>> {}

/// What can be written.
pub trait Written: for<'a> Serialize<HighSerializer<AlignedVec, ArenaHandle<'a>, Error>> {}

impl<T> Written for T where T: for<'a> Serialize<HighSerializer<AlignedVec, ArenaHandle<'a>, Error>> {}

#[derive(Default)]
struct Plain;

impl<S: Types<Root: Archives>> EncodeTyped<S> for Plain {
    fn encode(&mut self, document: &S::Root) -> Outcome<impl AsRef<[u8]>> {
        Ok(rkyv::to_bytes::<Error>(document)?)
    }
}

impl<S: Types<Root: Archives>> DecodeTyped<S> for Plain {
    fn decode(&mut self, data: &[u8]) -> Outcome<S::Root> {
        Ok(rkyv::from_bytes::<S::Root, Error>(data)?)
    }
}

impl<S: Types<Root: Archives>> ReadTyped<S> for Plain {
    fn read<V: Visitor>(&mut self, data: &[u8], visitor: &mut V) -> Outcome<()> {
        rkyv::access::<<S::Root as Archive>::Archived, Error>(data)?.read(visitor);
        Ok(())
    }
}

/// The operations on types.
#[must_use]
pub fn typed<S: Types<Root: Archives>>() -> Operations {
    Operations::new()
        .encode_typed::<S, Plain>()
        .decode_typed::<S, Plain>()
        .read_typed::<S, Plain>()
        .pick_typed::<S, Plain>()
}

impl<S: Types<Root: Archives>> PickTyped<S> for Plain {
    fn pick(&mut self, data: &[u8], paths: &[Steps]) -> Outcome<Vec<Option<Value>>> {
        let archived = rkyv::access::<<S::Root as Archive>::Archived, Error>(data)?;
        Ok(paths.iter().map(|steps| archived.pick(steps)).collect())
    }
}

/// It trusts the bytes, which have to be such as `to_bytes` made.
#[derive(Default)]
struct Unchecked;

impl<S: Types<Root: Archives>> DecodeTyped<S> for Unchecked {
    fn decode(&mut self, data: &[u8]) -> Outcome<S::Root> {
        // SAFETY: what is decoded is what rkyv made of such a document.
        Ok(unsafe { rkyv::from_bytes_unchecked::<S::Root, Error>(data) }?)
    }
}

impl<S: Types<Root: Archives>> ReadTyped<S> for Unchecked {
    fn read<V: Visitor>(&mut self, data: &[u8], visitor: &mut V) -> Outcome<()> {
        // SAFETY: as above.
        unsafe { rkyv::access_unchecked::<<S::Root as Archive>::Archived>(data) }.read(visitor);
        Ok(())
    }
}

impl<S: Types<Root: Archives>> PickTyped<S> for Unchecked {
    fn pick(&mut self, data: &[u8], paths: &[Steps]) -> Outcome<Vec<Option<Value>>> {
        // SAFETY: as above.
        let archived = unsafe { rkyv::access_unchecked::<<S::Root as Archive>::Archived>(data) };
        Ok(paths.iter().map(|steps| archived.pick(steps)).collect())
    }
}

/// The same without a check.
#[must_use]
pub fn unchecked<S: Types<Root: Archives>>() -> Operations {
    Operations::new().decode_typed::<S, Unchecked>().read_typed::<S, Unchecked>().pick_typed::<S, Unchecked>()
}

/// The rows.
#[must_use]
pub fn codecs() -> Vec<Codec> {
    let plain = Codec {
        name: "rkyv",
        variant: None,
        format: "rkyv",
        library: Library { name: "rkyv", homepage: "https://rkyv.org", licence: "MIT" },
        policies: Policies { api: "to_bytes, from_bytes; access", access: "lazy", ..PLAIN },
        documentation: "https://docs.rs/rkyv",
        lacks: &[],
        operations: Operations::new(),
        typed: Some(Typed::of(&STYLE)),
    };
    let unchecked = Codec {
        variant: Some("unchecked"),
        policies: Policies {
            api: "from_bytes_unchecked; access_unchecked",
            access: "lazy",
            utf8: "unchecked",
            ..PLAIN
        },
        documentation: "https://docs.rs/rkyv/latest/rkyv/fn.access_unchecked.html",
        typed: Some(Typed { by: "unchecked", ..Typed::of(&STYLE) }),
        ..plain.clone()
    };
    vec![plain, unchecked]
}
