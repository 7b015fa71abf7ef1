"""The wheels in an empty environment: no compiler, no network, a home of its own, nothing on PATH but Python."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import distribution, requires
from pathlib import Path

import needs
import pytest
from packaging.requirements import Requirement

from weighbridge.runners.confinement import without_network

COMPILERS = ("gcc", "cmake", "ninja", "pkg-config")
CHECKOUT = Path(__file__).parents[2]
TOOLS = ("sh", "uname", "unshare", "true")
DOCUMENT = {"name": "Zoë", "readings": [1, 2.5, None, True], "address": {"city": "Bern"}}
Tool = Callable[..., subprocess.CompletedProcess[str]]


def needed(package: str, found: set[str]) -> set[str]:
    """Return a package and all that it requires, of what is installed here."""
    if package not in found:
        found.add(package)
        for one in map(Requirement, requires(package) or ()):
            if one.marker is None or one.marker.evaluate({"extra": ""}):
                needed(one.name, found)
    return found


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheels")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=CHECKOUT, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home")
    (folder / "bin").mkdir()
    for tool in TOOLS:
        if place := shutil.which(tool):
            (folder / "bin" / tool).symlink_to(place)
    (folder / "document.json").write_text(json.dumps(DOCUMENT), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def tool(wheels: Path, home: Path) -> Tool:
    """Return the installed command: the wheel by pip, what it depends on as it is installed here."""
    environment = home / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    (wheel,) = wheels.glob("weighbridge-*.whl")
    install = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(environment),
        "install",
        "--no-index",
        "--no-deps",
        str(wheel),
    ]
    subprocess.run(install, check=True, capture_output=True)
    packages = next(environment.glob("lib/python*/site-packages"))
    for package in needed("weighbridge", set()) - {"weighbridge"}:
        for file in distribution(package).files or ():
            if ".." not in file.parts and "__pycache__" not in file.parts:
                (packages / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(str(file.locate()), packages / file)  # a runner may not follow a link to where others are

    def run(*arguments: str, status: int = 0, path: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
        clean = {"HOME": str(home), "PATH": f"{home}/bin{path}", "NO_COLOR": "1", "COLUMNS": "200", **variables}
        ended = subprocess.run(
            without_network([str(environment / "bin" / "weighbridge"), *arguments], home),
            cwd=home, env=clean, capture_output=True, text=True, check=False, timeout=280,
        )  # fmt: skip
        assert ended.returncode == status, ended.stdout + ended.stderr
        return ended

    return run


def test_an_own_document_is_weighed_reported_and_shown_as_a_page(tool: Tool, home: Path):
    ran = tool("run", "document.json", "--languages", "python", "--budget", "2s", "--no-progress")
    assert "Python" in ran.stdout
    report = json.loads(tool("report", "last", "--json").stdout)
    assert {cell["library"] for cell in report["cells"]} >= {"json", "orjson", "msgpack", "cbor2"}
    assert all(cell["gross_ns"]["estimate"] > 0 for cell in report["cells"])
    (page,) = home.rglob("pages/*.html")
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_what_is_not_installed_is_named_with_what_brings_it(tool: Tool):
    document = json.loads(tool("doctor", "python", "--json").stdout)
    (python,) = (runner for runner in document["runners"] if runner["target"] == "host")
    assert python["ready"]
    assert python["built"] == "here"
    assert any("fastavro" in missing and "weighbridge[python]" in missing for missing in python["missing"])
    assert document["missing_extras"].keys() >= {"charts", "compressors", "formats", "python", "runners", "schemas"}
    formats = {row["format"]: row["reference"] for row in json.loads(tool("list", "formats", "--json").stdout)}
    assert formats["bson"] == "pymongo is not installed: pip install 'weighbridge[formats]'"


def test_the_installation_proves_itself(tool: Tool):
    assert "This installation works." in tool("self-test").stdout


@needs.programs(*COMPILERS)
def test_a_compiled_runner_is_built_of_the_sources_in_the_wheel(tool: Tool, home: Path):
    tool("list", "runners")
    (folder,) = home.glob(".cache/weighbridge/sources/*/runners/c")
    fetched = [CHECKOUT / "runners/c/third_party" / library for library in ("cjson", "yajl")]
    needs.require(*(f"{library.name} (weighbridge setup c)" for library in fetched if not library.is_dir()))
    for library in fetched:  # which takes a network
        shutil.copytree(library, folder / "third_party" / library.name)
    (home / "compilers").mkdir()
    for program in (*COMPILERS, "as", "ld", "ar", "ranlib", "nm", "objdump", "objcopy", "size", "cat"):
        if place := shutil.which(program):
            (home / "compilers" / program).symlink_to(place)
    path = f":{home}/compilers"
    tool("setup", "c", path=path)
    runners = json.loads(tool("doctor", "c", "--json", path=path).stdout)["runners"]
    (built,) = (runner for runner in runners if runner["target"] == "host")
    assert built["ready"]
    assert built["built"] == "here"
    assert built["codecs"] >= len(fetched)
    tool("run", "document.json", "--languages", "c", "--budget", "2s", "--no-progress")  # without the compilers
    report = json.loads(tool("report", "last", "--json").stdout)
    assert {cell["runner"] for cell in report["cells"]} == {"c"}
    assert report["environment"]["runners"]["c"]["compiler"].startswith("gcc")
