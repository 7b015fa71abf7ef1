//! What the harness itself costs (docs/protocol.md, "Tares").

use std::hint::black_box;

use crate::codec::{Operation, Outcome, answer, timed};
use crate::payload::Document;
use crate::value::Value;
use crate::visitor::{Builder, Reader, Tree, Visitor};

/// The tares of this runner.
pub const TARES: [Operation; 2] = [
    Operation {
        name: "call",
        tare: "call",
        starts_from: None,
        check: |payload, _, values| answer(payload.values.iter().map(|value| Ok(value.clone())), values),
        time: |payload, _, batch| {
            timed(&payload.documents::<Value>()?, batch, |document| {
                black_box(do_nothing(document));
                Ok(())
            })
        },
    },
    Operation {
        name: "visit",
        tare: "visit",
        starts_from: None,
        check: |payload, _, values| {
            let visit = |events: &InOrder| {
                let mut builder = Builder::default();
                replay(&events.0, &mut builder);
                Ok(builder.finish())
            };
            answer(payload.documents::<InOrder>()?.iter().map(visit), values)
        },
        time: |payload, _, batch| {
            timed(&payload.documents::<Sorted>()?, batch, |events| {
                let mut reader = Reader::default();
                replay(&events.0, &mut reader);
                black_box(reader.sum);
                Ok(())
            })
        },
    },
];

#[inline(never)]
fn do_nothing(document: &Value) -> &Value {
    document
}

#[derive(Clone, PartialEq, PartialOrd)]
enum Event {
    Null,
    Boolean(bool),
    Int(i64),
    Uint(u64),
    Float(f64),
    String(String),
    Bytes(Vec<u8>),
    Key(String),
    BeginArray,
    EndArray,
    BeginMap,
    EndMap,
}

impl Event {
    fn kind(&self) -> std::mem::Discriminant<Self> {
        std::mem::discriminant(self)
    }
}

fn replay<V: Visitor>(events: &[Event], visitor: &mut V) {
    for event in events {
        match event {
            Event::Null => visitor.null(),
            Event::Boolean(truth) => visitor.boolean(*truth),
            Event::Int(number) => visitor.int(*number),
            Event::Uint(number) => visitor.uint(*number),
            Event::Float(number) => visitor.float(*number),
            Event::String(text) => visitor.string(text),
            Event::Bytes(data) => visitor.bytes(data),
            Event::Key(text) => visitor.key(text),
            Event::BeginArray => visitor.begin_array(),
            Event::EndArray => visitor.end_array(),
            Event::BeginMap => visitor.begin_map(),
            Event::EndMap => visitor.end_map(),
        }
    }
}

/// A document as a flat list of events.
struct InOrder(Vec<Event>);

impl Document for InOrder {
    fn of(value: &Value) -> Outcome<Self> {
        let mut list = Self(Vec::new());
        value.walk(&mut list)?;
        Ok(list)
    }
}

/// The events sorted by kind, so that telling the kinds apart costs nothing that could be mistaken for the visitor.
struct Sorted(Vec<Event>);

impl Document for Sorted {
    fn of(value: &Value) -> Outcome<Self> {
        let InOrder(events) = InOrder::of(value)?;
        let mut kinds: Vec<Vec<Event>> = Vec::new();
        for event in events {
            match kinds.iter_mut().find(|kind| kind[0].kind() == event.kind()) {
                Some(kind) => kind.push(event),
                None => kinds.push(vec![event]),
            }
        }
        Ok(Self(kinds.concat()))
    }
}

impl Visitor for InOrder {
    fn null(&mut self) {
        self.0.push(Event::Null);
    }
    fn boolean(&mut self, truth: bool) {
        self.0.push(Event::Boolean(truth));
    }
    fn int(&mut self, number: i64) {
        self.0.push(Event::Int(number));
    }
    fn uint(&mut self, number: u64) {
        self.0.push(Event::Uint(number));
    }
    fn float(&mut self, number: f64) {
        self.0.push(Event::Float(number));
    }
    fn string(&mut self, text: &str) {
        self.0.push(Event::String(text.to_owned()));
    }
    fn bytes(&mut self, data: &[u8]) {
        self.0.push(Event::Bytes(data.to_owned()));
    }
    fn key(&mut self, text: &str) {
        self.0.push(Event::Key(text.to_owned()));
    }
    fn begin_array(&mut self) {
        self.0.push(Event::BeginArray);
    }
    fn end_array(&mut self) {
        self.0.push(Event::EndArray);
    }
    fn begin_map(&mut self) {
        self.0.push(Event::BeginMap);
    }
    fn end_map(&mut self) {
        self.0.push(Event::EndMap);
    }
}
