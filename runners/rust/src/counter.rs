//! What an emulator counts in the place of time, in memory that it shares with this program (`runners/c/emulator`).

use std::ffi::CString;
use std::process;
use std::ptr;
use std::sync::LazyLock;

use serde_json::{Value, json};

/// As `runners/c/emulator/shared.h` says it.
const SHARED_SIZE: usize = 4096;

/// The address of the counter's lower half, before its upper one.
static COUNTED: LazyLock<usize> = LazyLock::new(|| {
    let name = CString::new(format!("/weighbridge-{}", process::id())).expect("there is no NUL in it");
    // SAFETY: the name ends in a NUL, and the mapping stays for as long as the program runs.
    let memory = unsafe {
        let file = libc::shm_open(name.as_ptr(), libc::O_RDONLY, 0);
        let memory = libc::mmap(ptr::null_mut(), SHARED_SIZE, libc::PROT_READ, libc::MAP_SHARED, file, 0);
        libc::close(file);
        libc::shm_unlink(name.as_ptr());
        memory
    };
    if memory == libc::MAP_FAILED {
        eprintln!("This program counts what it does in an emulator: start it by QEMU with -plugin (runner.toml).");
        process::exit(1);
    }
    memory as usize
});

/// How many instructions the emulated processor has executed.
fn instructions(counted: usize) -> u64 {
    let words = counted as *const u32;
    // SAFETY: the memory is there, and the emulator's to write.
    let (lower, upper) = unsafe { (words, words.add(1)) };
    loop {
        // SAFETY: the same.
        let (high, low, again) = unsafe { (upper.read_volatile(), lower.read_volatile(), upper.read_volatile()) };
        if high == again {
            return u64::from(high) << 32 | u64::from(low);
        }
    }
}

/// Says what is counted.
#[must_use]
pub fn describe() -> Value {
    let name = "QEMU's count of executed instructions";
    json!({"wall": null, "cpu": null, "counter": {"name": name, "unit": "instructions", "emulated": true}})
}

/// The instructions that a batch took.
#[derive(Clone, Copy)]
pub struct Elapsed(u64);

impl Elapsed {
    /// The members of an answer that tell it.
    #[must_use]
    pub fn members(self) -> Vec<(&'static str, Value)> {
        vec![("count", json!(self.0))]
    }
}

/// The counter, as it was at the start.
pub struct Stopwatch {
    counted: usize,
    start: u64,
}

impl Stopwatch {
    /// Starts.
    #[must_use]
    pub fn start() -> Self {
        let counted = *COUNTED;
        Self { counted, start: instructions(counted) }
    }

    /// Tells the count since the start, without what reading the counter takes.
    #[must_use]
    pub fn elapsed(&self) -> Elapsed {
        let end = instructions(self.counted);
        let reading = instructions(self.counted) - end;
        Elapsed(end - self.start - reading.min(end - self.start))
    }
}

/// Has libraries that seed a hash function by chance do it alike in every process, or no count would repeat.
///
/// # Safety
///
/// As of the C library's function of this name, in whose place it stands.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn getrandom(buffer: *mut u8, size: usize, _flags: u32) -> isize {
    // SAFETY: the caller says that so much memory is there.
    unsafe { buffer.write_bytes(b'4', size) };
    size.cast_signed()
}
