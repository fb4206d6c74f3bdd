"""Each finding's test fails when its fix is taken out, tried on a copy of the package."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from graph_mutations import MUTATIONS, Mutation

ROOT = Path(__file__).parents[4]
ROOMS = ("shade", "profile", "scenes", "harness")


def run(test: str, package: Path) -> int:
    """Pytest's exit status for one test with ``framescope`` taken from ``package``."""
    environment = {**os.environ, "PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", f"--rootdir={ROOT}", test]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=300).returncode


def mutated(mutation: Mutation, folder: Path) -> Path:
    """A copy of the package with one change."""
    for room in ROOMS:
        copytree(ROOT / room, folder / "framescope" / room, ignore=ignore_patterns("__pycache__"))
    path = folder / "framescope" / mutation.file
    path.write_text(path.read_text(encoding="utf-8").replace(mutation.original, mutation.mutated), encoding="utf-8")
    return folder


def test_every_section_of_the_ledger_has_a_mutation() -> None:
    """All 24, in order."""
    assert list(dict.fromkeys(mutation.section for mutation in MUTATIONS)) == list(range(1, 25))


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: f"{mutation.section}-{mutation.file}")
def test_the_fix_is_where_the_table_says(mutation: Mutation) -> None:
    """The snippet is in its file once, and the test that watches it exists."""
    path, _, name = mutation.test.partition("::")

    assert (ROOT / mutation.file).read_text(encoding="utf-8").count(mutation.original) == 1
    assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8")


@pytest.mark.campaign
@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: f"{mutation.section}-{mutation.file}")
def test_without_the_fix_the_test_fails(mutation: Mutation, tmp_path: Path) -> None:
    """Green with the package as it is, red with the one change."""
    as_it_is = mutation._replace(mutated=mutation.original)

    assert run(mutation.test, mutated(as_it_is, tmp_path / "whole")) == 0
    assert run(mutation.test, mutated(mutation, tmp_path / "mutated")) == 1
