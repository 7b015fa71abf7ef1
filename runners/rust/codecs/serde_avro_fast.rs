//! `serde_avro_fast`, through Serde, with the schema in Avro's language.

use std::cell::RefCell;
use std::collections::HashMap;
use std::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_avro_fast::Schema;
use serde_avro_fast::ser::SerializerConfig;

use crate::codec::{Codec, DecodeTyped, EncodeTyped, Lack, Library, Operations, Outcome, PLAIN, Policies};
use crate::typed::{BARE, SERDE_IN_ORDER, Style, Typed, Types, text};

/// Fields are found by the names that they have in Avro's schema.
const STYLE: Style = Style { name: "avro", field: BARE.field, texts: &["avsc"], ..SERDE_IN_ORDER };

thread_local! {
    /// Those that were read, by their texts: they live as long as the program, as in one that reads its own.
    static SCHEMAS: RefCell<HashMap<&'static str, &'static Schema>> = RefCell::default();
}

/// With the schema, and a configuration that is kept, as the documentation says.
struct Plain<S> {
    schema: &'static Schema,
    config: SerializerConfig<'static>,
    types: PhantomData<S>,
}

impl<S: Types> Default for Plain<S> {
    fn default() -> Self {
        let schema = SCHEMAS.with_borrow_mut(|schemas| {
            *schemas.entry(text::<S>("avsc")).or_insert_with_key(|text| {
                Box::leak(Box::new(text.parse().unwrap_or_else(|error| panic!("the schema: {error}"))))
            })
        });
        Self { schema, config: SerializerConfig::new(schema), types: PhantomData }
    }
}

impl<S: Types<Root: Serialize>> EncodeTyped<S> for Plain<S> {
    fn encode(&mut self, document: &S::Root) -> Outcome<impl AsRef<[u8]>> {
        Ok(serde_avro_fast::to_datum_vec(document, &mut self.config)?)
    }
}

impl<S: Types<Root: DeserializeOwned>> DecodeTyped<S> for Plain<S> {
    fn decode(&mut self, data: &[u8]) -> Outcome<S::Root> {
        Ok(serde_avro_fast::from_datum_slice(data, self.schema)?)
    }
}

/// The operations on types.
#[must_use]
pub fn typed<S: Types<Root: Serialize + DeserializeOwned>>() -> Operations {
    Operations::new().encode_typed::<S, Plain<S>>().decode_typed::<S, Plain<S>>()
}

/// The rows.
#[must_use]
pub fn codecs() -> Vec<Codec> {
    vec![Codec {
        name: "serde_avro_fast",
        variant: None,
        format: "avro",
        library: Library {
            name: "serde_avro_fast",
            homepage: "https://github.com/Ten0/serde_avro_fast",
            licence: "MPL-2.0",
        },
        policies: Policies { api: "to_datum_vec, from_datum_slice", ..PLAIN },
        documentation: "https://docs.rs/serde_avro_fast",
        lacks: &[Lack::Uint],
        operations: Operations::new(),
        typed: Some(Typed::of(&STYLE)),
    }]
}
