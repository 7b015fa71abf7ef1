//! `flexbuffers`, through Serde. Keys are sorted, as the format asks for.

use serde::de::{Deserialize, DeserializeSeed};

use crate::codec::{Codec, Decode, Encode, Lack, Library, Operations, Outcome, PLAIN, Pick, Scan, Take};
use crate::pick::{Step, Steps};
use crate::value::Value;
use crate::visitor::{Handing, Visitor};

struct Plain;

impl Encode for Plain {
    type Document = Value;

    fn encode(document: &Value) -> Outcome<Vec<u8>> {
        Ok(flexbuffers::to_vec(document)?)
    }
}

impl Decode for Plain {
    fn decode<T: Take>(data: &[u8], taker: T) -> Outcome<T::Taken> {
        taker.take(&flexbuffers::from_slice::<Value>(data)?)
    }
}

impl Scan for Plain {
    fn scan<V: Visitor>(data: &[u8], visitor: &mut V) -> Outcome<()> {
        Ok(Handing(visitor).deserialize(flexbuffers::Reader::get_root(data)?)?)
    }
}

/// By the library's reader, which looks for a key where the document lies.
struct Lazy;

impl Pick for Lazy {
    type Paths = Vec<Steps>;

    fn prepare(steps: Vec<Steps>) -> Vec<Steps> {
        steps
    }

    fn pick(data: &[u8], paths: &Vec<Steps>) -> Outcome<Vec<Option<Value>>> {
        let root = flexbuffers::Reader::get_root(data)?;
        paths.iter().map(|steps| find(root.clone(), steps)).collect()
    }
}

fn find(reader: flexbuffers::Reader<&[u8]>, steps: &[Step]) -> Outcome<Option<Value>> {
    let found = match steps {
        [] => return Ok(Some(Value::deserialize(reader)?)),
        [Step::Key(key), ..] => reader.get_map().and_then(|map| map.index(key.as_str())),
        [Step::Index(index), ..] => reader.get_vector().and_then(|items| items.index(*index)),
    };
    found.map_or(Ok(None), |found| find(found, &steps[1..]))
}

/// The rows.
#[must_use]
pub fn codecs() -> Vec<Codec> {
    vec![Codec {
        name: "flexbuffers",
        variant: None,
        format: "flexbuffers",
        library: Library { name: "flexbuffers", homepage: "https://flatbuffers.dev", licence: "Apache-2.0" },
        policies: PLAIN,
        documentation: "https://docs.rs/flexbuffers",
        lacks: &[Lack::NulInKey],
        operations: Operations::new().encode::<Plain>().decode::<Plain>().scan::<Plain>().pick::<Lazy>(),
        typed: None,
    }]
}
