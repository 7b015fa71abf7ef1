package harness;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;

/** The clocks, and the count of allocated bytes. */
final class Clocks {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** The process's CPU time, since the garbage collector works in threads of its own; Java's own reading of it has ticks of 10 ms. */
    private static final String CPU_NAME = "CLOCK_PROCESS_CPUTIME_ID";

    private final Memory time = new Memory(2L * Long.BYTES);
    private final int cpuClock = Platform.isLinux() ? 2 : Platform.isMac() ? 12 : -1;
    private final boolean hasCpu;

    Clocks() {
        boolean works = false;
        if (cpuClock >= 0 && Native.LONG_SIZE == Long.BYTES) {
            Native.register(Platform.C_LIBRARY_NAME);
            works = clock_gettime(cpuClock, time) == 0;
        }
        hasCpu = works;
    }

    /** Runs a loop between two readings of the clocks, and says what it took, as {@code time} does. */
    Map<String, Object> time(Loop loop, Object[] documents, long iterations) throws Exception {
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        long cpu = cpuNs();
        long wall = System.nanoTime();
        loop.run(documents, iterations);
        long wallNs = System.nanoTime() - wall;
        long cpuNs = cpuNs() - cpu;
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - bytes;
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("wall_ns", wallNs);
        answer.put("cpu_ns", hasCpu ? cpuNs : null);
        answer.put("allocated_bytes", allocated);
        return answer;
    }

    /** Says which clocks there are, as {@code describe} does. */
    Map<String, Object> describe() {
        Map<String, Object> clocks = new LinkedHashMap<>();
        clocks.put("wall", Map.of("name", "System.nanoTime", "resolution_ns", 1));
        clocks.put("cpu", hasCpu ? Map.of("name", CPU_NAME, "resolution_ns", 1, "covers", "process") : null);
        return clocks;
    }

    private long cpuNs() {
        if (!hasCpu) {
            return 0;
        }
        clock_gettime(cpuClock, time);
        return time.getLong(0) * 1_000_000_000 + time.getLong(Long.BYTES);
    }

    private static native int clock_gettime(int clock, Memory time);
}
