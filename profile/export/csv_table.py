"""GPU passes as CSV: RFC 4180 in UTF-8, lines ending in CR LF, a header, an empty cell for what is unknown."""

from __future__ import annotations

import csv
import io
import re
from functools import lru_cache
from typing import IO, Any

from framescope.profile.capture import Capture
from framescope.profile.export.span_columns import SPAN_COLUMNS, Kind, span_columns

__all__ = ["write_csv"]

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "'")


def write_csv(capture: Capture, file: IO[bytes], start: int | None = None, stop: int | None = None) -> None:
    """Write one row a GPU pass of the frames with ``start <= number < stop``, after a header.

    A label is whatever a program put there, and a spreadsheet takes a cell that begins with ``=`` for a formula. Text
    that begins with one of ``= + - @ '``, a tab or a line end therefore has an apostrophe before it, which a program
    that reads the file takes off again.
    """
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=False)
    rows = csv.writer(text, lineterminator="\r\n")
    rows.writerow([column.name for column in SPAN_COLUMNS])
    for cells in span_columns(capture, start, stop):
        rows.writerows(zip(*(_told(cells[column.name], column.kind) for column in SPAN_COLUMNS), strict=True))
    text.flush()
    text.detach()  # the file is the caller's


def _told(cells: list[Any], kind: Kind) -> list[Any]:
    """Cells as they are written; None becomes an empty one."""
    if kind == "text":
        return [None if cell is None else _text(cell) for cell in cells]
    if kind == "bool":
        return [None if cell is None else "true" if cell else "false" for cell in cells]
    return cells


@lru_cache(maxsize=4096)  # a frame's labels are those of the frame before
def _text(text: str) -> str:
    shown = _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)  # no reader of CSV promises to take them
    return "'" + shown if shown.startswith(_FORMULA) else shown
