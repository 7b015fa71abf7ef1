"""What a codec file declares, and the loop that its expressions are compiled into."""

import os
import sys
from collections import OrderedDict

from micropython import mem_total

from libc import CPU, WALL, clock_gettime, moment, nanoseconds
from refusals import BadRequest, Unsupported

FOLDER = __file__.rpartition("/")[0] or "."
PARAMETERS = OrderedDict([("encode", "value"), ("decode", "data")])
"""Each operation, with the name that its expression gives the document. MicroPython's own dicts have no order."""

# The library call stands in the loop itself, as `timeit` has it: a function of ours around it would cost what a small
# document costs.
_SOURCE = """
def _call({parameter}):
    return {expression}

def _loop(documents, iterations, begin, end, cpu_begin, cpu_end):
    clock_gettime({wall}, begin)
    clock_gettime({cpu}, cpu_begin)
    for _ in range(iterations):
        for {parameter} in documents:
            {expression}
    clock_gettime({cpu}, cpu_end)
    clock_gettime({wall}, end)
"""


class Operation:
    """An expression that was compiled with the names that it can use."""

    def __init__(self, name, expression, names):
        scope = dict(names)
        scope["clock_gettime"] = clock_gettime
        source = _SOURCE.format(parameter=PARAMETERS[name], expression=expression, wall=WALL, cpu=CPU)
        exec(source, scope)
        self.call = scope["_call"]
        self._loop = scope["_loop"]

    def time(self, documents, iterations):
        """Run it on each document so many times.

        Returns:
            Wall and CPU time in nanoseconds, and the bytes allocated.
        """
        begin, end, cpu_begin, cpu_end = [moment() for _ in range(4)]
        empty = mem_total()
        self._loop((), 0, begin, end, cpu_begin, cpu_end)
        full = mem_total()
        self._loop(documents, iterations, begin, end, cpu_begin, cpu_end)
        allocated = mem_total() - full - (full - empty)
        return nanoseconds(begin, end), nanoseconds(cpu_begin, cpu_end), allocated


class Codec:
    """One library's implementation of a format.

    Attributes:
        name, variant: unique together in this runner; no variant for the plain row.
        format: the format's name.
        library: the library's name, as `runner.toml` has it.
        setup: statements that import the library; what they define, the expressions can use.
        version: an expression for the version that runs.
        encode: an expression that makes bytes of `value`, a tree of MicroPython's own types.
        decode: an expression that makes such a tree of `data`, bytes.
        utf8: whether decoded text is "checked" or "unchecked".
        api: which of the library's interfaces is used, in a word or two.
        homepage, licence, documentation: of the library; the page shows the calls used.
        source: the codec's file, relative to the runner's folder.
        missing: why the library cannot be had, and how to get it; None where it is there.
    """

    def __init__(
        self,
        *,
        name,
        format,
        library,
        setup,
        version,
        encode,
        decode,
        utf8,
        api,
        homepage,
        licence,
        documentation,
        variant=None,
    ):
        self.name = name
        self.variant = variant
        self.format = format
        self.library = library
        self.setup = setup
        self.version = version
        self.expressions = {"encode": encode, "decode": decode}
        self.utf8 = utf8
        self.api = api
        self.homepage = homepage
        self.licence = licence
        self.documentation = documentation
        self.source = None
        self.missing = None
        self._names = {}
        self._compiled = {}

    def selector(self):
        """Return the name by which a request names it."""
        return f"{self.name}[{self.variant}]" if self.variant else self.name

    def operations(self):
        """Return the names of its operations."""
        return [name for name in PARAMETERS if self.expressions[name]]

    def set_up(self):
        """Import the library, or find out why it cannot be had."""
        try:
            exec(self.setup, self._names)
            self.version = eval(self.version, self._names)
        except Exception as error:
            self.missing = f"{type(error).__name__}: {error}; try: weighbridge setup micropython"

    def compiled(self, name):
        """Return an operation, compiled once.

        Raises:
            BadRequest: the library is missing.
            Unsupported: it has no such operation.
        """
        if self.missing:
            raise BadRequest(f"{self.selector()} is missing: {self.missing}")
        if not self.expressions[name]:
            raise Unsupported(f"{self.selector()} has no {name}")
        if name not in self._compiled:
            self._compiled[name] = Operation(name, self.expressions[name], self._names)
        return self._compiled[name]

    def describe(self):
        """Return what `describe` says of it."""
        entry = {
            "codec": self.name,
            "variant": self.variant,
            "format": self.format,
            "library": self.library,
            "operations": self.operations(),
        }
        if self.missing:
            entry["reason"] = self.missing
            return entry
        entry["version"] = self.version
        entry["source"] = self.source
        entry["homepage"] = self.homepage
        entry["licence"] = self.licence
        entry["documentation"] = self.documentation
        entry["tare"] = dict.fromkeys(self.operations(), "call")
        entry["policies"] = {
            "buffers": "fresh",
            "strings": "owned",
            "utf8": self.utf8,
            "access": "tree",
            "map": "hash",
            "api": self.api,
            "starts_from": "native" if self.expressions["encode"] else None,  # a library is handed the tree whole
            "threads": False,
        }
        return entry


def find_codecs():
    """Read every codec in the folder `codecs`, in order, and set it up."""
    sys.path += [f"{FOLDER}/third_party/{name}/src" for name in os.listdir(FOLDER + "/third_party")]
    codecs = []
    for name in sorted(os.listdir(FOLDER + "/codecs")):
        source = "codecs/" + name
        scope = {}
        with open(f"{FOLDER}/{source}") as file:
            exec(file.read(), scope)
        for codec in scope.values():
            if isinstance(codec, Codec):
                codec.source = source
                codec.set_up()
                codecs.append(codec)
    return sorted(codecs, key=Codec.selector)
