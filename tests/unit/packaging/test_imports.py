"""Who may import whom, read from the source itself."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
ROOMS = ("shade", "profile", "scenes", "harness")
PAGE = (ROOT / "inspector").glob("*.py")  # what lies below is the page's own, in another language
MODULES = sorted(
    path.relative_to(ROOT) for path in (*PAGE, *(p for room in ROOMS for p in (ROOT / room).rglob("*.py")))
)

# What a room may name of framescope, besides itself.
ALLOWED_ROOMS = {
    "shade": {"shade"},
    "profile": {"profile", "shade"},
    "scenes": {"scenes", "shade"},
    "inspector": {"inspector", "shade"},
    "harness": {*ROOMS, "inspector"},
}
# The half of profile that works with a file alone.
FILE_HALF = ("inspector/", "profile/sgpt/", "profile/analysis/", "profile/export/", "profile/snapshot/")
FILE_HALF_MODULES = (
    *(
        "profile/capture.py",
        "profile/captured_frame.py",
        "profile/captured_graph.py",
        "profile/frame_arrays.py",
        "profile/follow.py",
    ),
    *("profile/verify.py", "profile/counted.py", "profile/errors.py", "profile/levels.py"),
)
# What the file half may name of shade: the root of the error tree, and the exports, which are functions of a dict.
PURE_OF_SHADE = {
    f"framescope.shade.{name}"
    for name in (
        "errors",
        "graph.export_dot",
        "graph.export_json",
        "graph.dot_edges",
        "graph.dot_escape",
        "graph.dot_nodes",
        "graph.dot_style",
        "graph.model_text",
        "graph.unique_names",
    )
}
# Modules behind an extra of the package, and what it installs.
EXTRAS = {
    "profile/export/parquet_table.py": {"pyarrow"},
    "profile/export/perfetto_trace.py": {"perfetto"},
    "profile/export/perfetto_packets.py": {"perfetto"},
}
# The C library itself, and what loads a module by a string.
LIBRARY_OF_WGPU = {"ffi", "lib"}
OF_NAMED_TUPLES = {"_asdict", "_fields", "_make", "_replace"}  # public, in spite of the underscore
ROOM_IN_A_STRING = re.compile(rf"framescope\.({'|'.join(ALLOWED_ROOMS)})\b")


def imported_names(path: Path) -> Iterator[str]:
    """Every module that a source file names in an import, the ones for type checkers included."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import hides which copy of a module is meant"
            assert node.module is not None
            yield node.module


def parsed(path: Path) -> ast.Module:
    """A module's syntax tree."""
    return ast.parse((ROOT / path).read_text(encoding="utf-8"))


def documentation(tree: ast.AST) -> set[ast.AST]:
    """The string constants that are statements of their own: docstrings."""
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def rooms_named(tree: ast.AST) -> set[str]:
    """Rooms that a module imports, by statement or by a string that something may load a module by."""
    words = documentation(tree)
    rooms: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in words:
            rooms |= set(ROOM_IN_A_STRING.findall(node.value))
            continue
        else:
            continue
        rooms |= {name.split(".")[1] for name in names if name.startswith("framescope.")}
    return rooms


def own_private_names(trees: Iterable[ast.AST]) -> set[str]:
    """Names with a leading underscore that these modules define: attributes they set, methods, slots, globals."""
    found: set[str] = set()
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, (ast.Attribute, ast.Name)) and isinstance(node.ctx, ast.Store):
            found.add(node.attr if isinstance(node, ast.Attribute) else node.id)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)  # a slot
        elif isinstance(node, ast.alias):
            found.add(node.asname or node.name)
    return {name for name in found if is_private(name)}


def is_private(name: str) -> bool:
    """A leading underscore, no dunder, and no method of named tuples."""
    return name.startswith("_") and not name.startswith("__") and name not in OF_NAMED_TUPLES


def private_names_of_wgpu(tree: ast.AST, ours: set[str]) -> list[str]:
    """What a module uses of wgpu that wgpu does not promise: private names none of ours defines, the C library."""
    found: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names if _is_private_module(alias.name)]
        elif isinstance(node, ast.ImportFrom) and str(node.module).startswith("wgpu"):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            found += [name for name in names if _is_private_module(name) or name.split(".")[-1] in LIBRARY_OF_WGPU]
        elif isinstance(node, ast.Attribute):
            if node.attr in LIBRARY_OF_WGPU or (is_private(node.attr) and node.attr not in ours):
                found.append(node.attr)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("getattr", "setattr"):
            name = node.args[1]
            if isinstance(name, ast.Constant) and is_private(str(name.value)) and name.value not in ours:
                found.append(str(name.value))
    return found


