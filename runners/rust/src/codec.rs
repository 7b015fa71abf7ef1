//! What a codec file declares, and the loops that its functions are compiled into.

use std::hint::black_box;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;

use crate::allocations::{self, Allocated};
use crate::clock::{Elapsed, Stopwatch};
use crate::hash::hash;
use crate::payload::{Document, Payload, StartsFrom};
use crate::pick::{Paths, Steps, Whole as DecodedWhole, in_map};
use crate::text;
use crate::typed::{Object, Typed, Types, Whole};
use crate::value::Value;
use crate::visitor::{Builder, Reader, Tree, Visitor};

/// Why a codec did not do what it was asked.
#[derive(Debug)]
pub enum Problem {
    /// It cannot do it by its nature.
    Unsupported(String),
    /// The library refused or broke; its own words.
    Failed(String),
}

impl<E: std::error::Error> From<E> for Problem {
    fn from(error: E) -> Self {
        Self::Failed(error.to_string())
    }
}

/// The result of what a library was asked.
pub type Outcome<T> = Result<T, Problem>;

/// A row's encoder.
pub trait Encode {
    /// What it starts from.
    type Document: Document;

    /// Makes the bytes that would go over a wire.
    fn encode(document: &Self::Document) -> Outcome<Vec<u8>>;
}

/// Builds a library's own tree and encodes that: what the plain row of a library pays that takes nothing else.
pub fn built<E: Encode>(value: &Value) -> Outcome<Vec<u8>> {
    E::encode(&E::Document::of(value)?)
}

/// A row's decoder.
pub trait Decode {
    /// Makes a tree of the bytes of one document, and has it taken before it ends: the tree may borrow from what lives no
    /// longer than this call.
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken>;
}

/// A row's scanner.
pub trait Scan {
    /// Hands every value to the visitor.
    fn scan<V: Visitor>(data: &[u8], visitor: &mut V) -> Outcome<()>;
}

/// A row's encoder of an application's own types. It is made anew for each check and batch, outside of the timing.
pub trait EncodeTyped<S: Types>: Default {
    /// Makes the bytes that would go over a wire.
    fn encode(&mut self, document: &S::Root) -> Outcome<impl AsRef<[u8]>>;
}

/// A row's decoder to such types.
pub trait DecodeTyped<S: Types>: Default {
    /// Makes a document that owns all that it holds.
    fn decode(&mut self, data: &[u8]) -> Outcome<S::Root>;
}

/// A row's reader, for formats that are read where they lie.
pub trait ReadTyped<S: Types>: Default {
    /// Loads every field and hands it to the visitor.
    fn read<V: Visitor>(&mut self, data: &[u8], visitor: &mut V) -> Outcome<()>;
}

/// What reads the values at some paths in a row's own way.
pub trait Pick {
    /// The paths in the form that the library takes.
    type Paths;

    /// Brings them into it, outside all timing.
    fn prepare(steps: Vec<Steps>) -> Self::Paths;

    /// Reads the values, which own what they hold; none where a path leads to nothing.
    fn pick(data: &[u8], paths: &Self::Paths) -> Outcome<Vec<Option<Value>>>;
}

/// The same by types: steps into a record are the numbers of its fields.
pub trait PickTyped<S: Types>: Default {
    /// Reads the values.
    fn pick(&mut self, data: &[u8], paths: &[Steps]) -> Outcome<Vec<Option<Value>>>;
}

/// Takes what was decoded.
pub trait Take {
    /// What it makes of the tree.
    type Taken;

    /// Takes a tree that has to live until this returns.
    fn take<T: Tree>(self, tree: &T) -> Outcome<Self::Taken>;
}

/// Makes the compiler believe that the tree is used.
struct Use;

impl Take for Use {
    type Taken = ();

    fn take<T: Tree>(self, tree: &T) -> Outcome<()> {
        black_box(tree);
        Ok(())
    }
}

/// Copies the tree, for a check.
struct Copy;

impl Take for Copy {
    type Taken = Value;

    fn take<T: Tree>(self, tree: &T) -> Outcome<Value> {
        let mut builder = Builder::default();
        tree.walk(&mut builder)?;
        Ok(builder.finish())
    }
}

/// What a library cannot write by the nature of its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// Binary data.
    Bytes,
    /// NaN and the infinities.
    NonFinite,
    /// Integers above 2⁶³−1.
    Uint,
    /// U+0000 in a key.
    NulInKey,
    /// Keys of more than 255 bytes.
    LongKey,
    /// A scalar at the root.
    ScalarRoot,
}

