//! Makes the program with types for the schemas of a run: `weighbridge-rust typegen build/types/KEY`.

pub mod flatbuffers;
mod program;
pub mod protobuf;
pub mod records;

pub use program::build;
