"""Which names, pass lists and topologies a capture's records refer to, and which of them are not there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

from framescope.profile.sgpt.frames import DecodedFrame
from framescope.profile.sgpt.model import PassList

__all__ = ["References"]


@dataclass(slots=True)
class References:
    """What was given a number so far, and what was asked for in vain.

    Attributes:
        names: Numbers of names that lead nowhere; ``pass_lists`` and ``topologies`` alike. A pass list that does
            not fit a frame is not the frame's.
    """

    names: set[int] = field(default_factory=set)
    pass_lists: set[int] = field(default_factory=set)
    topologies: set[int] = field(default_factory=set)
    _firsts: list[int] = field(default_factory=list)
    _ends: list[int] = field(default_factory=list)
    _shapes: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    _topologies: set[int] = field(default_factory=set)

    def give_names(self, first: int, count: int) -> None:
        """A SYMS was read."""
        if not self._ends or first >= self._ends[-1]:
            self._firsts.append(first)
            self._ends.append(first + count)

    def name(self, number: int) -> str:
        """Look a name up, for what decodes a pass list; the name itself does not matter."""
        place = bisect_right(self._firsts, number) - 1
        if place < 0 or number >= self._ends[place]:
            self.names.add(number)
        return ""

    def give_pass_list(self, number: int, passes: PassList) -> None:
        """A PLST was read."""
        self._shapes.setdefault(number, (len(passes), passes.compute_count, passes.render_count))

    def give_topology(self, number: int) -> None:
        """A TOPO was read."""
        self._topologies.add(number)

    def use(self, frame: DecodedFrame) -> None:
        """A FRAM was read."""
        if not _fits(frame, self._shapes.get(frame.pass_list)):
            self.pass_lists.add(frame.pass_list)
        if frame.topology is not None and frame.topology not in self._topologies:
            self.topologies.add(frame.topology)
        self._look_up(frame.reason, frame.failed_pass, *(name for name, _ in frame.counters))

    def _look_up(self, *numbers: int | None) -> None:
        for number in numbers:
            if number is not None:
                self.name(number)

    def counts(self) -> dict[str, int]:
        """How many of each kind lead nowhere."""
        kinds: Iterable[tuple[str, set[int]]] = (
            ("names", self.names),
            ("pass_lists", self.pass_lists),
            ("topologies", self.topologies),
        )
        return {kind: len(numbers) for kind, numbers in kinds}


def _fits(frame: DecodedFrame, shape: tuple[int, int, int] | None) -> bool:
    if shape is None or shape[0] != len(frame.state):
        return False
    work = frame.work
    return work is None or shape[1:] == (len(work.compute.dispatches), len(work.render.draws))
