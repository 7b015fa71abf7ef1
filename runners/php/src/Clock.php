<?php

declare(strict_types=1);

namespace Weighbridge\Php;

/**
 * The clocks: wall time, and the CPU time of this thread by the system's own call where FFI is there.
 */
final class Clock
{
    private const THREAD_CPU_TIME = ['Linux' => 3, 'Darwin' => 16];

    private readonly ?\FFI $libc;
    private readonly \FFI\CData $time;
    private readonly \FFI\CData $pointer;
    private readonly int $id;

    public function __construct()
    {
        $id = self::THREAD_CPU_TIME[PHP_OS_FAMILY] ?? null;
        if ($id === null || PHP_INT_SIZE !== 8 || !extension_loaded('FFI')) {
            $this->libc = null;
            return;
        }
        try {
            $libc = \FFI::cdef(
                'struct timespec { long seconds; long nanoseconds; };'
                . 'int clock_gettime(int, struct timespec *);'
                . 'int clock_getres(int, struct timespec *);',
            );
        } catch (\FFI\Exception) {
            $this->libc = null; // ffi.enable forbids it
            return;
        }
        $this->id = $id;
        $this->time = $libc->new('struct timespec');
        $this->pointer = \FFI::addr($this->time);
        $this->libc = $libc;
    }

    /**
     * CPU time in nanoseconds since some moment.
     */
    public function cpu(): int
    {
        if ($this->libc === null) {
            $usage = getrusage();
            return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1_000_000_000
                + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) * 1_000;
        }
        $this->libc->clock_gettime($this->id, $this->pointer);
        return $this->time->seconds * 1_000_000_000 + $this->time->nanoseconds;
    }

    /**
     * @return array<string, array{name: string, resolution_ns: int, covers?: string}>
     */
    public function describe(): array
    {
        if ($this->libc === null) {
            $cpu = ['name' => 'getrusage', 'resolution_ns' => 1000, 'covers' => 'process'];
        } else {
            $this->libc->clock_getres($this->id, $this->pointer);
            $cpu = ['name' => 'CLOCK_THREAD_CPUTIME_ID', 'resolution_ns' => max(1, $this->time->nanoseconds)];
        }
        return ['wall' => ['name' => 'hrtime', 'resolution_ns' => 1], 'cpu' => $cpu];
    }
}
