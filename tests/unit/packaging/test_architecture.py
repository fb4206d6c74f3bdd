"""The plan of the house, `docs/architecture.md`, is a plan of this house."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[3]
PLAN = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
LISTED = Counter(Path(name).name for name in re.findall(r"`((?:\w+/)*\w+\.py)`", PLAN))
VERBS = ROOT / "harness" / "verbs"  # docs/command_line.md has these


def test_every_module_is_in_the_tables() -> None:
    """As often as modules have its name, so that `errors.py` of one folder does not stand for another's."""
    modules = [path for room in ("shade", "profile", "harness") for path in (ROOT / room).rglob("*.py")]
    modules += (ROOT / "inspector").glob("*.py")
    assert Counter(path.name for path in modules if path.parent != VERBS) - LISTED == {}


def test_every_module_in_the_tables_is_there() -> None:
    """A module that was renamed or removed leaves no entry behind."""
    there = {path.name for room in ("shade", "profile", "scenes", "harness") for path in (ROOT / room).rglob("*.py")}
    there |= {path.name for path in (ROOT / "inspector").glob("*.py")}
    assert set(LISTED) - there == set()


def test_the_page_is_in_the_tables() -> None:
    """Every module of the inspector's page is listed, and every one that is listed is there."""
    listed = Counter(Path(name).name for name in re.findall(r"`((?:\w+/)*\w+\.tsx?)`", PLAN))
    modules = (ROOT / "inspector" / "src").rglob("*.ts*")
    there = Counter(path.name for path in modules if not path.name.endswith(".d.ts"))
    assert there == listed
