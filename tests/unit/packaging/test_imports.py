"""Who may import whom, read from the source itself."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
ROOMS = ("shade", "profile", "scenes", "harness")
MODULES = sorted(path.relative_to(ROOT) for room in ROOMS for path in (ROOT / room).rglob("*.py"))

# What a room may name of framescope, besides itself.
ALLOWED_ROOMS = {
    "shade": {"shade"},
    "profile": {"profile", "shade"},
    "scenes": {"scenes", "shade"},
    "harness": set(ROOMS),
}
# The half of profile that works with a file alone.
FILE_HALF = ("profile/sgpt/", "profile/analysis/", "profile/export/", "profile/snapshot/")
FILE_HALF_MODULES = ("profile/capture.py", "profile/captured_frame.py", "profile/errors.py", "profile/levels.py")
# Names with a leading underscore, and the C library itself; extras and versions are public.
PRIVATE_OF_WGPU = re.compile(
    r"""
    \bwgpu(\.\w+)*\._(?!_)
    | from\ wgpu[.\w]*\ import\ .*\b(_\w+|ffi|lib)\b
    | \bwgpu_native\.(ffi|lib)\b
    | \._internal\b
    | \._poll\b
    """,
    re.VERBOSE,
)


def imported_names(path: Path) -> Iterator[str]:
    """Every module that a source file names in an import, the ones for type checkers included."""
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import hides which copy of a module is meant"
            assert node.module is not None
            yield node.module


def is_file_half(path: Path) -> bool:
    """True for the modules that must work with no driver and no wgpu installed."""
    name = path.as_posix()
    return name.startswith(FILE_HALF) or name in FILE_HALF_MODULES


def test_there_are_modules_to_look_at() -> None:
    """An empty list would make every rule below hold."""
    assert {path.parts[0] for path in MODULES} == set(ROOMS)


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_a_room_imports_only_what_lies_below_it(path: Path) -> None:
    """Scenes and profile stand on shade, harness on all; never the other way round."""
    rooms = {name.split(".")[1] for name in imported_names(path) if name.startswith("framescope.")}
    assert rooms <= ALLOWED_ROOMS[path.parts[0]]


@pytest.mark.parametrize("path", [path for path in MODULES if is_file_half(path)], ids=str)
def test_the_file_half_needs_numpy_and_the_standard_library_alone(path: Path) -> None:
    """Of framescope it may name itself and the root of the error tree, and nothing that loads wgpu."""
    for name in imported_names(path):
        top = name.partition(".")[0]
        if top == "framescope":
            own = Path(*name.split(".")[1:])
            assert name == "framescope.shade.errors" or is_file_half(own.with_suffix(".py")) or is_file_half(own / "x")
        else:
            assert top == "numpy" or top in sys.stdlib_module_names, f"{path} imports {name}"


def test_private_names_are_recognised() -> None:
    """The module that may use them does, so a pattern that finds nothing there finds nothing anywhere."""
    assert PRIVATE_OF_WGPU.search((ROOT / "shade/native.py").read_text(encoding="utf-8")) is not None


@pytest.mark.parametrize("path", [path for path in MODULES if path != Path("shade/native.py")], ids=str)
def test_private_names_of_wgpu_stay_in_one_module(path: Path) -> None:
    """What wgpu-py does not promise may change with any release, so one module knows it and checks the version."""
    assert PRIVATE_OF_WGPU.search((ROOT / path).read_text(encoding="utf-8")) is None


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_no_module_is_imported_by_its_folders_name(path: Path) -> None:
    """`import shade.x` works in the checkout, gives a second copy of the module, and fails once installed."""
    assert {name.partition(".")[0] for name in imported_names(path)} & set(ROOMS) == set()
