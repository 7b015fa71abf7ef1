//! The heap that codecs start from: fresh, or as that of a program that has run for a while.
//!
//! A library is a part of a program that has allocated and freed much before: free blocks of all sizes lie about, in no
//! order, and what is asked for next is found among them.

use std::alloc::{Layout, alloc, dealloc};
use std::ffi::CStr;
use std::path::Path;
use std::sync::OnceLock;

// As schemaless-benchmarks does it: so many blocks of up to 2 KB, small ones as often as large ones, of which every second
// is freed, in an order of chance that is the same in every process. The C runner has the same numbers.
const BLOCKS: usize = 65_536;
const SIZES: usize = 12;
const SEED: u64 = 34_986;

static STATE: OnceLock<&str> = OnceLock::new();

/// Makes the heap what the environment variable `WEIGHBRIDGE_HEAP` asks for: `fragmented`, or as it is.
pub fn prepare() {
    let fragmented = std::env::var("WEIGHBRIDGE_HEAP").is_ok_and(|wanted| wanted == "fragmented");
    if fragmented {
        fragment();
    }
    STATE.get_or_init(|| if fragmented { "fragmented" } else { "fresh" });
}

/// What the heap was made: `fragmented` or `fresh`.
#[must_use]
pub fn state() -> &'static str {
    STATE.get().copied().unwrap_or("fresh")
}

/// The file name of the shared library whose `malloc` memory comes from.
#[must_use]
pub fn allocator() -> Option<String> {
    // SAFETY: the names end with a NUL, and what `dladdr` gives lives as long as the library is loaded.
    let file = unsafe {
        let function = libc::dlsym(libc::RTLD_DEFAULT, c"malloc".as_ptr());
        let mut library = std::mem::zeroed::<libc::Dl_info>();
        if function.is_null() || libc::dladdr(function, &raw mut library) == 0 {
            return None;
        }
        CStr::from_ptr(library.dli_fname).to_str().ok()?
    };
    Some(Path::new(file).file_name()?.to_str()?.to_owned())
}

fn fragment() {
    let mut random = SEED;
    // Donald Knuth's MMIX generator, of which the upper bits are used.
    let mut below = |limit: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(random >> 33).expect("31 bits") % limit
    };
    let layout = |size| Layout::from_size_align(size, 1).expect("a size of 2 KB at most");
    let mut blocks: Vec<_> = (0..BLOCKS)
        .map(|_| {
            let size = (1 << below(SIZES)) + below(8);
            // SAFETY: no size is 0.
            (unsafe { alloc(layout(size)) }, size)
        })
        .collect();
    for first in 0..BLOCKS / 2 {
        let chosen = first + below(BLOCKS - first);
        blocks.swap(first, chosen);
        let (block, size) = blocks[first];
        // SAFETY: it was given for this layout, and is not looked at again. The other half is freed by nobody.
        unsafe { dealloc(block, layout(size)) };
    }
}