impl Lack {
    fn found_in(self, value: &Value) -> bool {
        match value {
            Value::Bytes(_) => self == Self::Bytes,
            Value::Float(number) => self == Self::NonFinite && !number.is_finite(),
            Value::Uint(_) => self == Self::Uint,
            Value::Array(items) => items.iter().any(|item| self.found_in(item)),
            Value::Map(entries) => entries.iter().any(|(key, item)| {
                self == Self::NulInKey && key.contains('\0')
                    || self == Self::LongKey && key.len() > 255
                    || self.found_in(item)
            }),
            _ => false,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::NonFinite => "NaN or an infinity",
            Self::Uint => "an integer above 2^63 - 1",
            Self::NulInKey => "a key with a U+0000",
            Self::LongKey => "a key of more than 255 bytes",
            Self::ScalarRoot => "a root that is neither a map nor an array",
        }
    }
}

/// How a codec works; every member is a column of the results.
#[derive(Clone)]
pub struct Policies {
    /// `fresh` or `reuse`.
    pub buffers: &'static str,
    /// `owned` or `borrowed`.
    pub strings: &'static str,
    /// `checked` or `unchecked`.
    pub utf8: &'static str,
    /// `tree`, `stream` or `lazy`.
    pub access: &'static str,
    /// What the tree's maps are: `list`, `hash` or `sorted`.
    pub map: &'static str,
    /// Which of the library's interfaces, in a word or two.
    pub api: &'static str,
}

/// The policies of a plain row with the application's own tree, whose maps are vectors of pairs.
pub const PLAIN: Policies = Policies {
    buffers: "fresh",
    strings: "owned",
    utf8: "checked",
    access: "tree",
    map: "list",
    api: "to_vec, from_slice",
};

/// A library.
#[derive(Clone)]
pub struct Library {
    /// The crate's name, as the lock file writes it.
    pub name: &'static str,
    /// Its home page.
    pub homepage: &'static str,
    /// Its licence's SPDX identifier.
    pub licence: &'static str,
}

/// One row: one library's implementation of one format, in one variant.
#[derive(Clone)]
pub struct Codec {
    /// Its name.
    pub name: &'static str,
    /// Its variant; none for the plain row.
    pub variant: Option<&'static str>,
    /// The format's name.
    pub format: &'static str,
    /// Whose it is.
    pub library: Library,
    /// How it works.
    pub policies: Policies,
    /// The page that shows the interface used.
    pub documentation: &'static str,
    /// What it cannot write.
    pub lacks: &'static [Lack],
    /// Its operations on trees.
    pub operations: Operations,
    /// Those on types, if it has any.
    pub typed: Option<Typed>,
}

impl Codec {
    /// The name by which requests call it.
    #[must_use]
    pub fn selector(&self) -> String {
        self.variant.map_or_else(|| self.name.to_owned(), |variant| format!("{}[{variant}]", self.name))
    }

    /// Refuses to encode what the format cannot hold.
    pub fn refuse(&self, payload: &Payload) -> Outcome<()> {
        for lack in self.lacks {
            let found = |value: &Value| match lack {
                Lack::ScalarRoot => !matches!(value, Value::Array(_) | Value::Map(_)),
                _ => lack.found_in(value),
            };
            if payload.values.iter().any(found) {
                return Err(Problem::Unsupported(format!("{} cannot hold {}", self.format, lack.words())));
            }
        }
        Ok(())
    }
}

/// How many iterations to run, untimed ones first.
#[derive(Clone, Copy)]
pub struct Batch {
    /// Before the clocks start.
    pub untimed: u64,
    /// Between them.
    pub iterations: u64,
}

/// What a batch cost.
pub struct Cost {
    /// For all iterations together.
    pub elapsed: Elapsed,
    /// By one iteration more, after the clocks stopped.
    pub allocated: Allocated,
}

type Answer = serde_json::Map<String, serde_json::Value>;

/// An operation, compiled for one row.
#[derive(Clone, Copy)]
pub struct Operation {
    /// What it is called.
    pub name: &'static str,
    /// Which tare is subtracted from it.
    pub tare: &'static str,
    /// What an encoder starts from.
    pub starts_from: Option<StartsFrom>,
    /// Runs it on every document and answers what it made; whether values are wanted comes last.
    pub check: fn(&mut Payload, &str, bool) -> Outcome<Answer>,
    /// Times it.
    pub time: fn(&mut Payload, &str, Batch) -> Outcome<Cost>,
}

