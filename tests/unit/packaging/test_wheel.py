"""The built wheel holds what the rooms hold, and nothing from anywhere else."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

ROOMS = ("shade", "profile", "scenes", "harness")
ROOT = Path(__file__).parents[3]


@pytest.fixture
def wheel(built_wheel: Path) -> zipfile.ZipFile:
    """The wheel, to look into."""
    return zipfile.ZipFile(built_wheel)


def files_of_the_rooms() -> set[str]:
    """Every file below the rooms as the wheel should name it."""
    return {
        f"framescope/{path.relative_to(ROOT).as_posix()}"
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_wheel_holds_every_file_of_the_rooms(wheel: zipfile.ZipFile) -> None:
    """Modules, shaders, format texts and typing markers alike: what is missing works in the checkout alone."""
    inside = {name for name in wheel.namelist() if name.startswith("framescope/")}
    inspector = {name for name in inside if name.startswith("framescope/inspector/")}
    assert files_of_the_rooms() == inside - inspector
    assert inspector == {f"framescope/inspector/{name}" for name in ("inspector.html", "page.py", "py.typed")}


def test_the_wheel_holds_nothing_beside_the_namespace(wheel: zipfile.ZipFile) -> None:
    """A top-level package called profile would shadow the standard library's."""
    tops = {name.partition("/")[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"framescope"}


def test_the_wheel_brings_the_command(wheel: zipfile.ZipFile) -> None:
    """Installing the wheel puts `framescope` on the path."""
    entry_points = next(name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert "framescope = framescope.harness.cli:main" in wheel.read(entry_points).decode().splitlines()


def test_every_data_file_has_a_packaged_suffix() -> None:
    """A kind of file that package_data does not name never reaches a user."""
    packaged = {".py", ".wgsl", ".md", ".html", ".json", ".bin"}
    strays = {name for name in files_of_the_rooms() if Path(name).suffix not in packaged}
    assert {name for name in strays if not name.endswith("/py.typed")} == set()
