"""docs/snapshot.md lists the codes there are."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from framescope.profile.snapshot.codes import Code

ROOT = Path(__file__).parents[3]
DOCUMENT = (ROOT / "docs" / "snapshot.md").read_text(encoding="utf-8")
SOURCES = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "profile" / "snapshot").glob("*.py")}


def test_the_table_is_the_codes() -> None:
    """Each of them, once, in their order."""
    table = DOCUMENT[DOCUMENT.index("| code | says |") :]
    assert tuple(re.findall(r"^\| `([a-z0-9.-]+)` \|", table, re.MULTILINE)) == get_args(Code)


def test_every_code_is_given() -> None:
    """By a rule or a migration; that no other is given, the type checker sees to."""
    given = "".join(text for name, text in SOURCES.items() if name != "codes.py")
    assert [code for code in get_args(Code) if f'"{code}"' not in given] == []
