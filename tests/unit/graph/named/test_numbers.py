"""The named graphs are all there."""

from __future__ import annotations

import re
from pathlib import Path


def test_each_number_from_1_to_22_has_its_graph() -> None:
    """Every number has a test whose docstring begins with it, in order."""
    sources = [path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("test_[0-9]*.py"))]
    found = re.findall(r'def test_(\d\d)_\w+\(.*?\) -> None:\n    """(\d+)\. ', "".join(sources))

    assert all(int(name) == int(told) for name, told in found)
    assert list(dict.fromkeys(int(name) for name, _ in found)) == list(range(1, 23))
