"""The GPU passes of one frame, in the order they were begun, and the columns they become."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from framescope.profile.attachments import AttachmentKey
from framescope.profile.pass_list_cache import EntryKey, PassListCache
from framescope.profile.sgpt.model import PassList, SpanState, WorkColumns
from framescope.profile.sgpt.ticks import valid_ticks
from framescope.profile.ticks import TimerHealth, all_usable
from framescope.profile.timer_lease import TimerLease
from framescope.profile.work import GPUProfileWork
from framescope.profile.work_columns import work_columns

__all__ = ["SpanColumns", "SpanLog"]

_Span = tuple[
    str,  # scope path of the graph pass
    str,  # label
    Literal["compute", "render"],
    int,  # recording index of the graph pass
    tuple[AttachmentKey, ...],
    GPUProfileWork,
    int,  # index of the lease in the frame
    SpanState,  # TIMED, or why there is no slot
]


_TIMED = int(SpanState.TIMED)  # numpy takes an IntEnum the long way round
_NOT_SUBMITTED = int(SpanState.NOT_SUBMITTED)


@lru_cache(maxsize=64)
def _same(count: int, value: int) -> npt.NDArray[np.uint8]:
    """A column of one value, read-only since frames share it."""
    column = np.full(count, value, np.uint8)
    column.flags.writeable = False
    return column


class SpanColumns(NamedTuple):
    """One element per GPU pass: raw ticks (0 where there are none), :class:`SpanState`, query set number."""

    begin: npt.NDArray[np.uint64]
    end: npt.NDArray[np.uint64]
    state: npt.NDArray[np.uint8]
    query_set: npt.NDArray[np.uint8]


class SpanLog:
    """Spans and the leases their times hang on.

    Attributes:
        spans: Appended to once per pass, so they are plain tuples and nothing about them is computed before the
            frame is closed. The timed spans of one lease are in slot order, without gaps.
        leases: Every lease of the frame.
    """

    __slots__ = ("leases", "spans")

    def __init__(self) -> None:
        self.spans: list[_Span] = []
        self.leases: list[TimerLease] = []

    def add_lease(self, lease: TimerLease) -> int:
        """Take in a lease; returns its index in the frame."""
        self.leases.append(lease)
        return len(self.leases) - 1

    def clear(self) -> None:
        """Forget everything."""
        self.spans.clear()
        self.leases.clear()

    def pass_list(self, cache: PassListCache, *, workload: bool) -> PassList:
        """What the passes are; pipelines and attachments only with ``workload``."""
        keys: list[EntryKey]
        if workload:
            keys = [
                (path, label, kind, graph_pass, work.pipelines, attachments)
                for path, label, kind, graph_pass, attachments, work, _, _ in self.spans
            ]
        else:
            keys = [(path, label, kind, graph_pass, (), ()) for path, label, kind, graph_pass, *_ in self.spans]
        return cache.get(keys)

    def work(self) -> WorkColumns:
        """What the passes encoded."""
        return work_columns([span[2] for span in self.spans], [span[5] for span in self.spans])

    def columns(self, health: TimerHealth) -> SpanColumns:
        """The times, judged by :func:`~framescope.profile.sgpt.ticks.valid_ticks`."""
        ordinary = self._all_timed_by_one_lease()
        if ordinary is not None and all_usable(ordinary.begin, ordinary.end):
            health.answered()
            return ordinary
        columns = self._by_lease()
        timed = np.nonzero(columns.state == _TIMED)[0]
        begin, end = columns.begin[timed], columns.end[timed]
        health.observe(begin, end)
        self._judge(columns, timed[~valid_ticks(begin, end)])
        return columns

    def _all_timed_by_one_lease(self) -> SpanColumns | None:
        """The ordinary frame, without a look at each span: one lease has as many ticks as there are spans."""
        count = len(self.spans)
        for lease in self.leases:
            ticks = lease.ticks
            if count and ticks is not None and len(ticks) == count:
                return SpanColumns(ticks[:, 0], ticks[:, 1], _same(count, _TIMED), _same(count, lease.number))
        return None

    def _by_lease(self) -> SpanColumns:
        count = len(self.spans)
        state = np.array([span[7] for span in self.spans], np.uint8)
        columns = SpanColumns(np.zeros(count, np.uint64), np.zeros(count, np.uint64), state, np.zeros(count, np.uint8))
        lease_of = np.array([span[6] for span in self.spans], np.intp)
        for index, lease in enumerate(self.leases):
            self._fill(columns, np.nonzero(lease_of == index)[0], lease)
        return columns

    @staticmethod
    def _fill(columns: SpanColumns, spans: npt.NDArray[np.intp], lease: TimerLease) -> None:
        if lease.state is SpanState.NOT_SUBMITTED:
            columns.state[spans] = _NOT_SUBMITTED  # whatever else there is to say, none of these passes ever ran
            return
        timed = spans[columns.state[spans] == _TIMED]
        columns.query_set[timed] = lease.number
        if lease.ticks is None:
            columns.state[timed] = int(lease.state)
        else:
            columns.begin[timed] = lease.ticks[:, 0]
            columns.end[timed] = lease.ticks[:, 1]

    def _judge(self, columns: SpanColumns, unusable: npt.NDArray[np.intp]) -> None:
        for span in unusable.tolist():
            nothing_ran = self.spans[span][5].empty and 0 in (columns.begin[span], columns.end[span])
            columns.state[span] = int(SpanState.NO_WORK if nothing_ran else SpanState.INVALID_TICKS)
