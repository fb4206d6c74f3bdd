"""Text of a capture as a terminal may be given it: names are whatever a program put there."""

from __future__ import annotations

__all__ = ["escaped", "printable"]

_LONGEST_NAME = 56
_NO_LABEL = "(no label)"  # the inspector says so too


def escaped(text: str) -> str:
    """``text`` on one line: what steers a terminal, reorders the line or has no encoding is written as an escape."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def printable(name: str, longest: int = _LONGEST_NAME) -> str:
    """``name`` on one line and without control characters, the middle left out where it is long; never empty."""
    safe = escaped(name) if name else _NO_LABEL
    if len(safe) <= longest:
        return safe
    half = longest // 2
    return f"{safe[:half]}…{safe[half + 1 - longest :]}"
