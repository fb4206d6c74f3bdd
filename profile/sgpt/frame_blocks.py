"""Many frames of one shape at once: their payloads as one table of bytes, their columns as views with a row a frame.

A frame alone costs an object and two dozen small arrays; a block of them costs its bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from framescope.profile.sgpt.column_widths import width_type
from framescope.profile.sgpt.frame_layout import (
    CPU_BEGIN,
    CPU_SUBMIT,
    EPOCH,
    HAS_WORK,
    STATUS,
    TOPOLOGY,
    FrameShape,
    column_places,
)
from framescope.profile.sgpt.intervals import Mask, Ticks
from framescope.profile.sgpt.model import SpanState
from framescope.profile.sgpt.ticks import flag_impossible

__all__ = ["FrameBlock", "decode_block"]

Rows = npt.NDArray[np.generic]
_NONE = np.uint64(0)
_ZERO = np.uint8(0)
_FAR = np.uint64(1 << 63)


@dataclass(frozen=True, slots=True)
class FrameBlock:
    """Frames that share a pass list and a shape.

    Attributes:
        numbers: Frame numbers, uint32 of shape ``(frames,)``.
        status: :class:`FrameStatus` of each frame, uint8.
        topology: Number of each frame's topology, uint32; 0xFFFFFFFF where there is none.
        cpu_begin_ns: uint64, 2^64 - 1 where it is unknown; ``cpu_submit_ns`` alike.
        begin: Raw ticks, uint64 of shape ``(frames, spans)``, 0 where there are none; ``end`` alike.
        state: :class:`SpanState` of each span, uint8.
        query_set: uint8.
        timed: Which spans have a valid time, bool.
        work: The work columns by the names of ``SGPT_FORMAT.md`` §7, shape ``(frames, entries of that kind)``, of
            unsigned integers as narrow as the frames have them: widen them before computing; empty when there are none.
    """

    numbers: npt.NDArray[np.uint32]
    status: npt.NDArray[np.uint8]
    topology: npt.NDArray[np.uint32]
    cpu_begin_ns: npt.NDArray[np.uint64]
    cpu_submit_ns: npt.NDArray[np.uint64]
    begin: Ticks
    end: Ticks
    state: npt.NDArray[np.uint8]
    query_set: npt.NDArray[np.uint8]
    timed: Mask
    work: dict[str, Rows]


def decode_block(shape: FrameShape, payloads: Sequence[bytes]) -> FrameBlock:
    """The columns of frames whose :func:`~framescope.profile.sgpt.frame_layout.frame_shape` is ``shape``."""
    table = np.frombuffer(b"".join(payloads), np.uint8).reshape(len(payloads), shape.size)
    places = column_places(shape)

    def column(name: str) -> Rows:
        width, elements, start, stop, _ = places[name]
        if not width:
            return np.broadcast_to(_ZERO, (len(payloads), elements))
        return table[:, start:stop].view(width_type(width))  # nothing is copied before it is computed with

    timed = column("state") == SpanState.TIMED
    epoch = table[:, EPOCH].copy().view("<u8")
    begin = column("begin") + epoch
    end = begin + column("duration")
    if not timed.all():
        begin, end = np.where(timed, begin, _NONE), np.where(timed, end, _NONE)
    if shape.exceptions:
        spans = column("exception_span").astype(np.int64)
        np.put_along_axis(begin, spans, column("exception_begin"), axis=1)
        np.put_along_axis(end, spans, column("exception_end"), axis=1)
    state = column("state").astype(np.uint8)
    if shape.exceptions or not 0 < epoch.min() <= epoch.max() < _FAR:  # no other tick can be 0, or its sum wrap round
        state = flag_impossible(begin, end, state)
        timed = state == SpanState.TIMED
    return FrameBlock(
        numbers=table[:, :4].copy().view("<u4")[:, 0],
        status=table[:, STATUS].copy(),
        topology=table[:, TOPOLOGY].copy().view("<u4")[:, 0],
        cpu_begin_ns=table[:, CPU_BEGIN].copy().view("<u8")[:, 0],
        cpu_submit_ns=table[:, CPU_SUBMIT].copy().view("<u8")[:, 0],
        begin=begin,
        end=end,
        state=state,
        query_set=column("query_set").astype(np.uint8),
        timed=timed,
        work={name: column(name) for name in WORK_COLUMNS} if shape.flags & HAS_WORK else {},
    )


WORK_COLUMNS = (
    *("dispatches", "indirect_dispatches", "workgroups_x", "workgroups_y", "workgroups_z", "invocations"),
    *("compute_partial", "draws", "indirect_draws", "vertices", "indices", "instances", "render_partial"),
)
