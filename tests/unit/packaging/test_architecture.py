"""The plan of the house, `docs/architecture.md`, is a plan of this house."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
LISTED = re.findall(r"`((?:\w+/)*\w+\.py)`", (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
MODULES = sorted(path for room in ("shade", "profile", "harness") for path in (ROOT / room).rglob("*.py"))
VERBS = ROOT / "harness" / "verbs"  # the command line's own documentation has these


@pytest.mark.parametrize("module", [path for path in MODULES if path.parent != VERBS], ids=lambda path: path.name)
def test_every_module_is_in_the_tables(module: Path) -> None:
    """As often as modules have its name, so that `errors.py` of one folder does not stand for another's."""
    namesakes = [path for path in MODULES if path.name == module.name and path.parent != VERBS]
    assert sum(Path(name).name == module.name for name in LISTED) >= len(namesakes)


@pytest.mark.parametrize("name", sorted(set(LISTED)))
def test_every_module_in_the_tables_is_there(name: str) -> None:
    """A module that was renamed or removed leaves no entry behind."""
    assert [path for room in ("shade", "profile", "scenes", "harness") for path in (ROOT / room).rglob(Path(name).name)]
