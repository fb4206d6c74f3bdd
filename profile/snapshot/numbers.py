"""Numbers as a canonical snapshot has them."""

from __future__ import annotations

from typing import Any

from framescope.profile.snapshot.vocabulary import MAX_SAFE_INTEGER

__all__ = ["canonical"]


def canonical(snapshot: dict[str, Any]) -> dict[str, Any]:
    """A copy in which ``1.0`` is ``1`` and ``-0.0`` is ``0``; extensions are what they were.

    Args:
        snapshot: A valid one; its tables are only a few levels deep.
    """
    return {name: value if name == "extensions" else _canonical(value) for name, value in snapshot.items()}


def _canonical(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _canonical(entry) for name, entry in value.items()}
    if isinstance(value, list):
        return [_canonical(entry) for entry in value]
    if isinstance(value, float) and value.is_integer() and value <= MAX_SAFE_INTEGER:
        return int(value)
    return value
