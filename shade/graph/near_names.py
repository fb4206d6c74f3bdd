"""The names that come nearest to one that nothing has: most of these are misspelt."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches

__all__ = ["nearest"]


def nearest(name: object, names: Collection[str], nothing: str) -> str:
    """``"the nearest: 'depth', 'depths'"``, at most three; ``nothing`` says what there is none of."""
    near = get_close_matches(str(name), dict.fromkeys(names), n=3, cutoff=0.0)
    return f"the nearest: {', '.join(map(repr, near)) or nothing}"
