//! The system's allocator, which counts when it is told to.
//!
//! Every allocation goes through a pointer to a function of the C library, as it does in any program that links with it. To
//! count, other functions are put behind the pointers; while nobody counts, this allocator costs nothing. (A flag that is
//! looked at in every call took 1 to 4 % of decoding.)

use std::alloc::{GlobalAlloc, Layout, System};
use std::mem::transmute;
use std::sync::atomic::{AtomicI64, AtomicPtr, AtomicU64, Ordering::Relaxed};

use libc::{c_void, size_t};

type Malloc = unsafe extern "C" fn(size_t) -> *mut c_void;
type Realloc = unsafe extern "C" fn(*mut c_void, size_t) -> *mut c_void;
type Free = unsafe extern "C" fn(*mut c_void);

static MALLOC: AtomicPtr<()> = AtomicPtr::new(libc::malloc as *mut ());
static REALLOC: AtomicPtr<()> = AtomicPtr::new(libc::realloc as *mut ());
static FREE: AtomicPtr<()> = AtomicPtr::new(libc::free as *mut ());

static BYTES: AtomicU64 = AtomicU64::new(0);
static OBJECTS: AtomicU64 = AtomicU64::new(0);
static LIVE: AtomicI64 = AtomicI64::new(0);
static PEAK: AtomicI64 = AtomicI64::new(0);

/// The allocator of the runner.
pub struct Counting;

/// What was allocated. Bytes are those of the blocks that the system gave, which rounds sizes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allocated {
    /// Bytes; a block that grows counts with what it grew by.
    pub bytes: u64,
    /// Blocks; a block that grows is no new one.
    pub objects: u64,
    /// The most bytes that were there at once, above what was there before.
    pub peak: u64,
}

/// Counts what an operation allocates in this process.
pub fn count<T>(operation: impl FnOnce() -> T) -> (T, Allocated) {
    BYTES.store(0, Relaxed);
    OBJECTS.store(0, Relaxed);
    LIVE.store(0, Relaxed);
    PEAK.store(0, Relaxed);
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
        MALLOC.store(counting_malloc as *mut (), Relaxed);
        REALLOC.store(counting_realloc as *mut (), Relaxed);
        FREE.store(counting_free as *mut (), Relaxed);
        Self
    }
}

impl Drop for StopAtEnd {
    fn drop(&mut self) {
        MALLOC.store(libc::malloc as *mut (), Relaxed);
        REALLOC.store(libc::realloc as *mut (), Relaxed);
        FREE.store(libc::free as *mut (), Relaxed);
    }
}

unsafe extern "C" fn counting_malloc(size: size_t) -> *mut c_void {
    let block = unsafe { libc::malloc(size) };
    add(block);
    block
}

unsafe extern "C" fn counting_realloc(block: *mut c_void, size: size_t) -> *mut c_void {
    let before = size_of_block(block);
    let block = unsafe { libc::realloc(block, size) };
    if !block.is_null() {
        change(size_of_block(block) - before);
    }
    block
}

unsafe extern "C" fn counting_free(block: *mut c_void) {
    change(-size_of_block(block));
    unsafe { libc::free(block) }
}

fn add(block: *mut c_void) {
    OBJECTS.fetch_add(1, Relaxed);
    change(size_of_block(block));
}

fn size_of_block(block: *mut c_void) -> i64 {
    // SAFETY: the block came from the system's allocator, or is null, which has no bytes.
    let size = unsafe { libc::malloc_usable_size(block) };
    size.try_into().expect("no block has more than isize::MAX bytes")
}

fn change(bytes: i64) {
    BYTES.fetch_add(bytes.try_into().unwrap_or(0), Relaxed);
    let live = LIVE.fetch_add(bytes, Relaxed) + bytes;
    PEAK.fetch_max(live, Relaxed);
}

/// Whether malloc aligns well enough.
fn usual(layout: Layout) -> bool {
    layout.align() <= align_of::<libc::max_align_t>()
}

// SAFETY: every call goes to the system's allocator, as the standard library sends it there: blocks of every alignment
// come from the C library's heap and are freed by its `free`. The pointers hold functions of these types only.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if usual(layout) {
            return unsafe { transmute::<*mut (), Malloc>(MALLOC.load(Relaxed))(layout.size()) }.cast();
        }
        let block = unsafe { System.alloc(layout) };
        if MALLOC.load(Relaxed) == counting_malloc as *mut () {
            add(block.cast());
        }
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, _: Layout) {
        unsafe { transmute::<*mut (), Free>(FREE.load(Relaxed))(block.cast()) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let block = unsafe { System.alloc_zeroed(layout) };
        if MALLOC.load(Relaxed) == counting_malloc as *mut () {
            add(block.cast());
        }
        block
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if usual(layout) {
            return unsafe { transmute::<*mut (), Realloc>(REALLOC.load(Relaxed))(block.cast(), size) }.cast();
        }
        unsafe {
            let moved = self.alloc(Layout::from_size_align_unchecked(size, layout.align()));
            if !moved.is_null() {
                moved.copy_from_nonoverlapping(block, size.min(layout.size()));
                self.dealloc(block, layout);
            }
            moved
        }
    }
}
