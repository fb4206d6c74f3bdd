"""How the bytes of a FRAM lie: a head, then columns of the widths it names, widest first (``SGPT_FORMAT.md`` §7)."""

from __future__ import annotations

import struct
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from framescope.profile.sgpt.column_widths import WIDTHS, widest_first, width_type
from framescope.profile.sgpt.columns import columns
from framescope.profile.sgpt.framing import FRAM, check_head_size, leading_number

__all__ = [
    "COLUMNS",
    "COUNTS",
    "HEAD",
    "LEAST_WIDTHS",
    "FrameShape",
    "FrameShapes",
    "Place",
    "column_places",
    "frame_number",
    "frame_shape",
    "one_frames_columns",
]

HAS_WORK, HAS_CPU_PASSES = 1, 2

HEAD = struct.Struct("<IBBHQQQQQQQ10I24s")
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
_LEAST = {"begin": 4, "cpu_pass_ns": 1, "counter_name": 4}  # they have bytes, so that no count lies far above those
LEAST_WIDTHS = bytes(_LEAST.get(column.name, 0) for column in COLUMNS)
_SHAPE = struct.Struct("<BH")
_COUNTS = struct.Struct("<6I24s")
_SHAPE_OFFSET, _PASS_LIST_OFFSET, _COUNTS_OFFSET = 5, 64, 80
_ALLOWED = tuple(
    frozenset(width for width in WIDTHS if least <= width <= column.dtype.itemsize)
    for column, least in zip(COLUMNS, LEAST_WIDTHS, strict=True)
)
_COUNT_OF = tuple(COUNTS.index(column.count) for column in COLUMNS)


class Place(NamedTuple):
    """Where a column lies: bytes an element, elements, first byte and end."""

    width: int
    elements: int
    start: int
    stop: int


class FrameShape(NamedTuple):
    """What frames have in common whose payloads can lie in one table: every column at the same place.

    ``size`` is the length of the payload, the others are fields of its head.
    """

    pass_list: int
    size: int
    flags: int
    head_size: int
    widths: bytes
    spans: int
    exceptions: int
    compute: int
    render: int
    cpu_passes: int
    counters: int

    @property
    def counts(self) -> tuple[int, ...]:
        """How long the columns are, in the order of :data:`COUNTS`."""
        return self.spans, self.exceptions, self.compute, self.render, self.cpu_passes, self.counters

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
    *counts, widths = _COUNTS.unpack_from(payload, _COUNTS_OFFSET)
    check_head_size(head_size, HEAD, FRAM)
    _check_widths(widths)
    spans, exceptions, compute, render, *_ = counts
    if max(exceptions, compute + render) > spans:
        raise ValueError(f"{exceptions} exceptions and {compute} + {render} passes with work among {spans} spans")
    needed = sum(width * counts[count] for width, count in zip(widths, _COUNT_OF, strict=True))
    if head_size + needed > len(payload):
        raise ValueError(f"columns of {needed} bytes announced, {len(payload) - head_size} there")
    shape = FrameShape(pass_list, len(payload), flags, head_size, widths, *counts)
    if shape.exceptions:
        last = int(_one_column(payload, "exception_span", column_places(shape)).max())
        if last >= spans:
            raise ValueError(f"an exception for span {last} of {spans}")
    return shape


def _check_widths(widths: bytes) -> None:
    for column, width, allowed in zip(COLUMNS, widths, _ALLOWED, strict=True):
        if width not in allowed:
            raise ValueError(f"{width} bytes an element of {column.name}, which has {sorted(allowed)}")


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
        told = payload[5:8] + payload[64:68] + payload[80:128]
        shape = self._met.get((len(payload), told))
        if shape is None or shape.exceptions:
            shape = self._met[len(payload), told] = frame_shape(payload)
        return shape


def column_places(shape: FrameShape) -> dict[str, Place]:
    """Where each column lies in a payload of this shape."""
    places, offset, counts = {}, shape.head_size, shape.counts
    for number in widest_first(shape.widths):
        width, count = shape.widths[number], counts[_COUNT_OF[number]]
        places[COLUMNS[number].name] = Place(width, count, offset, offset + width * count)
        offset += width * count
    return places


def one_frames_columns(payload: bytes, shape: FrameShape) -> dict[str, npt.NDArray[np.generic]]:
    """The columns in their widest types: views of ``payload`` where it has them so, copies elsewhere."""
    places = column_places(shape)
    return {
        column.name: _one_column(payload, column.name, places).astype(column.dtype, copy=False) for column in COLUMNS
    }


def _one_column(payload: bytes, name: str, places: dict[str, Place]) -> npt.NDArray[np.generic]:
    width, count, start, _ = places[name]
    return np.frombuffer(payload, width_type(width), count, start) if width else np.zeros(count, np.uint8)
