//! Makes the program with types for the schemas of a run: `weighbridge-rust typegen build/types/KEY`.

#![allow(clippy::format_collect, clippy::format_push_string, reason = "code is made of pieces of text, and not often")]

pub mod flatbuffers;
mod program;
pub mod protobuf;
pub mod records;

pub use program::build;