/// The operations of a row, in the protocol's order.
#[derive(Clone, Default)]
pub struct Operations(pub Vec<Operation>);

impl Operations {
    /// None yet.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    fn and(mut self, operation: Operation) -> Self {
        self.0.push(operation);
        self
    }

    /// Adds an encoder.
    #[must_use]
    pub fn encode<E: Encode>(self) -> Self {
        let starts_from = E::Document::STARTS_FROM;
        self.and(Operation {
            name: "encode",
            tare: starts_from.tare(),
            starts_from: Some(starts_from),
            check: check_encode::<E>,
            time: time_encode::<E>,
        })
    }

    /// Adds a decoder.
    #[must_use]
    pub fn decode<D: Decode>(self) -> Self {
        self.and(Operation {
            name: "decode",
            tare: "call",
            starts_from: None,
            check: check_decode::<D>,
            time: time_decode::<D>,
        })
        .pick::<DecodedWhole<D>>()
    }

    /// Adds what picks values, in place of another that does: of a row that decodes, reading what was decoded.
    #[must_use]
    pub fn pick<P: Pick>(mut self) -> Self {
        self.0.retain(|operation| operation.name != "pick");
        self.and(Operation {
            name: "pick",
            tare: "call",
            starts_from: None,
            check: check_pick::<P>,
            time: time_pick::<P>,
        })
    }

    /// Adds a scanner.
    #[must_use]
    pub fn scan<S: Scan>(self) -> Self {
        self.and(Operation {
            name: "scan",
            tare: "visit",
            starts_from: None,
            check: check_scan::<S>,
            time: time_scan::<S>,
        })
    }
}

impl Operations {
    /// Adds an encoder of types.
    #[must_use]
    pub fn encode_typed<S: Types, E: EncodeTyped<S>>(self) -> Self {
        self.and(Operation {
            name: "encode-typed",
            tare: "call",
            starts_from: None,
            check: check_encode_typed::<S, E>,
            time: time_encode_typed::<S, E>,
        })
    }

    /// Adds a decoder to types, and what picks values out of what it makes.
    #[must_use]
    pub fn decode_typed<S: Types, D: DecodeTyped<S>>(self) -> Self {
        self.decode_own::<S, D>().pick_typed::<S, DecodedWhole<D>>()
    }

    /// Adds what picks values by types, in place of another that does.
    #[must_use]
    pub fn pick_typed<S: Types, P: PickTyped<S>>(mut self) -> Self {
        self.0.retain(|operation| operation.name != "pick-typed");
        self.and(Operation {
            name: "pick-typed",
            tare: "call",
            starts_from: None,
            check: check_pick_typed::<S, P>,
            time: time_pick_typed::<S, P>,
        })
    }

    /// Adds a decoder to the library's own types, of which the harness knows no fields.
    #[must_use]
    pub fn decode_own<S: Types, D: DecodeTyped<S>>(self) -> Self {
        self.and(Operation {
            name: "decode-typed",
            tare: "call",
            starts_from: None,
            check: check_decode_typed::<S, D>,
            time: time_decode_typed::<S, D>,
        })
    }

    /// Those of a row whose types were refused for every schema: what most rows have, which is never run.
    #[must_use]
    pub fn refused() -> Self {
        let operation = |name| Operation {
            name,
            tare: "call",
            starts_from: None,
            check: |_, _, _| unreachable!("refused"),
            time: |_, _, _| unreachable!("refused"),
        };
        Self(vec![operation("encode-typed"), operation("decode-typed")])
    }

    /// Adds a reader of types.
    #[must_use]
    pub fn read_typed<S: Types, R: ReadTyped<S>>(self) -> Self {
        self.and(Operation {
            name: "read-typed",
            tare: "visit",
            starts_from: None,
            check: check_read_typed::<S, R>,
            time: time_read_typed::<S, R>,
        })
    }
}

fn check_encode<E: Encode>(payload: &mut Payload, _: &str, _: bool) -> Outcome<Answer> {
    let encoded = payload
        .documents::<E::Document>()?
        .iter()
        .map(|document| E::encode(document).map(|bytes| BASE64_STANDARD.encode(bytes)))
        .collect::<Outcome<Vec<_>>>()?;
    Ok([("bytes".to_owned(), json!(encoded))].into_iter().collect())
}

fn check_decode<D: Decode>(payload: &mut Payload, format: &str, values: bool) -> Outcome<Answer> {
    let documents = payload.bytes(format)?;
    answer(documents.iter().map(|data| D::decode(data, Copy)), values)
}

