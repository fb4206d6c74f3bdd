"""docs/frame-graph.md: its example runs, its table of codes is the code's."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "frame-graph.md").read_text(encoding="utf-8")


def test_the_example_runs() -> None:
    """Every Python block of the page, in order, in one namespace."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    namespace: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "docs/frame-graph.md", "exec"), namespace)

    assert blocks


def test_the_table_names_every_code_that_can_be_raised() -> None:
    """No code of an error or a lint is undocumented, none is documented that does not exist."""
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "shade" / "graph").glob("*.py")]
    raised = {code for source in sources for code in re.findall(r'"(F[GL]\d{4})"', source)}

    assert set(re.findall(r"F[GL]\d{4}", PAGE)) == raised
