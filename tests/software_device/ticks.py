"""The clock of the software device: whatever raw ticks a test wants a GPU to have written.

The vendors' quirks (zeros, an end before its begin, a counter that wraps) cannot be had from the driver at
hand, so they are scripted here. Figures never come from this clock.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from typing import Protocol

__all__ = ["GARBAGE", "MonotoneTicks", "TickScript", "TickSource", "is_garbage"]

TickPair = tuple[int, int]
_U64 = 1 << 64

GARBAGE = 0xBADC_0FFE_0000_0000
"""What an unwritten slot resolves to, plus the slot's number."""


def is_garbage(value: int) -> bool:
    """True for what a slot resolves to that its submission never wrote."""
    return value & 0xFFFF_FFFF_0000_0000 == GARBAGE


class TickSource(Protocol):
    """Where timestamps come from."""

    def pass_ticks(self, label: str) -> TickPair:
        """Raw ticks at the begin and the end of the next timed pass, in submit order."""

    def stamp(self) -> int:
        """Raw ticks of the next timestamp written outside a pass descriptor."""


class MonotoneTicks:
    """A healthy clock: passes of equal length, one after the other, never overlapping.

    Args:
        start: First tick.
        duration: Ticks from a pass's begin to its end.
        gap: Ticks between one pass and the next.
    """

    def __init__(self, start: int = 1_000_000, duration: int = 1_000, gap: int = 100) -> None:
        self._now = start
        self._duration = duration
        self._gap = gap

    def pass_ticks(self, label: str) -> TickPair:
        """The next stretch of time, whatever the pass."""
        begin, end = self._now, self._now + self._duration
        self._now = end + self._gap
        return begin, end

    def stamp(self) -> int:
        """Now, one gap after the last event."""
        now, self._now = self._now, self._now + self._gap
        return now


class TickScript:
    """Scripted pairs, in the order in which timed passes are submitted; a healthy clock after the last one.

    Args:
        pairs: ``(begin, end)`` raw 64-bit values.
        by_label: Pairs for passes of these labels, whenever they come; they consume nothing of ``pairs``.
        repeat: Start ``pairs`` again instead of going on with the healthy clock.
    """

    def __init__(
        self,
        pairs: Iterable[TickPair] = (),
        *,
        by_label: Mapping[str, TickPair] | None = None,
        repeat: bool = False,
    ) -> None:
        scripted = [(begin % _U64, end % _U64) for begin, end in pairs]
        self._pairs = itertools.cycle(scripted) if repeat else iter(scripted)
        self._by_label = dict(by_label) if by_label is not None else {}
        self._after = MonotoneTicks()

    def pass_ticks(self, label: str) -> TickPair:
        """The pair of this label, else the next scripted pair, else the healthy clock."""
        if label in self._by_label:
            return self._by_label[label]
        pair = next(self._pairs, None)
        return pair if pair is not None else self._after.pass_ticks(label)

    def stamp(self) -> int:
        """From the healthy clock: scripts speak of passes."""
        return self._after.stamp()
