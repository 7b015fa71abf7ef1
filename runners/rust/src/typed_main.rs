//! The runner with types for some schemas: what was generated for them is a part of this program alone.

#![allow(missing_docs, non_camel_case_types, non_snake_case, reason = "generated")]
#![allow(dead_code, unused_variables, unused_mut, unused_parens, clippy::all, clippy::pedantic, reason = "generated")]

// What flatc writes calls it so, in every module.
extern crate alloc;

use weighbridge_rust::heap;
use weighbridge_rust::session::{Session, serve};

include!(env!("WEIGHBRIDGE_TYPES"));

fn main() -> std::io::Result<()> {
    heap::prepare();
    serve(Session::typed(generated()))
}
