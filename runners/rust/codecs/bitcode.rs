//! bitcode, by its derives, with its buffer kept and not.

use bitcode::{Buffer, DecodeOwned, Encode};

use crate::codec::{Codec, DecodeTyped, EncodeTyped, Library, Operations, Outcome, PLAIN, Policies};
use crate::typed::{BARE, Style, Typed, Types};

const STYLE: Style = Style { name: "bitcode", derive: "bitcode::Encode, bitcode::Decode", ..BARE };

#[derive(Default)]
struct Plain;

impl<S: Types<Root: Encode>> EncodeTyped<S> for Plain {
    fn encode(&mut self, document: &S::Root) -> Outcome<impl AsRef<[u8]>> {
        Ok(bitcode::encode(document))
    }
}

impl<S: Types<Root: DecodeOwned>> DecodeTyped<S> for Plain {
    fn decode(&mut self, data: &[u8]) -> Outcome<S::Root> {
        Ok(bitcode::decode(data)?)
    }
}

/// The operations on types.
#[must_use]
pub fn typed<S: Types<Root: Encode + DecodeOwned>>() -> Operations {
    Operations::new().encode_typed::<S, Plain>().decode_typed::<S, Plain>()
}

#[derive(Default)]
struct Reuse(Buffer);

impl<S: Types<Root: Encode>> EncodeTyped<S> for Reuse {
    fn encode(&mut self, document: &S::Root) -> Outcome<impl AsRef<[u8]>> {
        Ok(self.0.encode(document))
    }
}

impl<S: Types<Root: DecodeOwned>> DecodeTyped<S> for Reuse {
    fn decode(&mut self, data: &[u8]) -> Outcome<S::Root> {
        Ok(self.0.decode(data)?)
    }
}

/// The same with the buffer kept.
#[must_use]
pub fn reuse<S: Types<Root: Encode + DecodeOwned>>() -> Operations {
    Operations::new().encode_typed::<S, Reuse>().decode_typed::<S, Reuse>()
}

/// The rows.
#[must_use]
pub fn codecs() -> Vec<Codec> {
    let plain = Codec {
        name: "bitcode",
        variant: None,
        format: "bitcode",
        library: Library {
            name: "bitcode",
            homepage: "https://github.com/SoftbearStudios/bitcode",
            licence: "MIT OR Apache-2.0",
        },
        policies: Policies { api: "encode, decode", ..PLAIN },
        documentation: "https://docs.rs/bitcode",
        lacks: &[],
        operations: Operations::new(),
        typed: Some(Typed::of(&STYLE)),
    };
    let reuse = Codec {
        variant: Some("reuse"),
        policies: Policies { api: "Buffer", buffers: "reuse", ..PLAIN },
        documentation: "https://docs.rs/bitcode/latest/bitcode/struct.Buffer.html",
        typed: Some(Typed { by: "reuse", ..Typed::of(&STYLE) }),
        ..plain.clone()
    };
    vec![plain, reuse]
}
