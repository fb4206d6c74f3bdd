"""How many of something, in words: ``"1 pass"``, ``"2 passes"``, ``"0 topologies"``."""

from __future__ import annotations

__all__ = ["counted"]


def counted(count: int, noun: str) -> str:
    """``count`` with ``noun``, given in the singular, in the number that goes with it."""
    return f"{count} {noun if count == 1 else _plural(noun)}"


def _plural(noun: str) -> str:
    if noun.endswith(("s", "x", "ch", "sh")):
        return f"{noun}es"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}s"
