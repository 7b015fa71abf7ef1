//! The system's allocator, which counts when it is told to.
//!
//! While it does not count, it costs one load and one branch that always goes the same way.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::Relaxed};

static COUNTING: AtomicBool = AtomicBool::new(false);
static BYTES: AtomicU64 = AtomicU64::new(0);
static OBJECTS: AtomicU64 = AtomicU64::new(0);
static LIVE: AtomicI64 = AtomicI64::new(0);
static PEAK: AtomicI64 = AtomicI64::new(0);

/// The allocator of the runner.
pub struct Counting;

/// What was allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allocated {
    /// Bytes asked for; a block that grows counts with what it grew by.
    pub bytes: u64,
    /// Blocks asked for; a block that grows is no new one.
    pub objects: u64,
    /// The most bytes that were there at once, above what was there before.
    pub peak: u64,
}

/// Counts what an operation allocates in this process.
pub fn count<T>(operation: impl FnOnce() -> T) -> (T, Allocated) {
    for counter in [&BYTES, &OBJECTS] {
        counter.store(0, Relaxed);
    }
    for counter in [&LIVE, &PEAK] {
        counter.store(0, Relaxed);
    }
    let stop = StopAtEnd::start();
    let result = operation();
    drop(stop);
    let peak = PEAK.load(Relaxed).try_into().unwrap_or(0);
    (result, Allocated { bytes: BYTES.load(Relaxed), objects: OBJECTS.load(Relaxed), peak })
}

/// Counts until it is dropped, be it by a panic.
struct StopAtEnd;

impl StopAtEnd {
    fn start() -> Self {
        COUNTING.store(true, Relaxed);
        Self
    }
}

impl Drop for StopAtEnd {
    fn drop(&mut self) {
        COUNTING.store(false, Relaxed);
    }
}

#[allow(clippy::cast_possible_wrap)] // no block has more than isize::MAX bytes
fn grow(bytes: usize, objects: u64) {
    BYTES.fetch_add(bytes as u64, Relaxed);
    OBJECTS.fetch_add(objects, Relaxed);
    let live = LIVE.fetch_add(bytes as i64, Relaxed) + bytes as i64;
    PEAK.fetch_max(live, Relaxed);
}

#[allow(clippy::cast_possible_wrap)]
fn shrink(bytes: usize) {
    LIVE.fetch_sub(bytes as i64, Relaxed);
}

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if COUNTING.load(Relaxed) {
            grow(layout.size(), 1);
        }
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if COUNTING.load(Relaxed) {
            grow(layout.size(), 1);
        }
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if COUNTING.load(Relaxed) {
            shrink(layout.size());
        }
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if COUNTING.load(Relaxed) {
            match size.checked_sub(layout.size()) {
                Some(more) => grow(more, 0),
                None => shrink(layout.size() - size),
            }
        }
        unsafe { System.realloc(block, layout, size) }
    }
}
