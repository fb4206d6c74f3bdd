"""The checkout neither shadows the standard library nor loads a driver for what needs none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
DRIVERS = {"wgpu", "rendercanvas", "glfw", "PIL"}
TOP_LEVEL = ("shade", "profile", "scenes", "harness", "inspector", "tests", "examples", "docs")


def run_python(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run this interpreter from the root of the checkout."""
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("tool", [("-m", "cProfile", "-h"), ("-m", "pytest", "--version"), ("-m", "profile", "-h")])
def test_tools_of_the_standard_library_start_in_the_checkout(tool: tuple[str, ...]) -> None:
    """`python -m` puts the current folder first on the path, where a folder called profile lies."""
    result = run_python(*tool)
    assert (result.returncode, "Error" in result.stderr) == (0, False), result.stderr


def test_profile_is_the_standard_librarys() -> None:
    """A namespace portion found on the path never wins against a module, and ours must stay one."""
    result = run_python("-c", "import profile; print(profile.Profile.__module__, profile.__file__ is not None)")
    assert result.stdout.split() == ["profile", "True"]


@pytest.mark.parametrize("folder", TOP_LEVEL)
def test_top_level_folders_are_no_packages(folder: str) -> None:
    """An __init__.py at the top would make the folder importable under its own name."""
    assert not (ROOT / folder / "__init__.py").exists()


@pytest.mark.parametrize(
    "module",
    [
        "framescope.shade.errors",
        "framescope.profile.capture",
        "framescope.profile.analysis.table",
        "framescope.scenes.registry",
        "framescope.harness.cli",
    ],
)
def test_reading_a_capture_loads_no_driver(module: str) -> None:
    """A machine without wgpu and without a driver can read, check and list."""
    code = f"import sys, importlib; importlib.import_module({module!r}); print(sorted({DRIVERS} & set(sys.modules)))"
    result = run_python("-c", code)
    assert result.stdout.strip() == "[]", result.stderr


def test_the_profiler_is_optional() -> None:
    """A program that renders without recording never loads the recorder."""
    code = (
        "import sys, framescope.shade.renderer; print([m for m in sys.modules if m.startswith('framescope.profile')])"
    )
    assert run_python("-c", code).stdout.strip() == "[]"
