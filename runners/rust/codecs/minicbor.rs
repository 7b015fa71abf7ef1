//! minicbor: its own traits, implemented for the application's tree as its users implement or derive them, and through
//! Serde by `minicbor-serde`.

use minicbor::data::Type;
use minicbor::{Decoder, Encoder};
use serde::Serialize;
use serde::de::{DeserializeOwned, DeserializeSeed};

use crate::codec::{
    Codec, Decode, DecodeTyped, Encode, EncodeTyped, Library, Operations, Outcome, PLAIN, Policies, Scan, Take,
};
use crate::typed::{BARE, SERDE, Style, Typed, Types};
use crate::value::Value;
use crate::visitor::{Handing, Visitor};

#[derive(Default)]
struct Traits;

impl Encode for Traits {
    type Document = Value;

    fn encode(document: &Value) -> Outcome<Vec<u8>> {
        Ok(minicbor::to_vec(document)?)
    }
}

impl Decode for Traits {
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken> {
        taker.take(&minicbor::decode_with::<Depth, Value>(data, &mut Depth(0))?)
    }
}

impl Scan for Traits {
    fn scan<V: Visitor>(data: &[u8], visitor: &mut V) -> Outcome<()> {
        Ok(hand_over(&mut Decoder::new(data), visitor)?)
    }
}

impl<C> minicbor::Encode<C> for Value {
    fn encode<W: minicbor::encode::Write>(
        &self,
        encoder: &mut Encoder<W>,
        context: &mut C,
    ) -> Result<(), minicbor::encode::Error<W::Error>> {
        match self {
            Self::Null => encoder.null()?,
            Self::Bool(truth) => encoder.bool(*truth)?,
            Self::Int(number) => encoder.i64(*number)?,
            Self::Uint(number) => encoder.u64(*number)?,
            Self::Float(number) => encoder.f64(*number)?,
            Self::String(text) => encoder.str(text)?,
            Self::Bytes(data) => encoder.bytes(data)?,
            Self::Array(items) => {
                encoder.array(items.len() as u64)?;
                for item in items {
                    item.encode(encoder, context)?;
                }
                encoder
            }
            Self::Map(entries) => {
                encoder.map(entries.len() as u64)?;
                for (key, item) in entries {
                    encoder.str(key)?;
                    item.encode(encoder, context)?;
                }
                encoder
            }
        };
        Ok(())
    }
}

/// How many containers are open: minicbor leaves it to its users how deep they recurse.
struct Depth(usize);

/// Twice as deep as payloads nest, and a small part of a stack of 8 MB.
const DEEPEST: usize = 1_024;

impl Depth {
    fn within<T>(
        &mut self,
        position: usize,
        read: impl FnOnce(&mut Self) -> Result<T, minicbor::decode::Error>,
    ) -> Result<T, minicbor::decode::Error> {
        if self.0 == DEEPEST {
            return Err(minicbor::decode::Error::message("nested too deep").at(position));
        }
        self.0 += 1;
        let read = read(self);
        self.0 -= 1;
        read
    }
}

impl<'b> minicbor::Decode<'b, Depth> for Value {
    fn decode(decoder: &mut Decoder<'b>, depth: &mut Depth) -> Result<Self, minicbor::decode::Error> {
        let start = decoder.position();
        Ok(match decoder.datatype()? {
            Type::Null => {
                decoder.null()?;
                Self::Null
            }
            Type::Bool => Self::Bool(decoder.bool()?),
            Type::U8 | Type::U16 | Type::U32 | Type::U64 => decoder.u64()?.into(),
            Type::I8 | Type::I16 | Type::I32 | Type::I64 => Self::Int(decoder.i64()?),
            Type::F16 | Type::F32 | Type::F64 => Self::Float(decoder.f64()?),
            Type::String => Self::String(decoder.str()?.to_owned()),
            Type::StringIndef => Self::String(decoder.str_iter()?.collect::<Result<_, _>>()?),
            Type::Bytes => Self::Bytes(decoder.bytes()?.to_owned()),
            Type::Array | Type::ArrayIndef => {
                Self::Array(depth.within(start, |depth| decoder.array_iter_with(depth)?.collect())?)
            }
            Type::Map | Type::MapIndef => {
                Self::Map(depth.within(start, |depth| decoder.map_iter_with(depth)?.collect())?)
            }
            other => return Err(outside(other, decoder)),
        })
    }
}

fn outside(found: Type, decoder: &Decoder) -> minicbor::decode::Error {
    minicbor::decode::Error::type_mismatch(found).at(decoder.position()).with_message("outside the value model")
}

