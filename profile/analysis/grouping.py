"""Frames that share a pass list, stacked to matrices: statistics loop over passes, not over spans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from framescope.profile.analysis.report import LOST, UNATTRIBUTED
from framescope.profile.capture import Capture
from framescope.profile.frame_arrays import frame_matrices
from framescope.profile.sgpt.frame_blocks import FrameBlock
from framescope.profile.sgpt.intervals import Mask, Ticks, union_ticks
from framescope.profile.sgpt.model import NO_PASS, PassList

__all__ = ["FrameStack", "PassGroup", "PassKey", "stack_frames"]

PassKey = tuple[str, bool]
"""A pass's path and whether it is a graph pass: ``("shadows/cascade 0", True)``, ``("(unattributed)/blur", False)``."""

_COUNTED = ("dispatches", "invocations", "compute_partial", "draws")


@dataclass(frozen=True, slots=True)
class PassGroup:
    """The entries of one pass in a pass list: their columns, and their rows among compute and render entries."""

    key: PassKey
    columns: list[int]
    compute: list[int]
    render: list[int]


@dataclass(frozen=True, slots=True)
class FrameStack:
    """Frames of one pass list.

    Attributes:
        groups: Its passes.
        block: Its frames, a row each.
        has_time: Which of the frames have a timed span, bool.
    """

    groups: tuple[PassGroup, ...]
    block: FrameBlock
    has_time: Mask
    _ticks: Ticks  # of each span by itself, a row a span; 0 where it has no time
    _timed: Mask
    _work: dict[str, npt.NDArray[np.uint64]]

    @property
    def numbers(self) -> npt.NDArray[np.int64]:
        """Their numbers in the capture."""
        return self.block.numbers.astype(np.int64)

    def union_ticks(self) -> Ticks:
        """Ticks in which at least one span ran, of the frames that have a timed one."""
        return union_ticks(*self._with_time())

    def extent_ticks(self) -> Ticks:
        """Latest end minus earliest begin of the timed spans, of the frames that have one."""
        begin, end, timed = self._with_time()
        if not timed.size:
            return np.zeros(0, np.uint64)
        if not timed.all():
            begin, end = np.where(timed, begin, np.uint64(0xFFFFFFFFFFFFFFFF)), np.where(timed, end, np.uint64(0))
        return np.asarray(end.max(axis=1) - begin.min(axis=1))

    def _with_time(self) -> tuple[Ticks, Ticks, Mask]:
        block, frames = self.block, self.has_time
        if frames.all():
            return block.begin, block.end, block.timed
        return block.begin[frames], block.end[frames], block.timed[frames]

    def pass_ticks(self, group: PassGroup) -> tuple[Ticks, Mask]:
        """The time of a pass in each frame, the union of its timed spans, and which frames have one."""
        columns = group.columns
        if len(columns) == 1:
            return self._ticks[columns[0]], self._timed[columns[0]]
        timed = self.block.timed[:, columns]
        return union_ticks(self.block.begin[:, columns], self.block.end[:, columns], timed), np.asarray(
            timed.any(axis=1)
        )

    def work(self, name: str, rows: list[int]) -> npt.NDArray[np.uint64] | None:
        """A count of ``SGPT_FORMAT.md`` §7 summed over these entries, in each frame; None where none was recorded."""
        counts = self._work.get(name)
        if counts is None:
            return None
        return counts[rows[0]] if len(rows) == 1 else np.asarray(counts[rows].sum(axis=0, dtype=np.uint64))


def stack_frames(capture: Capture, start: int | None = None, stop: int | None = None) -> Iterator[FrameStack]:
    """The frames with ``start <= number < stop``, gathered by pass list and by whether they recorded work.

    Frames that cannot be read are left out and listed in the capture's ``lost``.
    """
    for matrix in frame_matrices(capture, start, stop):
        block = matrix.block
        yield FrameStack(
            groups=_groups(matrix.pass_list, block.state.shape[1]),
            block=block,
            has_time=np.asarray(block.timed.any(axis=1)),
            _ticks=_by_span(block),
            _timed=np.ascontiguousarray(block.timed.T),
            _work={name: np.ascontiguousarray(block.work[name].T, np.uint64) for name in _COUNTED if block.work},
        )


def _by_span(block: FrameBlock) -> Ticks:
    lasted = np.subtract(block.end.T, block.begin.T, order="C")
    if not block.timed.all():
        lasted[~block.timed.T] = 0
    return lasted


def _groups(passes: PassList | None, spans: int) -> tuple[PassGroup, ...]:
    if passes is None:
        return (PassGroup((LOST, False), list(range(spans)), [], []),) if spans else ()
    members: dict[PassKey, tuple[list[int], list[int], list[int]]] = {}
    rows = {"compute": 0, "render": 0}
    for column, (entry, key) in enumerate(zip(passes.entries, _keys(passes), strict=True)):
        columns, compute, render = members.setdefault(key, ([], [], []))
        columns.append(column)
        if entry.kind in rows:  # a kind of a newer writer has no work columns
            (compute if entry.kind == "compute" else render).append(rows[entry.kind])
            rows[entry.kind] += 1
    return tuple(PassGroup(key, *own) for key, own in members.items())


def _keys(passes: PassList) -> Iterator[PassKey]:
    """The key of each entry: a graph pass gathers its GPU passes, a loose one stands alone under its label."""
    seen: Counter[str] = Counter()
    for entry in passes.entries:
        if entry.graph_pass != NO_PASS:
            yield entry.path, True
        elif not entry.label:
            yield UNATTRIBUTED, False
        else:
            name = entry.label.replace("%", "%25").replace("/", "%2F")
            seen[name] += 1
            yield f"{UNATTRIBUTED}/{name}" + (f"#{seen[name]}" if seen[name] > 1 else ""), False
