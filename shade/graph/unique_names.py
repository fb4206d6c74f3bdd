"""Names told apart: the k-th equal one gets ``#k`` from the second on, and no two end up equal."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["UniqueNames", "unique_names"]


class UniqueNames:
    """Hands out names so that each is used once."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._taken: set[str] = set()

    def claim(self, name: str) -> str:
        """``name``, or with ``#k`` behind it."""
        count = self._counts.get(name, 0) + 1
        unique = name if count == 1 else f"{name}#{count}"
        while unique in self._taken:  # a name may itself end in "#2"
            count += 1
            unique = f"{name}#{count}"
        self._counts[name] = count
        self._taken.add(unique)
        return unique


def unique_names(names: Iterable[str]) -> list[str]:
    """Each name told apart from those before it."""
    return list(map(UniqueNames().claim, names))
