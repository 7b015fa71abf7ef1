"""A bare loop around a library's call: the standard library's `timeit`, with garbage collection left on.

Started with a library, an operation and a file that holds the encoded document. For each line of standard input, a
number of iterations, it answers the CPU time they took, in nanoseconds.
"""

import sys
import time
import timeit
from pathlib import Path

STATEMENTS = {
    "json": (
        "import json",
        'json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()',
        "json.loads(data)",
    ),
    "orjson": ("import orjson", "orjson.dumps(value)", "orjson.loads(data)"),
    "msgpack": ("import msgpack", "msgpack.packb(value)", "msgpack.unpackb(data)"),
}

library, operation, file = sys.argv[1:]
setup, encode, decode = STATEMENTS[library]
names = {"data": Path(file).read_bytes()}
exec(setup, names)  # noqa: S102 (a constant)
if operation == "encode":
    # Only then: a decoder that interns keys is faster while another document keeps them alive.
    names["value"] = eval(decode, names)  # noqa: S307 (a constant)
statement = encode if operation == "encode" else decode
timer = timeit.Timer(statement, "import gc; gc.enable()", time.thread_time_ns, names)
for line in sys.stdin:
    sys.stdout.write(f"{timer.timeit(int(line))}\n")
    sys.stdout.flush()
