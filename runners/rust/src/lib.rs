//! The Rust runner of Weighbridge: holds Rust's codecs and speaks docs/protocol.md.

pub mod allocations;
#[cfg_attr(feature = "emulated", path = "counter.rs")]
pub mod clock;
pub mod codec;
pub mod floor;
pub mod hash;
pub mod heap;
pub mod payload;
pub mod pick;
pub mod schema;
pub mod session;
pub mod tare;
pub mod text;
pub mod typed;
pub mod typegen;
pub mod value;
pub mod visitor;

/// The codecs: the build script finds their files.
pub mod codecs {
    include!(concat!(env!("OUT_DIR"), "/registry.rs"));
}

#[global_allocator]
static ALLOCATOR: allocations::Counting = allocations::Counting;
