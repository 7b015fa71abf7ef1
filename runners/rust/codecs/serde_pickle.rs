//! `serde-pickle`; it builds a tree of its own before it hands anything over, so it has no scan.

use serde_pickle::{DeOptions, SerOptions};

use crate::codec::{Codec, Decode, Encode, Library, Operations, Outcome, PLAIN, Take};
use crate::value::Value;

struct Plain;

impl Encode for Plain {
    type Document = Value;

    fn encode(document: &Value) -> Outcome<Vec<u8>> {
        Ok(serde_pickle::to_vec(document, SerOptions::new())?)
    }
}

impl Decode for Plain {
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken> {
        taker.take(&serde_pickle::from_slice::<Value>(data, DeOptions::new())?)
    }
}

/// The rows.
#[must_use]
pub fn codecs() -> Vec<Codec> {
    vec![Codec {
        name: "serde-pickle",
        variant: None,
        format: "pickle",
        library: Library {
            name: "serde-pickle",
            homepage: "https://github.com/birkenfeld/serde-pickle",
            licence: "MIT OR Apache-2.0",
        },
        policies: PLAIN,
        documentation: "https://docs.rs/serde-pickle",
        lacks: &[],
        operations: Operations::new().encode::<Plain>().decode::<Plain>(),
        typed: None,
    }]
}
