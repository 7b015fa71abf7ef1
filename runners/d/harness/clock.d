/// The clocks that batches are timed by.
module harness.clock;

import core.sys.posix.time : clock_getres, clock_gettime, CLOCK_MONOTONIC, clockid_t, timespec;
import core.sys.linux.time : CLOCK_PROCESS_CPUTIME_ID;

import harness.value;

struct Clock
{
    private clockid_t id;

    long now() const
    {
        timespec time;
        clock_gettime(id, &time);
        return nanoseconds(time);
    }

    long resolution() const
    {
        timespec time;
        clock_getres(id, &time);
        return nanoseconds(time);
    }

    private static long nanoseconds(timespec time)
    {
        return time.tv_sec * 1_000_000_000L + time.tv_nsec;
    }
}

enum wall = Clock(CLOCK_MONOTONIC);

/// The process's, because the garbage collector marks in other threads, too.
enum cpu = Clock(CLOCK_PROCESS_CPUTIME_ID);

Value describe()
{
    return mapOf(
        "wall", mapOf("name", "CLOCK_MONOTONIC", "resolution_ns", wall.resolution),
        "cpu", mapOf("name", "CLOCK_PROCESS_CPUTIME_ID", "resolution_ns", cpu.resolution, "covers", "process"));
}
