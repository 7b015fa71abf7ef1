//! borsh, by its derives.

use borsh::{BorshDeserialize, BorshSerialize};

use crate::codec::{Codec, DecodeTyped, EncodeTyped, Lack, Library, Operations, Outcome, PLAIN, Policies};
use crate::typed::{BARE, Style, Typed, Types};

const STYLE: Style = Style { name: "borsh", derive: "borsh::BorshSerialize, borsh::BorshDeserialize", ..BARE };

#[derive(Default)]
struct Plain;

impl<S: Types<Root: BorshSerialize>> EncodeTyped<S> for Plain {
    fn encode(&mut self, document: &S::Root) -> Outcome<impl AsRef<[u8]>> {
        Ok(borsh::to_vec(document)?)
    }
}

impl<S: Types<Root: BorshDeserialize>> DecodeTyped<S> for Plain {
    fn decode(&mut self, data: &[u8]) -> Outcome<S::Root> {
        Ok(borsh::from_slice(data)?)
    }
}

/// The operations on types.
#[must_use]
pub fn typed<S: Types<Root: BorshSerialize + BorshDeserialize>>() -> Operations {
    Operations::new().encode_typed::<S, Plain>().decode_typed::<S, Plain>()
}

/// The rows.
#[must_use]
pub fn codecs() -> Vec<Codec> {
    vec![Codec {
        name: "borsh",
        variant: None,
        format: "borsh",
        library: Library { name: "borsh", homepage: "https://borsh.io", licence: "MIT OR Apache-2.0" },
        policies: Policies { api: "to_vec, from_slice", ..PLAIN },
        documentation: "https://docs.rs/borsh",
        lacks: &[Lack::NonFinite], // it refuses NaN
        operations: Operations::new(),
        typed: Some(Typed::of(&STYLE)),
    }]
}
