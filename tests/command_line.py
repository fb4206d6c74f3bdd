"""The command line called in this process, for the tests that read what it prints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from framescope.harness.cli import main

__all__ = ["record", "run_json"]


def run_json(capsys: pytest.CaptureFixture[str], *argv: str, status: int = 0) -> Any:
    """Run a verb with --json; its stdout must be one JSON value and nothing else."""
    assert main([*argv, "--json"]) == status
    return json.loads(capsys.readouterr().out)


def record(path: Path, *argv: str) -> int:
    """Record ten small frames of the triangle, unless told otherwise."""
    return main(["record", "triangle", "-o", str(path), "--frames", "10", "--size", "32x32", *argv])
