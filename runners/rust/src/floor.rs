//! What no codec can go below (docs/protocol.md, "Floors").

use std::hint::black_box;

use crate::codec::{Operation, Outcome, Problem, answer, timed};
use crate::payload::Payload;
use crate::value::Value;
use crate::visitor::{Builder, Reader, Tree};

/// A copy of the documents' bytes in a format, into memory that is there before the clocks start.
pub const MEMCPY: Operation = Operation {
    name: "memcpy",
    tare: "call",
    starts_from: None,
    check: |payload, format, values| {
        let mut room = room_for(payload, format)?;
        for data in payload.bytes(format)? {
            copy(data, &mut room);
            if room[..data.len()] != data[..] {
                return Err(Problem::Failed("what was copied is not what there was".to_owned()));
            }
        }
        answer(payload.values.iter().map(|value| Ok(value.clone())), values)
    },
    time: |payload, format, batch| {
        let mut room = room_for(payload, format)?;
        timed(payload.bytes(format)?, batch, |data| {
            copy(data, &mut room);
            black_box(&room);
            Ok(())
        })
    },
};

/// A bare walk over the tree that encoders start from, every value of which goes to the visitor.
pub const WALK: Operation = Operation {
    name: "walk",
    tare: "call",
    starts_from: None,
    check: |payload, _, values| {
        let walk = |value: &Value| {
            let mut builder = Builder::default();
            value.walk(&mut builder)?;
            Ok(builder.finish())
        };
        answer(payload.documents::<Value>()?.iter().map(walk), values)
    },
    time: |payload, _, batch| {
        timed(&payload.documents::<Value>()?, batch, |document| {
            let mut reader = Reader::default();
            document.walk(&mut reader)?;
            black_box(reader.sum);
            Ok(())
        })
    },
};

/// Finds what a request names after `floor:`: the floor, and the format of which it copies.
#[must_use]
pub fn find(name: &str) -> Option<(&'static Operation, &str)> {
    if name == WALK.name {
        return Some((&WALK, ""));
    }
    let format = name.strip_prefix(MEMCPY.name)?.strip_prefix('[')?.strip_suffix(']')?;
    Some((&MEMCPY, format))
}

fn room_for(payload: &Payload, format: &str) -> Outcome<Vec<u8>> {
    Ok(vec![0; payload.bytes(format)?.iter().map(Vec::len).max().unwrap_or(0)])
}

fn copy(data: &[u8], room: &mut [u8]) {
    room[..data.len()].copy_from_slice(data);
}