fn hand_over<V: Visitor>(decoder: &mut Decoder, visitor: &mut V) -> Result<(), minicbor::decode::Error> {
    match decoder.datatype()? {
        Type::Null => {
            decoder.null()?;
            visitor.null();
        }
        Type::Bool => visitor.boolean(decoder.bool()?),
        Type::U8 | Type::U16 | Type::U32 | Type::U64 => visitor.uint(decoder.u64()?),
        Type::I8 | Type::I16 | Type::I32 | Type::I64 => visitor.int(decoder.i64()?),
        Type::F16 | Type::F32 | Type::F64 => visitor.float(decoder.f64()?),
        Type::String => visitor.string(decoder.str()?),
        Type::Bytes => visitor.bytes(decoder.bytes()?),
        Type::Array | Type::ArrayIndef => {
            let mut left = decoder.array()?;
            visitor.begin_array();
            while goes_on(&mut left, decoder)? {
                hand_over(decoder, visitor)?;
            }
            visitor.end_array();
        }
        Type::Map | Type::MapIndef => {
            let mut left = decoder.map()?;
            visitor.begin_map();
            while goes_on(&mut left, decoder)? {
                visitor.key(decoder.str()?);
                hand_over(decoder, visitor)?;
            }
            visitor.end_map();
        }
        other => return Err(outside(other, decoder)),
    }
    Ok(())
}

/// Whether a container has more: it told how many, or ends with a break.
fn goes_on(left: &mut Option<u64>, decoder: &mut Decoder) -> Result<bool, minicbor::decode::Error> {
    if let Some(left) = left {
        let more = *left > 0;
        *left = left.saturating_sub(1);
        return Ok(more);
    }
    let more = decoder.datatype()? != Type::Break;
    if !more {
        decoder.set_position(decoder.position() + 1);
    }
    Ok(more)
}

#[derive(Default)]
struct Serde;

impl Encode for Serde {
    type Document = Value;

    fn encode(document: &Value) -> Outcome<Vec<u8>> {
        Ok(minicbor_serde::to_vec(document)?)
    }
}

impl Decode for Serde {
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken> {
        taker.take(&minicbor_serde::from_slice::<Value>(data)?)
    }
}

impl Scan for Serde {
    fn scan<V: Visitor>(data: &[u8], visitor: &mut V) -> Outcome<()> {
        Ok(Handing(visitor).deserialize(&mut minicbor_serde::Deserializer::new(data))?)
    }
}

impl<S: Types<Root: Serialize>> EncodeTyped<S> for Serde {
    fn encode(&mut self, document: &S::Root) -> Outcome<impl AsRef<[u8]>> {
        Ok(minicbor_serde::to_vec(document)?)
    }
}

impl<S: Types<Root: DeserializeOwned>> DecodeTyped<S> for Serde {
    fn decode(&mut self, data: &[u8]) -> Outcome<S::Root> {
        Ok(minicbor_serde::from_slice(data)?)
    }
}

/// The operations on types.
#[must_use]
pub fn typed<S: Types<Root: Serialize + DeserializeOwned>>() -> Operations {
    Operations::new().encode_typed::<S, Serde>().decode_typed::<S, Serde>()
}

/// Structs as arrays of their fields.
const STYLE: Style = Style {
    name: "minicbor",
    derive: "minicbor::Encode, minicbor::Decode",
    field: |field| format!("#[n({})]\n", field.number - 1),
    bytes: "minicbor::bytes::ByteVec",
    ..BARE
};

impl<S: Types<Root: minicbor::Encode<()>>> EncodeTyped<S> for Traits {
    fn encode(&mut self, document: &S::Root) -> Outcome<impl AsRef<[u8]>> {
        Ok(minicbor::to_vec(document)?)
    }
}

impl<S: Types<Root: for<'b> minicbor::Decode<'b, ()>>> DecodeTyped<S> for Traits {
    fn decode(&mut self, data: &[u8]) -> Outcome<S::Root> {
        Ok(minicbor::decode(data)?)
    }
}

/// The operations on types, by the derives.
#[must_use]
pub fn arrays<S: Types<Root: minicbor::Encode<()> + for<'b> minicbor::Decode<'b, ()>>>() -> Operations {
    Operations::new().encode_typed::<S, Traits>().decode_typed::<S, Traits>()
}

/// The rows.
#[must_use]
pub fn codecs() -> Vec<Codec> {
    let library =
        Library { name: "minicbor", homepage: "https://github.com/twittner/minicbor", licence: "BlueOak-1.0.0" };
    let traits = Codec {
        name: "minicbor",
        variant: None,
        format: "cbor",
        library: library.clone(),
        policies: Policies { api: "Encode, Decode", ..PLAIN },
        documentation: "https://docs.rs/minicbor",
        lacks: &[],
        operations: Operations::new().encode::<Traits>().decode::<Traits>().scan::<Traits>(),
        typed: None,
    };
    let serde = Codec {
        name: "minicbor-serde",
        library: Library { name: "minicbor-serde", ..library },
        policies: PLAIN,
        documentation: "https://docs.rs/minicbor-serde",
        operations: Operations::new().encode::<Serde>().decode::<Serde>().scan::<Serde>(),
        ..traits.clone()
    };
    let arrays = Codec {
        variant: Some("arrays"),
        format: "cbor-arrays",
        policies: Policies { api: "derive", ..PLAIN },
        documentation: "https://docs.rs/minicbor-derive",
        operations: Operations::new(),
        typed: Some(Typed { by: "arrays", ..Typed::of(&STYLE) }),
        ..traits.clone()
    };
    vec![traits, arrays, Codec { typed: Some(Typed::of(&SERDE)), ..serde }]
}
