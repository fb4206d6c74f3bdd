"""Reports as text: aligned columns and sizes for people. Programs use ``--json``."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from framescope.profile.analysis.alignment import aligned, column_widths

__all__ = ["format_bytes", "format_table", "wrapped"]

UNKNOWN = "–"
_WIDTH = 80


def format_bytes(value: int | None) -> str:
    """Bytes in powers of 1024, one figure after the point; ``–`` for what is not known."""
    if value is None:
        return UNKNOWN
    for unit, scale in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if abs(value) >= scale:
            return f"{value / scale:.1f} {unit}"
    return f"{value} B"


def format_table(head: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Rows under a head, columns as wide as they must be.

    Args:
        head: The columns' names.
        rows: Cells as text, as many in a row as the head has.
        left: How many columns, from the left, hold names and are aligned left; the others are figures.
    """
    rule = ["-" * width for width in column_widths([head, *rows])]
    return "\n".join(aligned([head, rule, *rows], left))


def wrapped(line: str, hang: int) -> str:
    """``line`` in at most 80 columns where its words allow that, what does not fit ``hang`` columns further down."""
    lines = wrap(line, _WIDTH, subsequent_indent=" " * hang, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines)
