//! The clocks that batches are timed with.

use serde_json::{Value, json};

/// A clock of the system.
#[derive(Clone, Copy)]
pub struct Clock {
    /// Its name in the system's headers.
    pub name: &'static str,
    id: libc::clockid_t,
}

/// Time that passes.
pub const WALL: Clock = Clock { name: "CLOCK_MONOTONIC", id: libc::CLOCK_MONOTONIC };

/// Time that the calling thread had a processor.
pub const CPU: Clock = Clock { name: "CLOCK_THREAD_CPUTIME_ID", id: libc::CLOCK_THREAD_CPUTIME_ID };

type Ask = unsafe extern "C" fn(libc::clockid_t, *mut libc::timespec) -> libc::c_int;

impl Clock {
    /// Nanoseconds since some moment.
    #[must_use]
    pub fn now(self) -> i64 {
        self.ask(libc::clock_gettime)
    }

    /// Nanoseconds between two ticks.
    #[must_use]
    pub fn resolution(self) -> i64 {
        self.ask(libc::clock_getres)
    }

    fn ask(self, ask: Ask) -> i64 {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the pointer is valid, and every POSIX system has both clocks.
        let status = unsafe { ask(self.id, &raw mut time) };
        debug_assert_eq!(status, 0);
        time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}

/// Says which clocks there are.
#[must_use]
pub fn describe() -> Value {
    let clock = |clock: Clock| json!({"name": clock.name, "resolution_ns": clock.resolution()});
    json!({"wall": clock(WALL), "cpu": clock(CPU)})
}

/// What a batch took, in nanoseconds.
#[derive(Clone, Copy)]
pub struct Elapsed {
    /// By the wall clock.
    wall: i64,
    /// By the CPU clock of this thread.
    pub cpu: i64,
}

impl Elapsed {
    /// The members of an answer that tell it.
    #[must_use]
    pub fn members(self) -> Vec<(&'static str, Value)> {
        vec![("wall_ns", json!(self.wall)), ("cpu_ns", json!(self.cpu))]
    }
}

/// Both clocks, started.
pub struct Stopwatch(Elapsed);

impl Stopwatch {
    /// Starts. The CPU clock, whose reading is a system call, encloses the wall clock.
    #[must_use]
    pub fn start() -> Self {
        let cpu = CPU.now();
        Self(Elapsed { wall: WALL.now(), cpu })
    }

    /// Tells the time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Elapsed {
        let wall = WALL.now();
        Elapsed { wall: wall - self.0.wall, cpu: CPU.now() - self.0.cpu }
    }
}
