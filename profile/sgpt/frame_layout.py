"""How the bytes of a FRAM lie: a fixed head, then columns, widest element first (``SGPT_FORMAT.md`` §7)."""

from __future__ import annotations

import struct
from typing import NamedTuple

import numpy as np

from framescope.profile.sgpt.columns import columns
from framescope.profile.sgpt.framing import FRAM, check_head_size, leading_number

__all__ = ["COLUMNS", "COUNTS", "HEAD", "FrameShape", "FrameShapes", "column_places", "frame_number", "frame_shape"]

HAS_WORK, HAS_CPU_PASSES = 1, 2

HEAD = struct.Struct("<IBBHQQQQQQQ10I")
COLUMNS = columns(
    ("exception_begin", "<u8", "exceptions"),
    ("exception_end", "<u8", "exceptions"),
    ("workgroups_x", "<u8", "compute"),
    ("workgroups_y", "<u8", "compute"),
    ("workgroups_z", "<u8", "compute"),
    ("invocations", "<u8", "compute"),
    ("vertices", "<u8", "render"),
    ("indices", "<u8", "render"),
    ("instances", "<u8", "render"),
    ("counter_value", "<u8", "counters"),
    ("begin", "<u4", "spans"),
    ("duration", "<u4", "spans"),
    ("exception_span", "<u4", "exceptions"),
    ("dispatches", "<u4", "compute"),
    ("indirect_dispatches", "<u4", "compute"),
    ("draws", "<u4", "render"),
    ("indirect_draws", "<u4", "render"),
    ("cpu_pass_ns", "<u4", "cpu_passes"),
    ("counter_name", "<u4", "counters"),
    ("state", "u1", "spans"),
    ("query_set", "u1", "spans"),
    ("compute_partial", "u1", "compute"),
    ("render_partial", "u1", "render"),
    ("counter_kind", "u1", "counters"),
)
COUNTS = ("spans", "exceptions", "compute", "render", "cpu_passes", "counters")
STATUS, CPU_BEGIN, CPU_SUBMIT, EPOCH, TOPOLOGY = 4, slice(16, 24), slice(32, 40), slice(56, 64), slice(68, 72)
_SHAPE = struct.Struct("<BH")
_SHAPE_OFFSET, _PASS_LIST_OFFSET, _COUNTS_OFFSET = 5, 64, 80
_COUNTS = struct.Struct("<6I")
_WIDTHS = tuple((column.dtype.itemsize, COUNTS.index(column.count)) for column in COLUMNS)


class FrameShape(NamedTuple):
    """What frames have in common whose payloads can lie in one table: every column at the same place.

    ``size`` is the length of the payload, the others are fields of its head.
    """

    pass_list: int
    size: int
    flags: int
    head_size: int
    spans: int
    exceptions: int
    compute: int
    render: int
    cpu_passes: int
    counters: int

    @property
    def counts(self) -> dict[str, int]:
        """How long the columns are, by the name of the count."""
        return dict(zip(COUNTS, self[-len(COUNTS) :], strict=True))

    def fits(self, entries: int, compute: int, render: int) -> bool:
        """Whether a pass list of so many entries is the frames'."""
        work = not self.flags & HAS_WORK or (self.compute, self.render) == (compute, render)
        return work and self.spans == entries


def frame_number(payload: bytes) -> int:
    """The number of the frame, without decoding the rest.

    Raises:
        ValueError: The payload is too short to be a FRAM.
    """
    return leading_number(payload, HEAD, FRAM)


def frame_shape(payload: bytes) -> FrameShape:
    """The shape of a frame, checked: its columns are all there, and its exceptions name spans.

    Raises:
        ValueError: The payload is not what FRAM says.
    """
    frame_number(payload)
    flags, head_size = _SHAPE.unpack_from(payload, _SHAPE_OFFSET)
    pass_list = int.from_bytes(payload[_PASS_LIST_OFFSET : _PASS_LIST_OFFSET + 4], "little")
    counts = _COUNTS.unpack_from(payload, _COUNTS_OFFSET)
    check_head_size(head_size, HEAD, FRAM)
    needed = sum(width * counts[count] for width, count in _WIDTHS)
    if head_size + needed > len(payload):
        raise ValueError(f"columns of {needed} bytes announced, {len(payload) - head_size} there")
    shape = FrameShape(pass_list, len(payload), flags, head_size, *counts)
    if shape.exceptions:
        _, start, _ = column_places(shape)["exception_span"]
        spans = np.frombuffer(payload, "<u4", shape.exceptions, start)
        if int(spans.max()) >= shape.spans:
            raise ValueError(f"an exception for span {int(spans.max())} of {shape.spans}")
    return shape


class FrameShapes:
    """The shapes met so far, so that frames alike are checked once; exceptions are checked in every frame."""

    __slots__ = ("_met",)

    def __init__(self) -> None:
        self._met: dict[tuple[int, bytes], FrameShape] = {}

    def of(self, payload: bytes) -> FrameShape:
        """As :func:`frame_shape`.

        Raises:
            ValueError: The payload is not what FRAM says.
        """
        told = payload[5:8] + payload[64:68] + payload[80:104]
        shape = self._met.get((len(payload), told))
        if shape is None or shape.exceptions:
            shape = self._met[len(payload), told] = frame_shape(payload)
        return shape


def column_places(shape: FrameShape) -> dict[str, tuple[np.dtype[np.generic], int, int]]:
    """Element type, first byte and end of each column in a payload of this shape."""
    places, offset, counts = {}, shape.head_size, shape.counts
    for column in COLUMNS:
        end = offset + column.dtype.itemsize * counts[column.count]
        places[column.name] = (column.dtype, offset, end)
        offset = end
    return places
