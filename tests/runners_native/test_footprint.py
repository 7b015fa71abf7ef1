"""What a codec adds to a program: only what it refers to, operation by operation."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import needs
import pytest

from weighbridge.runners.launch import runners_root

HERE = Path(__file__).parent
MEASURE = runners_root() / "c" / "footprint" / "measure.cmake"
TABLE = 20000
"""The bytes of constants in the function that only one of the operations needs."""

pytestmark = needs.programs("gcc", "cmake", "objcopy")


LINKERS = {"GNU": ["gcc"], "LLD": ["clang", "-fuse-ld=lld"]}


def footprints(folder: Path, optimisation: str, linker: str = "GNU") -> dict[str, int]:
    """Weigh a codec that is linked with a static library of two functions; bytes by operation, "" for the whole row."""
    compiler, *options_of_linker = LINKERS[linker]

    def run(*command: str | Path) -> None:
        subprocess.run(command, cwd=folder, check=True)

    options = (optimisation, "-ffunction-sections", "-fdata-sections", "-fPIC")
    for name in ("library", "codec", "empty"):
        run(compiler, *options, "-c", HERE / f"{name}.c")
    run("ar", "rcs", "library.a", "library.o")
    run("ld", "-r", "-o", "isolated.o", "codec.o", "library.a")
    alone = "-nostdlib;-static;-Wl,--gc-sections;-Wl,--unresolved-symbols=ignore-all;-Wl,-e0"
    link = ";".join([compiler, *options_of_linker, alone])
    run(
        "cmake",
        f"-DLINK={link}",
        "-DEMPTY=empty.o",
        r"-DROOTS=operations\.([0-9]+)\.([a-z]+)",
        r"-DDROPPED=\.init_array.*|\.ctors.*",
        "-DKEPT=.init",
        "-DOBJECTS=isolated.o",
        "-DSOURCES=codecs/codec.c",
        *(f"-D{tool.upper()}={tool}" for tool in ("objdump", "objcopy", "size")),
        "-DOUTPUT=table.c",
        "-P",
        MEASURE,
    )
    rows = re.findall(r'\{"codecs/codec.c", "0", (NULL|"[a-z]+"), (\d+), \d+\}', (folder / "table.c").read_text())
    return {operation.strip('"').replace("NULL", ""): int(flash) for operation, flash in rows}


@pytest.mark.parametrize("linker", LINKERS)
def test_what_a_library_has_beside_what_is_used_is_not_counted(tmp_path: Path, linker: str) -> None:
    if linker == "LLD":
        needs.require_programs("clang", "ld.lld")
    weighed = footprints(tmp_path, "-O2", linker)
    assert set(weighed) == {"", "encode", "decode"}
    assert 0 < weighed["encode"] < 500, "only one of the library's functions, and not the other's constants"
    assert TABLE < weighed["decode"] < TABLE + 500
    assert weighed["decode"] < weighed[""] < weighed["decode"] + weighed["encode"] + 200
