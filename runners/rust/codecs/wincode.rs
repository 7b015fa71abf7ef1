//! wincode, by its derives: bincode's format.

use wincode::config::DefaultConfig;
use wincode::{SchemaReadOwned, SchemaWrite};

use crate::codec::{Codec, DecodeTyped, EncodeTyped, Library, Operations, Outcome, PLAIN, Policies};
use crate::typed::{BARE, Style, Typed, Types};

const STYLE: Style = Style { name: "wincode", derive: "wincode::SchemaRead, wincode::SchemaWrite", ..BARE };

#[derive(Default)]
struct Plain;

impl<T, S> EncodeTyped<S> for Plain
where
    T: SchemaWrite<DefaultConfig, Src = T> + SchemaReadOwned<DefaultConfig, Dst = T>,
    S: Types<Root = T>,
{
    fn encode(&mut self, document: &T) -> Outcome<impl AsRef<[u8]>> {
        Ok(wincode::serialize(document)?)
    }
}

impl<T, S> DecodeTyped<S> for Plain
where
    T: SchemaWrite<DefaultConfig, Src = T> + SchemaReadOwned<DefaultConfig, Dst = T>,
    S: Types<Root = T>,
{
    fn decode(&mut self, data: &[u8]) -> Outcome<T> {
        Ok(wincode::deserialize(data)?)
    }
}

/// The operations on types.
#[must_use]
pub fn typed<S: Types>() -> Operations
where
    S::Root: SchemaWrite<DefaultConfig, Src = S::Root> + SchemaReadOwned<DefaultConfig, Dst = S::Root>,
{
    Operations::new().encode_typed::<S, Plain>().decode_typed::<S, Plain>()
}

/// The rows.
#[must_use]
pub fn codecs() -> Vec<Codec> {
    vec![Codec {
        name: "wincode",
        variant: None,
        format: "bincode",
        library: Library { name: "wincode", homepage: "https://github.com/anza-xyz/wincode", licence: "Apache-2.0" },
        policies: Policies { api: "serialize, deserialize", ..PLAIN },
        documentation: "https://docs.rs/wincode",
        lacks: &[],
        operations: Operations::new(),
        typed: Some(Typed::of(&STYLE)),
    }]
}
