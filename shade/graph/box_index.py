"""Boxes that are asked which of them a box meets, fast however many there are.

A resource that is written piece by piece (an atlas by its tiles, a buffer by its ranges) has as many boxes as pieces;
looking through all of them for each access would make a frame of n pieces cost n². A few are looked through all
the same, which is faster. More are filed by the length of their last interval, rounded up to a power of two: a box
lies in one or two drawers of its length, and a query opens only the drawers that it touches.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, Protocol, TypeVar

from framescope.shade.graph.regions import Box, overlaps, subtract

__all__ = ["BoxIndex", "remainder"]


class Boxed(Protocol):
    """What an index holds: a named tuple with a box."""

    @property
    def box(self) -> Box:
        """Where it is."""

    def _replace(self, *, box: Box) -> Any:
        """The same elsewhere."""


E = TypeVar("E", bound=Boxed)

_FEW = 16


class BoxIndex(Generic[E]):
    """Named tuples with a box, in order of adding."""

    __slots__ = ("_drawers", "_entries", "_next")

    def __init__(self) -> None:
        self._entries: dict[int, E] = {}
        self._next = 0
        self._drawers: dict[int, dict[int, set[int]]] | None = None  # by length's exponent, by place; None while few

    def __iter__(self) -> Iterator[E]:
        return iter(self._entries.values())

    def __len__(self) -> int:
        return len(self._entries)

    def add(self, entry: E) -> None:
        """Add an entry; it may meet others."""
        number = self._next
        self._next += 1
        self._entries[number] = entry
        if self._drawers is not None:
            self._file(number, entry.box)
        elif len(self._entries) > _FEW:
            self._drawers = {}
            for held, earlier in self._entries.items():
                self._file(held, earlier.box)

    def meeting(self, box: Box) -> list[E]:
        """The entries whose boxes share anything with ``box``, in order of adding."""
        if self._drawers is None:
            return [entry for entry in self._entries.values() if overlaps(box, entry.box)]
        return [entry for _, entry in self._found(box)]

    def take(self, box: Box) -> list[E]:
        """As :meth:`meeting`, and cut ``box`` out of them: what is left of each is added anew."""
        if not self._entries:
            return []
        found = self._found(box)
        for number, entry in found:
            del self._entries[number]
            if self._drawers is not None:
                self._unfile(number, entry.box)
            for piece in subtract(entry.box, box):
                self.add(entry._replace(box=piece))
        return [entry for _, entry in found]

    def _found(self, box: Box) -> list[tuple[int, E]]:
        entries = self._entries
        if self._drawers is None:
            return [item for item in entries.items() if overlaps(box, item[1].box)]
        numbers: set[int] = set()
        for exponent, drawers in self._drawers.items():
            first, last = box[3] >> exponent, (box[4] - 1) >> exponent
            if last - first < len(drawers):
                numbers.update(*(drawers[place] for place in range(first, last + 1) if place in drawers))
            else:
                numbers.update(*drawers.values())
        return [(number, entries[number]) for number in sorted(numbers) if overlaps(box, entries[number].box)]

    def _file(self, number: int, box: Box) -> None:
        assert self._drawers is not None
        exponent = (box[4] - box[3] - 1).bit_length()
        drawers = self._drawers.setdefault(exponent, {})
        for place in {box[3] >> exponent, (box[4] - 1) >> exponent}:
            drawers.setdefault(place, set()).add(number)

    def _unfile(self, number: int, box: Box) -> None:
        assert self._drawers is not None
        exponent = (box[4] - box[3] - 1).bit_length()
        for place in {box[3] >> exponent, (box[4] - 1) >> exponent}:
            self._drawers[exponent][place].discard(number)


def remainder(box: Box, cuts: list[Box]) -> tuple[Box, ...]:
    """What is left of ``box`` without any of ``cuts``, in time about linear in their number."""
    if box in cuts:
        return ()
    left: tuple[Box, ...] = (box,)
    done: list[Box] = []
    for cut in sorted(cuts, key=lambda cut: cut[3]):
        pieces: list[Box] = []
        for piece in left:
            if piece[4] <= cut[3]:  # every later cut begins no earlier than this one
                done.append(piece)
            else:
                pieces.extend(subtract(piece, cut))
        left = tuple(pieces)
    return (*done, *left)