fn check_encode_typed<S: Types, E: EncodeTyped<S>>(payload: &mut Payload, _: &str, _: bool) -> Outcome<Answer> {
    let mut codec = E::default();
    let mut encoded = Vec::new();
    for document in payload.documents::<Whole<S::Root>>()?.iter() {
        encoded.push(BASE64_STANDARD.encode(encode_typed::<S, E>(&mut codec, &document.0)?));
    }
    Ok([("bytes".to_owned(), json!(encoded))].into_iter().collect())
}

fn check_decode_typed<S: Types, D: DecodeTyped<S>>(
    payload: &mut Payload,
    format: &str,
    values: bool,
) -> Outcome<Answer> {
    let mut codec = D::default();
    answer(payload.bytes(format)?.iter().map(|data| Ok(decode_typed::<S, D>(&mut codec, data)?.value())), values)
}

fn check_read_typed<S: Types, R: ReadTyped<S>>(payload: &mut Payload, format: &str, values: bool) -> Outcome<Answer> {
    let mut codec = R::default();
    let read = |data: &Vec<u8>| {
        let mut builder = Builder::default();
        codec.read(data, &mut builder)?;
        Ok(builder.finish())
    };
    answer(payload.bytes(format)?.iter().map(read), values)
}

fn check_pick<P: Pick>(payload: &mut Payload, format: &str, values: bool) -> Outcome<Answer> {
    let pick = |((data, paths), names): ((&[u8], P::Paths), &Paths)| Ok(names.found(P::pick(data, &paths)?));
    answer(prepared::<P>(payload, format)?.into_iter().zip(payload.paths()?).map(pick), values)
}

/// The documents, each with the paths to what is picked out of it.
fn prepared<'p, P: Pick>(payload: &'p Payload, format: &str) -> Outcome<Vec<(&'p [u8], P::Paths)>> {
    let paths = payload.paths()?.iter().map(|paths| {
        let steps = paths.steps.clone();
        P::prepare(if format == "bson" { in_map(steps) } else { steps })
    });
    Ok(payload.bytes(format)?.iter().map(Vec::as_slice).zip(paths).collect())
}

/// Picks once.
#[inline(never)]
pub fn pick_once<P: Pick>(data: &[u8], paths: &P::Paths) -> Outcome<()> {
    black_box(P::pick(data, paths)?);
    Ok(())
}

fn time_pick<P: Pick>(payload: &mut Payload, format: &str, batch: Batch) -> Outcome<Cost> {
    timed(&prepared::<P>(payload, format)?, batch, |(data, paths)| pick_once::<P>(data, paths))
}

fn check_pick_typed<S: Types, P: PickTyped<S>>(payload: &mut Payload, format: &str, values: bool) -> Outcome<Answer> {
    let mut codec = P::default();
    let picked = payload.bytes(format)?.iter().zip(payload.typed_paths()?);
    answer(picked.map(|(data, paths)| Ok(paths.found(pick_typed::<S, P>(&mut codec, data, &paths.steps)?))), values)
}

/// Picks by types.
#[inline(never)]
pub fn pick_typed<S: Types, P: PickTyped<S>>(
    codec: &mut P,
    data: &[u8],
    paths: &[Steps],
) -> Outcome<Vec<Option<Value>>> {
    codec.pick(data, paths)
}

fn time_pick_typed<S: Types, P: PickTyped<S>>(payload: &mut Payload, format: &str, batch: Batch) -> Outcome<Cost> {
    let mut codec = P::default();
    let documents: Vec<_> = payload.bytes(format)?.iter().zip(payload.typed_paths()?).collect();
    timed(&documents, batch, |(data, paths)| {
        black_box(&pick_typed::<S, P>(&mut codec, data, &paths.steps)?);
        Ok(())
    })
}

fn check_scan<S: Scan>(payload: &mut Payload, format: &str, values: bool) -> Outcome<Answer> {
    let documents = payload.bytes(format)?;
    let scan = |data: &Vec<u8>| {
        let mut builder = Builder::default();
        S::scan(data, &mut builder)?;
        Ok(builder.finish())
    };
    answer(documents.iter().map(scan), values)
}

/// Answers a check with the hashes, and if they are wanted the texts, of what was decoded.
pub fn answer(decoded: impl Iterator<Item = Outcome<Value>>, values: bool) -> Outcome<Answer> {
    Ok(answered(&decoded.collect::<Outcome<Vec<_>>>()?, values))
}

