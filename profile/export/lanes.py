"""Intervals side by side: those that overlap lie on lanes of their own."""

from __future__ import annotations

__all__ = ["Lanes"]


class Lanes:
    """Lanes of one track, as many as the intervals need.

    A viewer takes two slices of one lane that overlap without nesting for a broken trace, and drops or bends one.
    """

    def __init__(self) -> None:
        self._ends: list[int] = []

    def take(self, begin: int, end: int) -> int:
        """The lowest lane that is free from ``begin`` on; it is taken up to ``end``."""
        for lane, taken_until in enumerate(self._ends):
            if taken_until <= begin:
                self._ends[lane] = end
                return lane
        self._ends.append(end)
        return len(self._ends) - 1
