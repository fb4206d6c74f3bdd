"""The wheel, built once for the tests that look into it or run it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="package")
def built_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from an sdist of the checkout, without asking a registry for anything."""
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(ROOT)]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout[-3000:] + built.stderr[-3000:]
    return next(out.glob("*.whl"))
