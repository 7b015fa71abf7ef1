"""Profiles: what callgrind wrote of a small program, and whose its instructions are.

The program is in the folder ``profiled``. Valgrind 3.19 recorded it, and only the name of its folder was changed:

    gcc -O2 -g1 -fno-builtin codecs/codec.c -o program
    LD_BIND_NOW=1 valgrind --tool=callgrind --toggle-collect=work --callgrind-out-file=profile.callgrind ./program
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from weighbridge.runners.attribution import Shares, attribute, owner
from weighbridge.runners.profile import PassProfile, Place, Profile, ProfileError, profile_per_pass, read_profile

RECORDED = Path(__file__).with_name("profiled") / "profile.callgrind"
FOLDER = Path("/home/someone/runners/c")
PROGRAM = FOLDER / "program"
LIBC = "/usr/lib/x86_64-linux-gnu/libc.so.6"


@pytest.fixture
def recorded() -> Profile:
    return read_profile(RECORDED.read_text().splitlines(keepends=True))


def test_every_instruction_is_counted_once(recorded: Profile) -> None:
    assert recorded.instructions.total() == 4553, "callgrind's own total"


def test_inlined_code_counts_for_the_file_that_it_was_written_in(recorded: Profile) -> None:
    in_program = {
        place.file: count for place, count in recorded.instructions.items() if place.object == str(PROGRAM) and count
    }
    # callgrind_annotate says 4,002 of library.h, in the function work of codec.c; 406 of fill; the rest is work's own.
    assert in_program == {
        f"{FOLDER}/codecs/../third_party/library.h": 4002,
        f"{FOLDER}/codecs/codec.c": 4553 - 4002 - sum(c for p, c in recorded.instructions.items() if p.object == LIBC),
    }


def test_blocks_that_are_asked_of_the_c_library_are_counted(recorded: Profile) -> None:
    assert recorded.allocations == 1


def test_a_profile_is_told_by_whose_the_code_is(recorded: Profile) -> None:
    shares = attribute(recorded.instructions, PROGRAM, FOLDER)
    assert shares.library == 4002
    assert shares.standard == sum(count for place, count in recorded.instructions.items() if place.object == LIBC) > 100
    assert shares.adapter > 406, "what it calls is not its own"
    assert (shares.unknown, shares.total) == (0, 4553)


@pytest.mark.parametrize(
    ("object_", "file", "whose"),
    [
        (PROGRAM, FOLDER / "codecs/yyjson.c", "adapter"),
        (PROGRAM, FOLDER / "harness/visitor.h", "adapter"),
        (PROGRAM, FOLDER / "portable/visitor.h", "adapter"),
        (PROGRAM, FOLDER / "src/value.rs", "adapter"),
        (PROGRAM, FOLDER / "codecs/../third_party/yyjson.c", "library"),
        (PROGRAM, FOLDER / "build/gcc/libraries/libcbor/headers/cbor.h", "library"),
        (PROGRAM, "/usr/include/rapidjson/reader.h", "library"),
        (PROGRAM, "/root/.cargo/registry/src/index/serde_json-1.0.154/src/de.rs", "library"),
        (PROGRAM, "/usr/include/c++/12/bits/basic_string.h", "standard"),
        (PROGRAM, "/usr/include/x86_64-linux-gnu/c++/12/bits/gthr-default.h", "standard"),
        (PROGRAM, "/usr/include/x86_64-linux-gnu/bits/string_fortified.h", "standard"),
        (PROGRAM, "/usr/lib/gcc/x86_64-linux-gnu/12/include/emmintrin.h", "standard"),
        (PROGRAM, "/rustc/0123abc/library/alloc/src/vec/mod.rs", "standard"),
        (PROGRAM, "???", "unknown"),
        (LIBC, "???", "standard"),
        (LIBC, "./malloc/./malloc/malloc.c", "standard"),
        ("/usr/lib/x86_64-linux-gnu/libstdc++.so.6.0.30", "???", "standard"),
        ("/usr/lib/x86_64-linux-gnu/libm.so.6", "???", "standard"),
        ("/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2", "???", "standard"),
        ("/usr/lib/x86_64-linux-gnu/libcjson.so.1", "???", "library"),
        ("/usr/lib/x86_64-linux-gnu/libmsgpackc.so.2", "???", "library"),
    ],
)
def test_whose_a_file_is(object_: Path | str, file: Path | str, whose: str) -> None:
    assert owner(Place(str(object_), str(file)), PROGRAM, FOLDER) == whose


def test_a_tare_takes_off_no_more_than_there_is() -> None:
    net = Shares(library=600, standard=200, adapter=300).without(Shares(standard=250, adapter=100))
    assert net == Shares(library=600, standard=0, adapter=200)


def test_a_pass_is_the_difference_of_two_batches() -> None:
    mine, requests = Place("program", "mine.c"), Place("program", "request.c")
    executed: Counter[Place] = Counter()
    batches: list[int] = []

    def work(passes: int) -> None:
        batches.append(passes)
        executed.update({mine: 10 * passes, requests: 70})

    def profile() -> Profile:
        seen = Profile(executed.copy(), 3 * batches[-1] + 5)
        executed.clear()
        return seen

    assert profile_per_pass(profile, work, 400) == PassProfile({mine: 10, requests: 0}, 3)
    assert batches == [1, 100, 400]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no profile of instructions"),
        ("events: Ir Dr\nfl=(1) a.c\n1 5 7\n", "no profile of instructions"),
        ("events: Ir\nfl=(7)\n1 5\n", "did not name before"),
    ],
)
def test_what_is_no_profile_is_told(text: str, words: str) -> None:
    with pytest.raises(ProfileError, match=words):
        read_profile(text.splitlines())