def _is_private_module(name: str) -> bool:
    return name.startswith("wgpu") and any(map(is_private, name.split(".")))


def is_file_half(path: Path) -> bool:
    """True for the modules that must work with no driver and no wgpu installed."""
    name = path.as_posix()
    return name.startswith(FILE_HALF) or name in FILE_HALF_MODULES


def test_there_are_modules_to_look_at() -> None:
    """An empty list would make every rule below hold."""
    assert {path.parts[0] for path in MODULES} == {*ROOMS, "inspector"}


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_a_room_imports_only_what_lies_below_it(path: Path) -> None:
    """Scenes and profile stand on shade, harness on all; never the other way round."""
    assert rooms_named(parsed(path)) <= ALLOWED_ROOMS[path.parts[0]]


@pytest.mark.parametrize(
    "code",
    [
        "import framescope.profile.session",
        "from framescope import profile",
        "from framescope.profile import session as s",
        "def late():\n    from framescope.profile.session import GPUProfileSession",
        "if TYPE_CHECKING:\n    from framescope.profile.session import GPUProfileSession",
        "importlib.import_module('framescope.profile.session')",
        "__import__(f'framescope.profile.{name}')",
    ],
)
def test_no_way_of_importing_is_overlooked(code: str) -> None:
    """Each of these names the room, a docstring that mentions it does not."""
    assert rooms_named(ast.parse(f'"""Not framescope.scenes."""\n{code}')) == {"profile"}


@pytest.mark.parametrize("path", [path for path in MODULES if is_file_half(path)], ids=str)
def test_the_file_half_needs_numpy_and_the_standard_library_alone(path: Path) -> None:
    """Of framescope it may name itself and the pure modules of shade, and nothing that loads wgpu."""
    extras = EXTRAS.get(path.as_posix(), set())
    for name in imported_names(path):
        top = name.partition(".")[0]
        if top == "framescope":
            own = Path(*name.split(".")[1:])
            assert name in PURE_OF_SHADE or is_file_half(own.with_suffix(".py")) or is_file_half(own / "x")
        else:
            assert top in {"numpy", *extras} or top in sys.stdlib_module_names, f"{path} imports {name}"


@pytest.mark.parametrize("module", sorted(PURE_OF_SHADE))
def test_the_pure_modules_of_shade_need_the_standard_library_alone(module: str) -> None:
    """They import each other and nothing else of framescope: what the file half takes from shade stays small."""
    path = Path(*module.split(".")[1:]).with_suffix(".py")
    for name in imported_names(path):
        top = name.partition(".")[0]
        assert name in PURE_OF_SHADE or top in sys.stdlib_module_names, f"{path} imports {name}"


OURS = own_private_names(parsed(path) for path in MODULES if path != Path("shade/native.py"))


@pytest.mark.parametrize(
    "code",
    [
        "from wgpu.backends.wgpu_native import (\n    lib,\n)",
        "from wgpu.backends.wgpu_native import ffi as f",
        "import wgpu.backends.wgpu_native as n\nn.lib.wgpuDevicePoll",
        "import wgpu._classes",
        "from wgpu import _diagnostics",
        "from wgpu.backends.wgpu_native._api import GPUBuffer",
        "device._internal",
        "getattr(device, '_internal')",
        "device._poll(False)",
        "buffer._map_state",
    ],
)
def test_private_names_of_wgpu_are_recognised(code: str) -> None:
    """However one gets at them."""
    assert private_names_of_wgpu(ast.parse(code), OURS) != []


@pytest.mark.parametrize("path", [path for path in MODULES if path != Path("shade/native.py")], ids=str)
def test_private_names_of_wgpu_stay_in_one_module(path: Path) -> None:
    """What wgpu-py does not promise may change with any release, so one module knows it and checks the version."""
    assert private_names_of_wgpu(parsed(path), OURS) == []


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_no_module_is_imported_by_its_folders_name(path: Path) -> None:
    """`import shade.x` works in the checkout, gives a second copy of the module, and fails once installed."""
    assert {name.partition(".")[0] for name in imported_names(path)} & set(ROOMS) == set()
