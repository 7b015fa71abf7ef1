package session

import (
	"testing"
)

var escaping [][]byte

func TestAllocationsAreCountedExactly(t *testing.T) {
	allocating := func(iterations int64) error {
		for range iterations {
			escaping = append(escaping[:0], make([]byte, 64), make([]byte, 1024))
		}
		return nil
	}
	escaping = make([][]byte, 2)
	for _, iterations := range []int64{1, 10, 1000} {
		for _, untimed := range []int64{0, 1, 100} {
			spent, err := measure(allocating, untimed, iterations)
			if err != nil {
				t.Fatal(err)
			}
			if spent.objects != uint64(2*iterations) || spent.bytes != uint64(1088*iterations) {
				t.Errorf("%d iterations after %d: %d objects, %d bytes", iterations, untimed, spent.objects, spent.bytes)
			}
		}
	}
}

func TestCPUTimeIsTheProcess(t *testing.T) {
	spin := func(iterations int64) error {
		done := make(chan int64)
		go func() {
			sum := int64(0)
			for n := range iterations {
				sum += n
			}
			done <- sum
		}()
		<-done
		return nil
	}
	spent, err := measure(spin, 0, 10_000_000)
	if err != nil {
		t.Fatal(err)
	}
	if spent.cpu < 1_000_000 {
		t.Errorf("work in another goroutine took %d ns", spent.cpu)
	}
}
