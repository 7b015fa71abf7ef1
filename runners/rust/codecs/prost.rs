//! prost: messages as prost-build writes them for the schema, which the application's types become and come from.

use prost::Message;

use crate::codec::{Codec, DecodeTyped, EncodeTyped, Library, Operations, Outcome, PLAIN, Policies};
use crate::typed::{BARE, Object, Style, Typed, Types};
use crate::typegen::protobuf;

const STYLE: Style = Style { name: "prost", more: protobuf::messages, ..BARE };

/// What is generated for a schema: its messages, and how they stand for the application's types.
pub trait Messages: Types {
    /// That of a document.
    type Message: Message + Default;

    /// Makes it.
    fn to(document: &Self::Root) -> Self::Message;

    /// Makes a document of it.
    fn back(message: Self::Message) -> Self::Root;
}

#[derive(Default)]
struct Plain;

impl<S: Messages> EncodeTyped<S> for Plain {
    fn encode(&mut self, document: &S::Root) -> Outcome<impl AsRef<[u8]>> {
        Ok(S::to(document).encode_to_vec())
    }
}

impl<S: Messages> DecodeTyped<S> for Plain {
    fn decode(&mut self, data: &[u8]) -> Outcome<S::Root> {
        Ok(S::back(S::Message::decode(data)?))
    }
}

/// The operations on types.
#[must_use]
pub fn typed<S: Messages>() -> Operations {
    Operations::new().encode_typed::<S, Plain>().decode_typed::<S, Plain>()
}

#[derive(Default)]
struct Own;

impl<S: Types<Root: Message>> EncodeTyped<S> for Own {
    fn encode(&mut self, message: &S::Root) -> Outcome<impl AsRef<[u8]>> {
        Ok(message.encode_to_vec())
    }
}

impl<S: Types<Root: Message + Default>> DecodeTyped<S> for Own {
    fn decode(&mut self, data: &[u8]) -> Outcome<S::Root> {
        Ok(S::Root::decode(data)?)
    }
}

/// The operations on messages.
#[must_use]
pub fn own<S: Types<Root: Message + Default + Object>>() -> Operations {
    Operations::new().encode_typed::<S, Own>().decode_own::<S, Own>()
}

/// The rows.
#[must_use]
pub fn codecs() -> Vec<Codec> {
    let plain = Codec {
        name: "prost",
        variant: None,
        format: "protobuf",
        library: Library { name: "prost", homepage: "https://github.com/tokio-rs/prost", licence: "Apache-2.0" },
        policies: Policies { api: "encode_to_vec, decode", ..PLAIN },
        documentation: "https://docs.rs/prost",
        lacks: &[],
        operations: Operations::new(),
        typed: Some(Typed::of(&STYLE)),
    };
    let own = Codec {
        variant: Some("own-types"),
        typed: Some(Typed { style: &STYLE, on: "OwnTypes", by: "own" }),
        ..plain.clone()
    };
    vec![plain, own]
}
