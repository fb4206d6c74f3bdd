"""The run under ``python -O`` checks something: asserts vanish there, and pytest's rewritten ones must not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

IGNORED = "ignore:assertions not in test modules:pytest.PytestConfigWarning"


def run_optimized(folder: Path) -> str:
    """The last line of a pytest run under -O, with the options that ``.ci/test`` uses."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--import-mode=importlib"]
    options = ["-W", "error", "-W", IGNORED, "-o", "pythonpath=.", "-c", os.devnull, "--rootdir", str(folder)]
    result = subprocess.run(
        [*command, *options, str(folder)],
        cwd=folder,
        env=os.environ | {"PYTHONOPTIMIZE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    return result.stdout.splitlines()[-1]


@pytest.mark.parametrize("value", [1, 2])
def test_an_assert_of_a_test_module_checks(tmp_path: Path, value: int) -> None:
    """Where it holds the test passes, where it does not the test fails, and the product runs without __debug__."""
    (tmp_path / "test_it.py").write_text(f"def test_it():\n    assert not __debug__\n    assert {value} == 1\n")
    assert ("1 passed" in run_optimized(tmp_path)) == (value == 1)


def test_an_assert_of_a_registered_helper_checks(tmp_path: Path) -> None:
    """Behaviour lists live in helper modules, which tests/conftest.py registers."""
    (tmp_path / "behaviours.py").write_text("def check(value):\n    assert value == 1\n")
    (tmp_path / "conftest.py").write_text("import pytest\npytest.register_assert_rewrite('behaviours')\n")
    (tmp_path / "test_it.py").write_text("from behaviours import check\ndef test_it():\n    check(2)\n")
    assert "1 failed" in run_optimized(tmp_path)
