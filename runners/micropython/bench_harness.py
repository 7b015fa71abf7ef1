"""Times MicroPython's json as its documentation and its own benchmarks do it: by a clock of `time` around a loop.

Prints a line of JSON for each operation.
"""

import json
import sys
import time

import session  # noqa: F401 - as much code as the runner has: MicroPython looks strings up among the names in it

LEAST_S = 3


def measure(operation, call, document):
    """Print the time of a call, in batches that grow until one takes long enough."""
    count = 1
    while True:
        wall, cpu = time.ticks_us(), time.clock()
        for _ in range(count):
            call(document)
        cpu, wall = time.clock() - cpu, time.ticks_diff(time.ticks_us(), wall) / 1e6
        if cpu >= LEAST_S:
            break
        count = int(count * min(100, 1.2 * LEAST_S / max(cpu, 1e-3))) + 1
    line = {"harness": "time.ticks_us, time.clock", "codec": "json", "operation": operation}
    line["ns"], line["cpu_ns"] = wall / count * 1e9, cpu / count * 1e9
    print(json.dumps(line))  # noqa: T201


with open(sys.argv[1]) as file:
    text = file.read()
value = json.loads(text)
measure("encode", lambda document: json.dumps(document).encode(), value)
measure("decode", json.loads, text.encode())
