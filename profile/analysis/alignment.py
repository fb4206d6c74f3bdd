"""Rows of text as aligned columns."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["aligned", "column_widths"]


def column_widths(rows: Sequence[Sequence[str]]) -> list[int]:
    """The longest cell of each column."""
    return [max(map(len, column)) for column in zip(*rows, strict=True)]


def aligned(rows: Sequence[Sequence[str]], left: int = 1) -> list[str]:
    """One line a row, columns as wide as they must be.

    Args:
        rows: Cells as text, as many in each row.
        left: How many columns, from the left, hold names and are aligned left; the others are figures.
    """
    widths = column_widths(rows)
    return [
        "  ".join(
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