fn answered(decoded: &[Value], values: bool) -> Answer {
    let hashes: Vec<_> = decoded.iter().map(|value| format!("{:016x}", hash(value))).collect();
    let mut answer = Answer::new();
    answer.insert("hashes".to_owned(), json!(hashes));
    if values {
        answer.insert("values".to_owned(), json!(decoded.iter().map(text::write).collect::<Vec<_>>()));
    }
    answer
}

/// Encodes once. It is not inlined, so that the library's code is compiled alike whatever calls it, and `call` is its tare.
#[inline(never)]
pub fn encode_once<E: Encode>(document: &E::Document) -> Outcome<()> {
    black_box(E::encode(document)?.as_slice());
    Ok(())
}

/// Decodes once, and drops what it made.
#[inline(never)]
pub fn decode_once<D: Decode>(data: &[u8]) -> Outcome<()> {
    D::decode(data, Use)
}

/// Scans once.
#[inline(never)]
pub fn scan_once<S: Scan>(data: &[u8]) -> Outcome<()> {
    let mut reader = Reader::default();
    S::scan(data, &mut reader)?;
    black_box(reader.sum);
    Ok(())
}

/// Encodes a document of types. It is not inlined, so that the library's code is there once, for checks and for timing.
#[inline(never)]
pub fn encode_typed<S: Types, E: EncodeTyped<S>>(codec: &mut E, document: &S::Root) -> Outcome<impl AsRef<[u8]>> {
    codec.encode(document)
}

/// Decodes to types.
#[inline(never)]
pub fn decode_typed<S: Types, D: DecodeTyped<S>>(codec: &mut D, data: &[u8]) -> Outcome<S::Root> {
    codec.decode(data)
}

/// Reads by types once.
#[inline(never)]
pub fn read_typed_once<S: Types, R: ReadTyped<S>>(codec: &mut R, data: &[u8]) -> Outcome<()> {
    let mut reader = Reader::default();
    codec.read(data, &mut reader)?;
    black_box(reader.sum);
    Ok(())
}

fn time_encode_typed<S: Types, E: EncodeTyped<S>>(payload: &mut Payload, _: &str, batch: Batch) -> Outcome<Cost> {
    let mut codec = E::default();
    timed(&payload.documents::<Whole<S::Root>>()?, batch, |document| {
        black_box(encode_typed::<S, E>(&mut codec, &document.0)?.as_ref());
        Ok(())
    })
}

fn time_decode_typed<S: Types, D: DecodeTyped<S>>(payload: &mut Payload, format: &str, batch: Batch) -> Outcome<Cost> {
    let mut codec = D::default();
    timed(payload.bytes(format)?, batch, |data| {
        black_box(&decode_typed::<S, D>(&mut codec, data)?);
        Ok(())
    })
}

fn time_read_typed<S: Types, R: ReadTyped<S>>(payload: &mut Payload, format: &str, batch: Batch) -> Outcome<Cost> {
    let mut codec = R::default();
    timed(payload.bytes(format)?, batch, |data| read_typed_once::<S, R>(&mut codec, data))
}

fn time_encode<E: Encode>(payload: &mut Payload, _: &str, batch: Batch) -> Outcome<Cost> {
    timed(&payload.documents::<E::Document>()?, batch, encode_once::<E>)
}

fn time_decode<D: Decode>(payload: &mut Payload, format: &str, batch: Batch) -> Outcome<Cost> {
    timed(payload.bytes(format)?, batch, |data| decode_once::<D>(data))
}

fn time_scan<S: Scan>(payload: &mut Payload, format: &str, batch: Batch) -> Outcome<Cost> {
    timed(payload.bytes(format)?, batch, |data| scan_once::<S>(data))
}

/// Times an operation on every document.
pub fn timed<D>(documents: &[D], batch: Batch, mut operation: impl FnMut(&D) -> Outcome<()>) -> Outcome<Cost> {
    run(documents, batch.untimed, &mut operation)?;
    let watch = Stopwatch::start();
    run(documents, batch.iterations, &mut operation)?;
    let elapsed = watch.elapsed();
    let (result, allocated) = allocations::count(|| run(documents, 1, &mut operation));
    result?;
    Ok(Cost { elapsed, allocated })
}

/// The loop: one for each row and operation, and the same one for all three passes, so that the untimed iterations warm what
/// the timed ones run.
#[inline(never)]
fn run<D>(documents: &[D], iterations: u64, operation: &mut impl FnMut(&D) -> Outcome<()>) -> Outcome<()> {
    for _ in 0..iterations {
        for document in documents {
            operation(black_box(document))?;
        }
    }
    Ok(())
}
