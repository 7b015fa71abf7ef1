//! flatbuffers, by the code that flatc writes for the schema: built from the application's types, and back, or by flatc's
//! own objects; and read where it lies.

use flatbuffers::{FlatBufferBuilder, Follow, Verifiable};

use crate::codec::{
    Codec, DecodeTyped, EncodeTyped, Library, Operations, Outcome, PLAIN, PickTyped, Policies, ReadTyped,
};
use crate::pick::{Step, Steps};
use crate::typed::{BARE, Style, Typed, Types};
use crate::typegen::flatbuffers::tables;
use crate::value::Value;
use crate::visitor::Visitor;

const STYLE: Style = Style { name: "flatbuffers", more: tables, ..BARE };

/// What is generated for a schema: how tables stand for types.
pub trait Tables: Types {
    /// The table of a document.
    type Table<'a>: Follow<'a, Inner = Self::Table<'a>> + Verifiable + Copy + 'a;

    /// Writes a document.
    fn put(document: &Self::Root, builder: &mut FlatBufferBuilder<'_>);

    /// Makes a document of its table.
    fn get(table: Self::Table<'_>) -> Self::Root;
}

/// The same for reading a table where it lies.
pub trait Visits: Tables {
    /// Hands every field to the visitor.
    fn visit<V: Visitor>(table: Self::Table<'_>, visitor: &mut V);

    /// The scalar that steps lead to, where a step into a record is the number of its field.
    fn pick(table: Self::Table<'_>, steps: &[Step]) -> Option<Value>;
}

/// Makes a document of other types, by its bytes.
pub fn by_way_of<A: Tables, B: for<'a> Tables<Table<'a> = A::Table<'a>>>(document: &A::Root) -> Outcome<B::Root> {
    let mut builder = FlatBufferBuilder::new();
    A::put(document, &mut builder);
    Ok(B::get(flatbuffers::root::<A::Table<'_>>(builder.finished_data())?))
}

/// A buffer that is finished.
struct Finished<'b>(FlatBufferBuilder<'b>);

impl AsRef<[u8]> for Finished<'_> {
    fn as_ref(&self) -> &[u8] {
        self.0.finished_data()
    }
}

#[derive(Default)]
struct Plain;

impl<S: Tables> EncodeTyped<S> for Plain {
    fn encode(&mut self, document: &S::Root) -> Outcome<impl AsRef<[u8]>> {
        let mut builder = FlatBufferBuilder::with_capacity(1024);
        S::put(document, &mut builder);
        Ok(Finished(builder))
    }
}

impl<S: Tables> DecodeTyped<S> for Plain {
    fn decode(&mut self, data: &[u8]) -> Outcome<S::Root> {
        Ok(S::get(flatbuffers::root::<S::Table<'_>>(data)?))
    }
}

impl<S: Visits> PickTyped<S> for Plain {
    fn pick(&mut self, data: &[u8], paths: &[Steps]) -> Outcome<Vec<Option<Value>>> {
        let table = flatbuffers::root::<S::Table<'_>>(data)?;
        Ok(paths.iter().map(|steps| S::pick(table, steps)).collect())
    }
}

impl<S: Visits> ReadTyped<S> for Plain {
    fn read<V: Visitor>(&mut self, data: &[u8], visitor: &mut V) -> Outcome<()> {
        S::visit(flatbuffers::root::<S::Table<'_>>(data)?, visitor);
        Ok(())
    }
}

/// The operations on types.
#[must_use]
pub fn typed<S: Visits>() -> Operations {
    Operations::new()
        .encode_typed::<S, Plain>()
        .decode_typed::<S, Plain>()
        .read_typed::<S, Plain>()
        .pick_typed::<S, Plain>()
}

/// The operations on flatc's objects.
#[must_use]
pub fn own<S: Tables>() -> Operations {
    Operations::new().encode_typed::<S, Plain>().decode_own::<S, Plain>()
}

/// With its builder kept.
#[derive(Default)]
struct Reuse(FlatBufferBuilder<'static>);

impl<S: Tables> EncodeTyped<S> for Reuse {
    fn encode(&mut self, document: &S::Root) -> Outcome<impl AsRef<[u8]>> {
        self.0.reset();
        S::put(document, &mut self.0);
        Ok(self.0.finished_data())
    }
}

/// The same with the builder kept.
#[must_use]
pub fn reuse<S: Tables>() -> Operations {
    Operations::new().encode_typed::<S, Reuse>()
}

/// It trusts the bytes, which have to be such as a builder made.
#[derive(Default)]
struct Unchecked;

impl<S: Tables> DecodeTyped<S> for Unchecked {
    fn decode(&mut self, data: &[u8]) -> Outcome<S::Root> {
        // SAFETY: what is decoded is what a builder made by the schema.
        Ok(S::get(unsafe { flatbuffers::root_unchecked::<S::Table<'_>>(data) }))
    }
}

impl<S: Visits> PickTyped<S> for Unchecked {
    fn pick(&mut self, data: &[u8], paths: &[Steps]) -> Outcome<Vec<Option<Value>>> {
        // SAFETY: as above.
        let table = unsafe { flatbuffers::root_unchecked::<S::Table<'_>>(data) };
        Ok(paths.iter().map(|steps| S::pick(table, steps)).collect())
    }
}

impl<S: Visits> ReadTyped<S> for Unchecked {
    fn read<V: Visitor>(&mut self, data: &[u8], visitor: &mut V) -> Outcome<()> {
        // SAFETY: as above.
        S::visit(unsafe { flatbuffers::root_unchecked::<S::Table<'_>>(data) }, visitor);
        Ok(())
    }
}

/// The same without a check.
#[must_use]
pub fn unchecked<S: Visits>() -> Operations {
    Operations::new().decode_typed::<S, Unchecked>().read_typed::<S, Unchecked>().pick_typed::<S, Unchecked>()
}

/// The rows.
#[must_use]
pub fn codecs() -> Vec<Codec> {
    let plain = Codec {
        name: "flatbuffers",
        variant: None,
        format: "flatbuffers",
        library: Library { name: "flatbuffers", homepage: "https://flatbuffers.dev", licence: "Apache-2.0" },
        policies: Policies { api: "flatc's code", access: "lazy", ..PLAIN },
        documentation: "https://flatbuffers.dev/languages/rust/",
        lacks: &[],
        operations: Operations::new(),
        typed: Some(Typed::of(&STYLE)),
    };
    let own = Codec {
        variant: Some("own-types"),
        policies: Policies { api: "pack, unpack", ..PLAIN },
        typed: Some(Typed { style: &STYLE, on: "OwnTypes", by: "own" }),
        ..plain.clone()
    };
    let reuse = Codec {
        variant: Some("reuse"),
        policies: Policies { api: "flatc's code, reset", buffers: "reuse", ..PLAIN },
        typed: Some(Typed { by: "reuse", ..Typed::of(&STYLE) }),
        ..plain.clone()
    };
    let unchecked = Codec {
        variant: Some("unchecked"),
        policies: Policies { api: "root_unchecked", utf8: "unchecked", access: "lazy", ..PLAIN },
        documentation: "https://docs.rs/flatbuffers/latest/flatbuffers/fn.root_unchecked.html",
        typed: Some(Typed { by: "unchecked", ..Typed::of(&STYLE) }),
        ..plain.clone()
    };
    vec![plain, own, reuse, unchecked]
}
