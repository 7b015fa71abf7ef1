// Package clock reads the CPU time that Go's standard library does not tell.
package clock

import "golang.org/x/sys/unix"

// A Clock is one of the system's clocks, as the protocol describes it.
type Clock struct {
	Name       string `json:"name"`
	Resolution int64  `json:"resolution_ns"`
	Covers     string `json:"covers,omitempty"`
}

// All describes the clocks that are read: time.Now for the wall, and Process.
func All() map[string]Clock {
	return map[string]Clock{
		"wall": {Name: "CLOCK_MONOTONIC", Resolution: resolution(unix.CLOCK_MONOTONIC)},
		"cpu": {
			Name:       "CLOCK_PROCESS_CPUTIME_ID",
			Resolution: resolution(unix.CLOCK_PROCESS_CPUTIME_ID),
			Covers:     "process",
		},
	}
}

// Process returns the CPU time of all threads of this process in nanoseconds: the garbage collector works in other
// threads than the code that makes the garbage, and its work is part of the price.
func Process() int64 {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &now); err != nil {
		panic(err) // it is there on every system that this package is built for
	}
	return now.Nano()
}

func resolution(id int32) int64 {
	var step unix.Timespec
	if err := unix.ClockGetres(id, &step); err != nil {
		panic(err)
	}
	return max(1, step.Nano())
}
