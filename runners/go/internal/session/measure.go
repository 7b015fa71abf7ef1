package session

import (
	"runtime"
	"time"

	"weighbridge/internal/clock"
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
	wall, cpu := time.Now(), clock.Process()
	err := run(iterations)
	spent := measurement{cpu: clock.Process() - cpu, wall: int64(time.Since(wall))}
	runtime.ReadMemStats(&after)
	share := float64(iterations) / (float64(untimed) + float64(iterations))
	spent.bytes = uint64(float64(after.TotalAlloc-before.TotalAlloc)*share + 0.5)
	spent.objects = uint64(float64(after.Mallocs-before.Mallocs)*share + 0.5)
	return spent, err
}
