//! postcard, through Serde, whose fields it writes in their order.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::codec::{Codec, DecodeTyped, EncodeTyped, Library, Operations, Outcome, PLAIN, Policies};
use crate::typed::{SERDE_IN_ORDER, Typed, Types};

#[derive(Default)]
struct Plain;

impl<S: Types<Root: Serialize>> EncodeTyped<S> for Plain {
    fn encode(&mut self, document: &S::Root) -> Outcome<impl AsRef<[u8]>> {
        Ok(postcard::to_stdvec(document)?)
    }
}

impl<S: Types<Root: DeserializeOwned>> DecodeTyped<S> for Plain {
    fn decode(&mut self, data: &[u8]) -> Outcome<S::Root> {
        Ok(postcard::from_bytes(data)?)
    }
}

/// The operations on types.
#[must_use]
pub fn typed<S: Types<Root: Serialize + DeserializeOwned>>() -> Operations {
    Operations::new().encode_typed::<S, Plain>().decode_typed::<S, Plain>()
}

/// The rows.
#[must_use]
pub fn codecs() -> Vec<Codec> {
    vec![Codec {
        name: "postcard",
        variant: None,
        format: "postcard",
        library: Library {
            name: "postcard",
            homepage: "https://github.com/jamesmunns/postcard",
            licence: "MIT OR Apache-2.0",
        },
        policies: Policies { api: "to_stdvec, from_bytes", ..PLAIN },
        documentation: "https://docs.rs/postcard",
        lacks: &[],
        operations: Operations::new(),
        typed: Some(Typed::of(&SERDE_IN_ORDER)),
    }]
}
