"""Where a declaration was made, kept cheaply and spelled only when an error needs it.

Reading a line number walks the code object's line table. A frame declares hundreds of things and nearly never
fails, so recording keeps the code object and the instruction offset, and the walk waits for the error.
"""

from __future__ import annotations

import os
from types import CodeType

__all__ = ["Place", "from_here", "spell"]

Place = tuple[str, CodeType, int]
"""Label of the declaring pass ("" outside of passes), code object, offset of the instruction."""


def spell(place: Place) -> str:
    """``file:line`` of a declaration."""
    _, code, offset = place
    line = code.co_firstlineno
    for start, end, candidate in code.co_lines():
        if start <= offset < end and candidate is not None:
            line = candidate
            break
    return f"{code.co_filename}:{line}"


def from_here(place: str) -> str:
    """``file:line`` for a person: from the working directory, where the file lies below it."""
    try:
        here = os.path.join(os.getcwd(), "")
    except OSError:  # it was removed
        return place
    return place.removeprefix(here)
