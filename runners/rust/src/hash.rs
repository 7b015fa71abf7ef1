//! The canonical hash (docs/protocol.md).

use crate::value::Value;

const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
const NAN_BITS: u64 = 0x7FF8_0000_0000_0000;

fn absorb(state: u64, word: u64) -> u64 {
    let mixed = (state ^ word).wrapping_mul(MULTIPLIER);
    mixed ^ (mixed >> 32)
}

fn hash_bytes(tag: u8, data: &[u8]) -> u64 {
    let start = absorb(tag.into(), data.len() as u64);
    data.chunks(8).fold(start, |state, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        absorb(state, u64::from_le_bytes(word))
    })
}

/// The canonical hash of a value.
#[must_use]
pub fn hash(value: &Value) -> u64 {
    match value {
        Value::Null => absorb(b'n'.into(), 0),
        Value::Bool(truth) => absorb(b'b'.into(), (*truth).into()),
        Value::Int(number) => absorb(b'i'.into(), number.cast_unsigned()),
        Value::Uint(number) => absorb(b'u'.into(), *number),
        Value::Float(number) => absorb(b'f'.into(), if number.is_nan() { NAN_BITS } else { number.to_bits() }),
        Value::String(text) => hash_bytes(b's', text.as_bytes()),
        Value::Bytes(data) => hash_bytes(b'y', data),
        Value::Array(items) => {
            let state = items.iter().fold(b'a'.into(), |state, item| absorb(state, hash(item)));
            absorb(state, items.len() as u64)
        }
        Value::Map(entries) => {
            let sum = entries.iter().fold(0_u64, |sum, (key, item)| {
                let entry = absorb(b'e'.into(), hash_bytes(b's', key.as_bytes()));
                sum.wrapping_add(absorb(entry, hash(item)))
            });
            absorb(absorb(b'm'.into(), sum), entries.len() as u64)
        }
    }
}
