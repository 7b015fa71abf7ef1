//! jiter, the parser of Pydantic: its own tree, and its iterator. It writes nothing.

use jiter::{Jiter, JsonValue, NumberAny, NumberInt, PartialMode, Peek};

use crate::codec::{Codec, Decode, Library, Operations, Outcome, PLAIN, Policies, Scan, Take};
use crate::pick::Step;
use crate::visitor::{Outside, Tree, Visitor, in_list, walk_array, walk_map};

const NON_FINITE: bool = false;

struct Owned;

impl Decode for Owned {
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken> {
        taker.take(&JsonValue::parse_owned(data, NON_FINITE, PartialMode::Off)?)
    }
}

impl Scan for Owned {
    fn scan<V: Visitor>(data: &[u8], visitor: &mut V) -> Outcome<()> {
        let mut iterator = Jiter::new(data);
        let first = iterator.peek()?;
        hand_over(&mut iterator, first, visitor)?;
        Ok(iterator.finish()?)
    }
}

fn hand_over<V: Visitor>(iterator: &mut Jiter, next: Peek, visitor: &mut V) -> Outcome<()> {
    match next {
        Peek::Null => {
            iterator.known_null()?;
            visitor.null();
        }
        Peek::True | Peek::False => visitor.boolean(iterator.known_bool(next)?),
        Peek::String => visitor.string(iterator.known_str()?),
        Peek::Array => {
            visitor.begin_array();
            let mut element = iterator.known_array()?;
            while let Some(next) = element {
                hand_over(iterator, next, visitor)?;
                element = iterator.array_step()?;
            }
            visitor.end_array();
        }
        Peek::Object => {
            visitor.begin_map();
            let mut key = iterator.known_object()?;
            while let Some(text) = key {
                visitor.key(text);
                let next = iterator.peek()?;
                hand_over(iterator, next, visitor)?;
                key = iterator.next_key()?;
            }
            visitor.end_map();
        }
        _ => match iterator.known_number(next)? {
            NumberAny::Float(number) => visitor.float(number),
            NumberAny::Int(NumberInt::Int(number)) => visitor.int(number),
            NumberAny::Int(NumberInt::BigInt(number)) => visitor.uint(natural(&number)?),
        },
    }
    Ok(())
}

/// Reads an integer that has no place in 63 bits.
fn natural<N: ToString>(number: &N) -> Result<u64, Outside>
where
    for<'n> u64: TryFrom<&'n N>,
{
    u64::try_from(number).map_err(|_| Outside(format!("the number {}", number.to_string())))
}

struct Borrowed;

impl Decode for Borrowed {
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken> {
        taker.take(&JsonValue::parse(data, NON_FINITE)?)
    }
}

impl Tree for JsonValue<'_> {
    fn walk<V: Visitor>(&self, visitor: &mut V) -> Result<(), Outside> {
        match self {
            Self::Null => visitor.null(),
            Self::Bool(truth) => visitor.boolean(*truth),
            Self::Int(number) => visitor.int(*number),
            Self::BigInt(number) => visitor.uint(natural(number)?),
            Self::Float(number) => visitor.float(*number),
            Self::Str(text) => visitor.string(text),
            Self::Array(items) => walk_array(items.iter(), visitor)?,
            Self::Object(entries) => walk_map(entries.iter().map(|(key, item)| (key.as_ref(), item)), visitor)?,
        }
        Ok(())
    }

    fn child(&self, step: &Step) -> Option<&Self> {
        match (self, step) {
            (Self::Array(items), Step::Index(index)) => items.get(*index),
            (Self::Object(entries), Step::Key(key)) => in_list(entries, key),
            _ => None,
        }
    }
}

/// The rows.
#[must_use]
pub fn codecs() -> Vec<Codec> {
    let owned = Codec {
        name: "jiter",
        variant: None,
        format: "json",
        library: Library { name: "jiter", homepage: "https://github.com/pydantic/jiter", licence: "MIT" },
        policies: Policies { api: "JsonValue::parse_owned, Jiter", ..PLAIN },
        documentation: "https://docs.rs/jiter",
        lacks: &[],
        operations: Operations::new().decode::<Owned>().scan::<Owned>(),
        typed: None,
    };
    let borrowed = Codec {
        variant: Some("borrowed"),
        policies: Policies { api: "JsonValue::parse", strings: "borrowed", ..PLAIN },
        documentation: "https://docs.rs/jiter/latest/jiter/enum.JsonValue.html",
        operations: Operations::new().decode::<Borrowed>(),
        ..owned.clone()
    };
    vec![owned, borrowed]
}
