package conversation

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// A measurement is what so many iterations of a loop took.
type measurement struct {
	wall, cpu      int64 // nanoseconds
	bytes, objects uint64
}

// measure runs a loop and times it after the untimed iterations.
//
// The counts of allocations are exact, as testing.AllocsPerRun has them: runtime/metrics leaves out what the
// processors' caches have not handed in. Reading them empties those caches, so they are read before the untimed
// iterations, which fill them again, and what both allocate is shared out by their numbers.
func measure(run loop, untimed, iterations int64) (measurement, error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := run(untimed); err != nil {
		return measurement{}, err
	}
	wall, cpu := time.Now(), processTime()
	err := run(iterations)
	spent := measurement{cpu: processTime() - cpu, wall: int64(time.Since(wall))}
	runtime.ReadMemStats(&after)
	share := float64(iterations) / (float64(untimed) + float64(iterations))
	spent.bytes = uint64(float64(after.TotalAlloc-before.TotalAlloc)*share + 0.5)
	spent.objects = uint64(float64(after.Mallocs-before.Mallocs)*share + 0.5)
	return spent, err
}

// processTime returns the CPU time of all threads in nanoseconds: the garbage collector works in other threads than
// the loop, and its work is part of the price.
func processTime() int64 {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &now); err != nil {
		panic(err) // it is there on every system that this package is built for
	}
	return now.Nano()
}

type clock struct {
	Name       string `json:"name"`
	Resolution int64  `json:"resolution_ns"`
}

func clocks() map[string]clock {
	resolution := func(id int32) int64 {
		var step unix.Timespec
		if err := unix.ClockGetres(id, &step); err != nil {
			panic(err)
		}
		return max(1, step.Nano())
	}
	return map[string]clock{
		"wall": {"CLOCK_MONOTONIC", resolution(unix.CLOCK_MONOTONIC)},
		"cpu":  {"CLOCK_PROCESS_CPUTIME_ID", resolution(unix.CLOCK_PROCESS_CPUTIME_ID)},
	}
}
