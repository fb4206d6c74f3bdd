"""What is said of a range of frames besides the times of its passes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from framescope.profile.analysis.grouping import FrameStack
from framescope.profile.captured_frame import state_name, status_name
from framescope.profile.sgpt.frames import NO_TOPOLOGY, UNKNOWN_NS

__all__ = ["FrameFacts"]

_UNKNOWN = np.uint64(UNKNOWN_NS)


@dataclass(slots=True)
class FrameFacts:
    """What is counted of frames on their way through an analysis.

    Attributes:
        untimed: Spans without a time, by reason.
        spans: Spans in all.
    """

    untimed: Counter[str] = field(default_factory=Counter)
    spans: int = 0
    _frames: list[tuple[int, int, int]] = field(default_factory=list)
    _cpu_frame_ns: list[npt.NDArray[np.uint64]] = field(default_factory=list)

    def watch(self, stacks: Iterable[FrameStack]) -> Iterator[FrameStack]:
        """The same stacks, counted as they pass."""
        for stack in stacks:
            block = stack.block
            self._frames += zip(block.numbers.tolist(), block.status.tolist(), block.topology.tolist(), strict=True)
            self.spans += block.state.size
            if not block.timed.all():
                states, counts = np.unique(block.state[~block.timed], return_counts=True)
                self.untimed.update(dict(zip(map(state_name, states.tolist()), counts.tolist(), strict=True)))
            begin, submit = block.cpu_begin_ns, block.cpu_submit_ns
            known = (begin != _UNKNOWN) & (submit != _UNKNOWN) & (submit >= begin)
            self._cpu_frame_ns.append((submit - begin)[known])
            yield stack

    @property
    def numbers(self) -> list[int]:
        """Numbers of the frames, ascending."""
        return sorted(number for number, _, _ in self._frames)

    @property
    def statuses(self) -> Counter[str]:
        """Frames by status, in the order in which each first occurs."""
        found = Counter(status for _, status, _ in sorted(self._frames))
        return Counter({status_name(status): count for status, count in found.items()})

    @property
    def topologies(self) -> Counter[int]:
        """Frames by the number of their topology, in the order in which each first occurs; those of none left out."""
        return Counter(topology for _, _, topology in sorted(self._frames) if topology != NO_TOPOLOGY)

    @property
    def cpu_frame_ns(self) -> npt.NDArray[np.uint64]:
        """From begin to last submit on the CPU, of the frames where both are known, in no order."""
        return np.concatenate(self._cpu_frame_ns) if self._cpu_frame_ns else np.zeros(0, np.uint64)
