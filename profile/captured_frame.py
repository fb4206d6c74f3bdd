"""One frame of an opened capture: columns, and spans as objects for whoever asks for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from framescope.profile.sgpt.directory import cpu_frame_ns, frame_entry
from framescope.profile.sgpt.frames import DecodedFrame
from framescope.profile.sgpt.intervals import extent_ticks, union_ticks
from framescope.profile.sgpt.model import FrameStatus, PassList, PassListEntry, SpanState, Topology, WorkColumns
from framescope.profile.sgpt.ticks import ticks_to_ns

if TYPE_CHECKING:
    from framescope.profile.capture import Capture

__all__ = ["CapturedFrame", "Span"]


@dataclass(frozen=True, slots=True)
class Span:
    """One GPU pass of one frame.

    Attributes:
        path: Scope path of its graph pass, ``""`` when unattributed, None when the pass list was lost; ``label``,
            ``kind`` and ``graph_pass`` are None then too.
        state: ``"timed"`` or the reason why there is no time (:class:`SpanState`, in lower case).
        begin: Raw ticks, 0 where there are none. ``end`` alike.
        duration_ns: None when it is not timed, or the clock's unit is unknown.
        query_set: Which query set the ticks came from.
    """

    path: str | None
    label: str | None
    kind: str | None
    graph_pass: int | None
    state: str
    begin: int
    end: int
    duration_ns: int | None
    query_set: int


class CapturedFrame:
    """A frame as the file holds it.

    Attributes:
        number: Number in the capture, from 0.
        renderer_index: The renderer's own index.
        cpu_begin_ns: CPU stamps as in :class:`FrameData`, None = unknown; ``cpu_encode_end_ns``, ``cpu_submit_ns``,
            ``cpu_absorbed_ns`` and ``recorder_cost_ns`` alike.
        begin: Raw ticks, uint64, 0 where there are none; ``end`` alike.
        state: :class:`SpanState` of each span, uint8.
        query_set: uint8.
        timed: Which spans have a valid time, bool.
        work: Counts, or None.
        cpu_pass_ns: CPU time of each surviving graph pass in execution order, or None.
        counters: Named numbers sampled in this frame.
        offset: Where its record lies in the capture.
    """

    def __init__(self, capture: Capture, offset: int, decoded: DecodedFrame) -> None:
        self._capture = capture
        self._decoded = decoded
        self.offset = offset
        self.number = decoded.number
        self.renderer_index = decoded.renderer_index
        self.cpu_begin_ns = decoded.cpu_begin_ns
        self.cpu_encode_end_ns = decoded.cpu_encode_end_ns
        self.cpu_submit_ns = decoded.cpu_submit_ns
        self.cpu_absorbed_ns = decoded.cpu_absorbed_ns
        self.recorder_cost_ns = decoded.recorder_cost_ns
        self.pass_list_id = decoded.pass_list
        self.topology_id = decoded.topology
        self.begin = decoded.begin
        self.end = decoded.end
        self.state = decoded.state
        self.query_set = decoded.query_set
        self.timed = decoded.timed
        self.work: WorkColumns | None = decoded.work
        self.cpu_pass_ns: npt.NDArray[np.uint32] | None = decoded.cpu_pass_ns

    @property
    def status(self) -> str:
        """``"complete"``, ``"aborted"``, ``"skipped"``, or ``"unknown N"`` from a newer writer."""
        return status_name(self._decoded.status)

    @property
    def reason(self) -> str:
        """Why the frame is not complete; ``""`` when it is."""
        return self._text(self._decoded.reason)

    @property
    def failed_pass(self) -> str:
        """Scope path of the pass that raised, or ``""``."""
        return self._text(self._decoded.failed_pass)

    @property
    def counters(self) -> dict[str, int | float]:
        """Named numbers sampled in this frame."""
        return {self._capture.name(name): value for name, value in self._decoded.counters}

    @property
    def pass_list(self) -> PassList | None:
        """What its GPU passes are; None when that was lost, or does not fit the frame."""
        passes = self._capture.pass_list(self.pass_list_id)
        return passes if passes is not None and self._fits(passes) else None

    @property
    def topology(self) -> Topology | None:
        """Its frame graph; None when there is none or it was lost (see ``topology_id``)."""
        return None if self.topology_id is None else self._capture.topology(self.topology_id)

    @property
    def duration_ticks(self) -> npt.NDArray[np.uint64]:
        """Ticks of each span; meaningful where :attr:`timed` holds, 0 elsewhere."""
        return np.where(self.timed, self.end - self.begin, np.uint64(0))

    @property
    def duration_ns(self) -> npt.NDArray[np.int64] | None:
        """Nanoseconds of each span where :attr:`timed` holds, 0 elsewhere; None when the clock's unit is unknown.

        A duration of more than 292 years is no int64 and comes back as the smallest one.
        """
        scale = self._capture.ns_per_tick
        if scale is None:
            return None
        with np.errstate(invalid="ignore", over="ignore"):
            rounded: npt.NDArray[np.float64] = np.rint(self.duration_ticks * scale)
            return rounded.astype(np.int64)

    @property
    def gpu_extent_ticks(self) -> int | None:
        """Latest end minus earliest begin; None when nothing was timed."""
        return extent_ticks(self.begin, self.end, self.timed)

    @property
    def gpu_union_ticks(self) -> int | None:
        """Ticks in which at least one pass ran; None when nothing was timed."""
        return int(union_ticks(self.begin, self.end, self.timed)) if self.timed.any() else None

    @property
    def gpu_extent_ns(self) -> int | None:
        """:attr:`gpu_extent_ticks` in nanoseconds; None when that or the clock's unit is unknown."""
        return ticks_to_ns(self.gpu_extent_ticks, self._capture.ns_per_tick)

    @property
    def gpu_union_ns(self) -> int | None:
        """:attr:`gpu_union_ticks` in nanoseconds; None when that or the clock's unit is unknown."""
        return ticks_to_ns(self.gpu_union_ticks, self._capture.ns_per_tick)

    @property
    def cpu_frame_ns(self) -> int | None:
        """From begin to the last submit on the CPU; None when that is unknown."""
        return cpu_frame_ns(self.cpu_begin_ns, self.cpu_submit_ns)

    @property
    def untimed(self) -> dict[str, int]:
        """How many spans have no time, by reason."""
        if self.timed.all():
            return {}
        states, counts = np.unique(self.state[~self.timed], return_counts=True)
        return {state_name(state): count for state, count in zip(states.tolist(), counts.tolist(), strict=True)}

    @property
    def spans(self) -> list[Span]:
        """Its GPU passes in the order they were begun."""
        passes = self.pass_list
        entries = [None] * len(self.state) if passes is None else passes.entries
        states, sets = self.state.tolist(), self.query_set.tolist()
        stamps = zip(self.begin.tolist(), self.end.tolist(), strict=True)
        scale = self._capture.ns_per_tick
        return [
            _span(entry, state, begin, end, query_set, scale)
            for entry, state, (begin, end), query_set in zip(entries, states, stamps, sets, strict=True)
        ]

    def entry(self) -> tuple[Any, ...]:
        """What the directory would say of this frame."""
        return frame_entry(self._decoded, self.offset, self.begin, self.end, self.timed).row()

    def _fits(self, passes: PassList) -> bool:
        if self.work is None:
            return len(passes) == len(self.state)
        rows = (len(self.work.compute.dispatches), len(self.work.render.draws))
        return len(passes) == len(self.state) and rows == (passes.compute_count, passes.render_count)

    def _text(self, name: int | None) -> str:
        return "" if name is None else self._capture.name(name)


def status_name(status: int) -> str:
    """``"complete"`` and so on; ``"unknown N"`` for a status of a newer writer."""
    return _enum_name(FrameStatus, status)


def state_name(state: int) -> str:
    """``"timed"``, ``"array_full"`` and so on; ``"unknown N"`` for a state of a newer writer."""
    return _enum_name(SpanState, state)


def _enum_name(kind: type[FrameStatus] | type[SpanState], value: int) -> str:
    try:
        return kind(value).name.lower()
    except ValueError:
        return f"unknown {value}"


def _span(entry: PassListEntry | None, state: int, begin: int, end: int, query_set: int, scale: float | None) -> Span:
    duration = ticks_to_ns(end - begin, scale) if state == SpanState.TIMED else None
    if entry is None:
        return Span(None, None, None, None, state_name(state), begin, end, duration, query_set)
    return Span(
        entry.path, entry.label, entry.kind, entry.graph_pass, state_name(state), begin, end, duration, query_set
    )
